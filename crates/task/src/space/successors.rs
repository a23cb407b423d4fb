//! Which operators are applicable in a state, without asking each.

use std::ops::Range;

use super::packing::{Bits, Field, Packing, holds};
use crate::{Fact, Rows};

/// A decision tree over the preconditions of all operators.
///
/// With their preconditions sorted, operators that begin with the same preconditions share a path from the
/// root. Where a path would belong to one operator alone, the operator is asked instead.
#[derive(Clone, Debug)]
pub(super) struct SuccessorGenerator {
    nodes: Vec<Node>,
    switches: Vec<Switch>,
    branches: Vec<Branch>,
    /// Operators that begin with the same preconditions are next to each other.
    operators: Vec<u32>,
    candidates: Vec<u32>,
    /// The whole precondition of each operator.
    preconditions: Rows<Bits>,
}

/// What to do when the preconditions on the path to here hold.
#[derive(Clone, Debug, Default)]
struct Node {
    /// [`operators`](SuccessorGenerator::operators) without further preconditions.
    applicable: Range<u32>,
    /// [`candidates`](SuccessorGenerator::candidates) to be asked.
    candidates: Range<u32>,
    /// Variables to look at for all others.
    switches: Range<u32>,
}

/// A variable that the next precondition of several operators is about.
#[derive(Clone, Debug)]
struct Switch {
    field: Field,
    branches: Range<u32>,
    /// Is branch `i` the one for value `i`? If not, branches are sorted by value.
    is_dense: bool,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    value: u32,
    node: u32,
}

/// The node that is missing in dense branches.
const NOWHERE: u32 = u32::MAX;

impl SuccessorGenerator {
    pub(super) fn new(preconditions: &Rows<Fact>, packing: &Packing) -> Self {
        let mut operators: Vec<u32> = (0..preconditions.len() as u32).collect();
        operators.sort_by_key(|&operator| &preconditions[operator as usize]);
        let mut generator = Self {
            nodes: vec![Node::default()],
            switches: Vec::new(),
            branches: Vec::new(),
            operators,
            candidates: Vec::new(),
            preconditions: preconditions.iter().map(|facts| packing.condition(facts)).collect(),
        };
        let whole = Group { node: 0, depth: 0, members: 0..preconditions.len() };
        let mut groups = vec![whole];
        while let Some(group) = groups.pop() {
            generator.split(&group, preconditions, packing, &mut groups);
        }
        generator
    }

    /// Appends the operators that are applicable in `state`. `pending` is working memory.
    pub(super) fn applicable(&self, state: &[u64], pending: &mut Vec<u32>, applicable: &mut Vec<u32>) {
        pending.clear();
        pending.push(0);
        while let Some(node) = pending.pop() {
            let node = &self.nodes[node as usize];
            applicable.extend_from_slice(slice(&self.operators, &node.applicable));
            for &operator in slice(&self.candidates, &node.candidates) {
                if holds(&self.preconditions[operator as usize], state) {
                    applicable.push(operator);
                }
            }
            for switch in slice(&self.switches, &node.switches) {
                pending.extend(self.follow(switch, switch.field.value(state)));
            }
        }
    }

    fn follow(&self, switch: &Switch, value: u32) -> Option<u32> {
        let branches = slice(&self.branches, &switch.branches);
        let position = if switch.is_dense {
            value as usize
        } else {
            branches.binary_search_by_key(&value, |branch| branch.value).ok()?
        };
        let node = branches[position].node;
        (node != NOWHERE).then_some(node)
    }

    /// Fills the group's node; leaves groups for the nodes below it.
    fn split(
        &mut self,
        group: &Group,
        preconditions: &Rows<Fact>,
        packing: &Packing,
        groups: &mut Vec<Group>,
    ) {
        let next = |operator: u32| preconditions[operator as usize].get(group.depth).copied();
        let members = &self.operators[group.members.clone()];
        let done = members.partition_point(|&operator| next(operator).is_none());
        let applicable = group.members.start..group.members.start + done;

        let (first_candidate, first_switch) = (self.candidates.len(), self.switches.len());
        let mut start = applicable.end;
        while let Some(fact) = self.operators[start..group.members.end].first().and_then(|&first| next(first))
        {
            let rest = &self.operators[start..group.members.end];
            let variable = |operator: u32| next(operator).map(|fact| fact.variable);
            let end = start + rest.partition_point(|&operator| variable(operator) == Some(fact.variable));
            if end - start == 1 {
                self.candidates.push(self.operators[start]);
            } else {
                self.switch(packing.field(fact.variable), group.depth, start..end, preconditions, groups);
            }
            start = end;
        }
        self.nodes[group.node] = Node {
            applicable: narrow(applicable),
            candidates: narrow(first_candidate..self.candidates.len()),
            switches: narrow(first_switch..self.switches.len()),
        };
    }

    /// Adds a switch for operators whose preconditions at `depth` are about the same variable.
    fn switch(
        &mut self,
        field: Field,
        depth: usize,
        members: Range<usize>,
        preconditions: &Rows<Fact>,
        groups: &mut Vec<Group>,
    ) {
        let value = |operator: u32| preconditions[operator as usize][depth].value;
        let first_branch = self.branches.len();
        let mut start = members.start;
        for chunk in self.operators[members].chunk_by(|&a, &b| value(a) == value(b)) {
            self.branches.push(Branch { value: value(chunk[0]), node: self.nodes.len() as u32 });
            groups.push(Group {
                node: self.nodes.len(),
                depth: depth + 1,
                members: start..start + chunk.len(),
            });
            self.nodes.push(Node::default());
            start += chunk.len();
        }
        let is_dense = self.spread(first_branch, field.greatest_value());
        self.switches.push(Switch { field, branches: narrow(first_branch..self.branches.len()), is_dense });
    }

    /// Gives every value a branch, unless that would take much room.
    fn spread(&mut self, first_branch: usize, greatest_value: u32) -> bool {
        let sparse = &self.branches[first_branch..];
        if greatest_value as usize >= 8 * sparse.len() {
            return false;
        }
        let mut dense: Vec<Branch> =
            (0..=greatest_value).map(|value| Branch { value, node: NOWHERE }).collect();
        sparse.iter().for_each(|branch| dense[branch.value as usize].node = branch.node);
        self.branches.splice(first_branch.., dense);
        true
    }
}

/// Operators with the same first preconditions.
struct Group {
    node: usize,
    /// How many preconditions they have in common.
    depth: usize,
    /// Their positions among the sorted operators.
    members: Range<usize>,
}

fn narrow(range: Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
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
