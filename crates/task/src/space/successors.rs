//! The successor generator: finds the applicable operators of a state without testing each.

mod build;

use std::ops::Range;

use super::conditions::{Condition, Conditions};
use super::packing::{Field, Packing};
use crate::{Fact, Rows};

/// A decision tree over the preconditions of all operators.
#[derive(Clone, Debug)]
pub(super) struct SuccessorGenerator {
    nodes: Vec<Node>,
    switches: Vec<Switch>,
    /// By the first child of a switch plus a value.
    children: Vec<u32>,
    operators: Vec<u32>,
    candidates: Vec<Candidate>,
    conditions: Conditions,
}

/// A node, which is reached when the preconditions on the path to it hold.
#[derive(Clone, Debug, Default)]
struct Node {
    /// [`operators`](SuccessorGenerator::operators) without further preconditions.
    applicable: Range<u32>,
    /// [`candidates`](SuccessorGenerator::candidates) to be tested one by one.
    candidates: Range<u32>,
    /// The variables to branch on for all other operators.
    switches: Range<u32>,
}

/// A branch on the value of a variable that many operators have a precondition on.
#[derive(Clone, Debug)]
struct Switch {
    field: Field,
    first_child: u32,
}

/// An operator whose preconditions that are not on the path to it are tested one by one.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    condition: Condition,
    operator: u32,
}

/// The child for a value that no operator has as a precondition.
const NOWHERE: u32 = u32::MAX;

impl SuccessorGenerator {
    pub(super) fn new(preconditions: &Rows<Fact>, packing: &Packing) -> Self {
        build::build(preconditions, packing)
    }

    /// Appends the operators that are applicable in `state`. `pending` is working memory.
    pub(super) fn applicable(&self, state: &[u64], pending: &mut Vec<u32>, applicable: &mut Vec<u32>) {
        pending.clear();
        pending.push(0);
        while let Some(node) = pending.pop() {
            let node = &self.nodes[node as usize];
            applicable.extend_from_slice(slice(&self.operators, &node.applicable));
            for candidate in slice(&self.candidates, &node.candidates) {
                if self.conditions.hold(candidate.condition, state) {
                    applicable.push(candidate.operator);
                }
            }
            for switch in slice(&self.switches, &node.switches) {
                let child = self.children[(switch.first_child + switch.field.value(state)) as usize];
                if child != NOWHERE {
                    pending.push(child);
                }
            }
        }
    }
}

fn slice<'a, T>(items: &'a [T], range: &Range<u32>) -> &'a [T] {
    &items[range.start as usize..range.end as usize]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Task;

    fn naive(task: &Task, values: &[u32]) -> Vec<u32> {
        let applicable = |operator: &u32| {
            let facts = &task.operators.preconditions[*operator as usize];
            facts.iter().all(|fact| values[fact.variable as usize] == fact.value)
        };
        (0..task.operators.len() as u32).filter(applicable).collect()
    }

    proptest! {
        #[test]
        fn exactly_the_applicable_operators_are_found(task in crate::arbitrary::task()) {
            let packing = Packing::new(&task.variables);
            let generator = SuccessorGenerator::new(&task.operators.preconditions, &packing);
            let mut applicable = Vec::new();
            generator.applicable(&packing.pack(&task.initial), &mut Vec::new(), &mut applicable);
            applicable.sort_unstable();
            prop_assert_eq!(applicable, naive(&task, &task.initial));
        }
    }
}
