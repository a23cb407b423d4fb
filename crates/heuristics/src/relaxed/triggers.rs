//! What reaching a fact sets off.

use task::Rows;

use super::{NONE, RelaxedTask};

/// What reaching a fact sets off: an effect of an operator that needs nothing else, or that one precondition less is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trigger {
    /// The operator.
    pub operator: u32,
    /// What it achieves at once; [`NONE`] if it needs other facts as well. The goal operator always counts as such.
    pub effect: u32,
    /// The operator's cost.
    pub cost: u32,
}

impl Trigger {
    /// For each fact, what reaching it sets off, in the order of the operators: among achievers that cost the same, it
    /// decides which one comes first.
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
