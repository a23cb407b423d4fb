//! The additive heuristic.

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Space, Task};

use crate::CostKind;
use crate::relaxed::{AdditiveExploration, RelaxedTask};

/// The sum of the costs of the goals in the relaxed task, as if each were reached on its own. Not admissible, but safe:
/// a state that it calls a dead end is one.
#[derive(Clone, Debug)]
pub struct Add {
    task: RelaxedTask,
    exploration: AdditiveExploration,
    values: Vec<u32>,
}

impl Add {
    /// For the states of `task`.
    pub fn new(task: &Task, costs: CostKind) -> Self {
        let relaxed = RelaxedTask::new(task, costs);
        Self {
            exploration: AdditiveExploration::new(&relaxed),
            task: relaxed,
            values: vec![0; task.variables.len()],
        }
    }
}

impl Heuristic<Space> for Add {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            space.values(state, &mut self.values);
            let cost = self.exploration.explore(&self.task, &self.values);
            estimates.push(cost.map_or(Estimate::DEAD_END, |cost| Estimate::from_cost(u64::from(cost))));
        }
    }

    fn effort(&self) -> u64 {
        self.task.effort()
    }
}
