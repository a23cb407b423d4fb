//! What reaching a fact sets off.

use task::Rows;

use super::RelaxedTask;

/// What reaching a fact sets off. Operators that need only one fact take effect at once; the others are told.
#[derive(Clone, Debug)]
pub(crate) struct Triggers {
    /// For each fact, the effects of operators that need nothing else.
    pub steps: Rows<Step>,
    /// For each fact, the other operators that need it. The goal operator is always one of these.
    pub joins: Rows<u32>,
}

/// An effect of an operator that needs one fact only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The operator's cost.
    pub cost: u32,
    /// What it achieves.
    pub effect: u32,
    /// The operator.
    pub operator: u32,
}

impl Triggers {
    pub(crate) fn new(task: &RelaxedTask) -> Self {
        let goal = task.goal_operator();
        let is_step = |operator: u32| operator != goal && task.preconditions[operator as usize].len() == 1;
        let steps_of = |operator: u32| {
            let cost = task.costs[operator as usize];
            task.effects[operator as usize].iter().map(move |&effect| Step { cost, effect, operator })
        };
        let (mut steps, mut joins) = (Rows::new(), Rows::new());
        for operators in task.needed_by().iter() {
            joins.push(operators.iter().copied().filter(|&operator| !is_step(operator)));
            steps.push(operators.iter().copied().filter(|&operator| is_step(operator)).flat_map(steps_of));
        }
        Self { steps, joins }
    }
}
