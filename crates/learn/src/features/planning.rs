//! Features that mean the same in every task of every domain.

use heuristics::{CostKind, Ff};
use task::{Fact, Space, Task};

/// The names of the features, in order.
pub const PLANNING_NAMES: [&str; 4] = ["goal count", "ff", "deletes", "mean deletes"];

/// The features of Gomoluch et al. (2017) as the paper on bounds uses them: the number of open goals, the cost of ff's
/// relaxed plan, and the number of facts that its operators delete, in total and on average.
#[derive(Clone, Debug)]
pub struct PlanningFeatures {
    goal: Vec<Fact>,
    ff: Ff,
    /// By operator: the number of facts it deletes.
    deletes: Vec<u32>,
}

impl PlanningFeatures {
    /// The position of the number of open goals among the features.
    pub const GOAL_COUNT: usize = 0;

    /// The position of ff's value among the features.
    pub const FF: usize = 1;

    /// Features for the states of `task`.
    pub fn new(task: &Task) -> Self {
        let deletes = (0..task.operators.len()).map(|operator| deletes(task, operator)).collect();
        let (goal, ff) = (task.goal.clone(), Ff::new(task, CostKind::Normal));
        Self { goal, ff, deletes }
    }

    fn goal_count(&self, space: &Space, state: &[u64]) -> usize {
        self.goal.iter().filter(|fact| space.value(state, fact.variable) != fact.value).count()
    }

    /// The features of a state; `None` if ff detects a dead end.
    pub fn of(&mut self, space: &Space, state: &[u64]) -> Option<[f32; 4]> {
        let estimate = self.ff.estimate_state(space, state);
        if estimate.is_dead_end() {
            return None;
        }
        let open = self.goal_count(space, state);
        let plan = self.ff.relaxed_plan();
        let deletes: u32 = plan.iter().map(|&operator| self.deletes[operator as usize]).sum();
        let mean = if plan.is_empty() { 0.0 } else { deletes as f32 / plan.len() as f32 };
        Some([open as f32, estimate.h, deletes as f32, mean])
    }
}

/// The number of atoms that an operator certainly deletes: those of its preconditions whose variables it changes.
fn deletes(task: &Task, operator: usize) -> u32 {
    let changes = |fact: &Fact| {
        let effects = &task.operators.effects[operator];
        effects.iter().any(|effect| {
            effect.condition == 0 && effect.fact.variable == fact.variable && effect.fact.value != fact.value
        })
    };
    let is_atom = |fact: &Fact| task.variables.fact_name(*fact).starts_with("Atom ");
    task.operators.preconditions[operator].iter().filter(|fact| is_atom(fact) && changes(fact)).count() as u32
}
