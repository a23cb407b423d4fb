//! The consequences of reaching a fact in a relaxed exploration.

use task::Rows;

use super::{NONE, RelaxedTask};

/// A consequence of reaching a fact: an effect of an operator that needs nothing else, or one missing precondition less
/// for an operator that does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trigger {
    /// The operator.
    pub operator: u32,
    /// The effect that is reached at once; [`NONE`] if the operator needs other facts as well, and always for the goal
    /// operator.
    pub effect: u32,
    /// The operator's cost.
    pub cost: u32,
}

impl Trigger {
    /// For each fact, the consequences of reaching it, in the order of the operators: among achievers that cost the
    /// same, that order decides which one comes first.
    pub(crate) fn of_facts(task: &RelaxedTask) -> Rows<Self> {
        let goal = task.goal_operator();
        let triggers = |operator: u32| {
            let cost = task.costs[operator as usize];
            let is_step = operator != goal && task.preconditions[operator as usize].len() == 1;
            let effects = if is_step { &task.effects[operator as usize] } else { &[NONE][..] };
            effects.iter().map(move |&effect| Self { operator, effect, cost })
        };
        task.needed_by().iter().map(|operators| operators.iter().copied().flat_map(triggers)).collect()
    }
}
