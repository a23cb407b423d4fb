//! Which variables matter for the goal, and in which order they come.

use super::Draft;
use crate::{Fact, Rows, scc};

/// The variables that can influence a goal variable or one that is wanted through operators and axioms, causes before
/// effects (as far as there are no cycles).
pub(super) fn relevant_in_order(draft: &Draft) -> Vec<u32> {
    let causes = causes(draft);
    let mut relevant = vec![false; draft.ranges.len()];
    let mut queue: Vec<u32> = Vec::new();
    let mut see = |variable: u32, queue: &mut Vec<u32>| {
        if !std::mem::replace(&mut relevant[variable as usize], true) {
            queue.push(variable);
        }
    };
    for fact in &draft.goal {
        see(fact.variable, &mut queue);
    }
    for variable in (0..draft.ranges.len()).filter(|&variable| draft.wanted[variable]) {
        see(variable as u32, &mut queue);
    }
    while let Some(variable) = queue.pop() {
        for &cause in &causes[variable as usize] {
            see(cause, &mut queue);
        }
    }
    let mut order = Vec::new();
    for component in scc::components(&causes).iter() {
        let start = order.len();
        order.extend(component.iter().copied().filter(|&variable| relevant[variable as usize]));
        order[start..].sort_unstable();
    }
    order
}

/// The causal graph, backwards: by variable, the variables that its changes depend on.
fn causes(draft: &Draft) -> Rows<u32> {
    let mut causes = Causes { by_effect: vec![Vec::new(); draft.ranges.len()] };
    let operators = &draft.operators;
    for operator in 0..operators.len() {
        for effect in &operators.effects[operator] {
            let condition = &operators.effect_conditions[effect.condition as usize];
            causes.add(effect.fact, operators.preconditions[operator].iter().chain(condition));
        }
    }
    for (&head, condition) in draft.axioms.heads.iter().zip(draft.axioms.conditions.iter()) {
        causes.add(head, condition.iter());
    }
    causes
        .by_effect
        .into_iter()
        .map(|mut causes| {
            causes.sort_unstable();
            causes.dedup();
            causes
        })
        .collect()
}

struct Causes {
    by_effect: Vec<Vec<u32>>,
}

impl Causes {
    fn add<'a>(&mut self, effect: Fact, condition: impl Iterator<Item = &'a Fact>) {
        let variables = self.by_effect.len();
        let causes = &mut self.by_effect[effect.variable as usize];
        causes.extend(condition.map(|fact| fact.variable).filter(|&cause| cause != effect.variable));
        // Keeps memory in proportion to the graph rather than to the operators.
        if causes.len() > 2 * variables + 64 {
            causes.sort_unstable();
            causes.dedup();
        }
    }
}
