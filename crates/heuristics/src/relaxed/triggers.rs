//! The consequences of reaching a fact in a relaxed exploration.

use task::Rows;

use super::{NONE, RelaxedTask};

/// A consequence of reaching a fact: an effect of an operator that needs nothing else, a step, or one missing precondition less
/// for an operator that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trigger {
    /// The operator.
    pub operator: u32,
    /// The effect of a step, or the only effect of another operator; [`NONE`] if that has several, and for the goal operator.
    pub effect: u32,
    /// The cost of a step; [`NONE`] for other operators.
    cost: u32,
}

impl Trigger {
    /// For each fact, the consequences of reaching it, in the order of the operators: among achievers that cost the
    /// same, that order decides which one comes first.
    pub(crate) fn of_facts(task: &RelaxedTask) -> Rows<Self> {
        let goal = task.goal_operator();
        let triggers = |operator: u32| {
            let effects = &task.effects[operator as usize];
            let is_step = operator != goal && task.preconditions[operator as usize].len() == 1;
            let has_one_effect = operator != goal && effects.len() == 1;
            let cost = if is_step { task.costs[operator as usize] } else { NONE };
            let effects = if is_step || has_one_effect { effects } else { &[NONE][..] };
            effects.iter().map(move |&effect| Self { operator, effect, cost })
        };
        task.needed_by().iter().map(|operators| operators.iter().copied().flat_map(triggers)).collect()
    }

    /// The operator's cost if this fact is all it needs.
    #[inline]
    pub(crate) fn cost_of_step(&self) -> Option<u32> {
        (self.cost != NONE).then_some(self.cost)
    }
}
