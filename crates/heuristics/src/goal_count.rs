//! The number of goals that do not hold.

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Fact, Space, Task};

/// Estimates one step for every goal that does not hold.
#[derive(Clone, Debug)]
pub struct GoalCount {
    goal: Vec<Fact>,
}

impl GoalCount {
    /// For the states of `task`.
    pub fn new(task: &Task) -> Self {
        Self { goal: task.goal.clone() }
    }
}

impl Heuristic<Space> for GoalCount {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let open =
                self.goal.iter().filter(|fact| space.value(state, fact.variable) != fact.value).count();
            estimates.push(Estimate::from_cost(open as u64));
        }
    }

    fn is_free(&self) -> bool {
        true
    }
}
