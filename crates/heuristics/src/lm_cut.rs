//! The landmark-cut heuristic.

mod cut;
mod h_max;

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Space, Task};

use self::cut::CutFinder;
use self::h_max::HMax;
use crate::relaxed::{NONE, RelaxedTask};
use crate::{CostKind, Unsupported};

/// Finds sets of operators of which every plan needs one (disjunctive action landmarks), one after the other. For each,
/// it adds the cost of the cheapest operator to the estimate and subtracts it from the costs of all operators of the
/// set. Admissible, and never less than the maximum heuristic.
#[derive(Clone, Debug)]
pub struct LmCut {
    task: RelaxedTask,
    values: Vec<u32>,
    h_max: HMax,
    finder: CutFinder,
}

impl LmCut {
    /// For the states of `task`.
    ///
    /// # Errors
    /// Refuses tasks with axioms or conditional effects.
    pub fn new(task: &Task, costs: CostKind) -> Result<Self, Unsupported> {
        Unsupported::unless_plain(task, "lmcut")?;
        let relaxed = RelaxedTask::with_whole_operators(task, costs);
        Ok(Self {
            values: vec![0; task.variables.len()],
            h_max: HMax::new(&relaxed),
            finder: CutFinder::new(&relaxed),
            task: relaxed,
        })
    }

    fn cost(&mut self) -> Option<u64> {
        self.h_max.explore(&self.task, &self.values);
        if self.h_max.goal_cost() == NONE {
            return None;
        }
        let mut sum = 0;
        while self.h_max.goal_cost() > 0 {
            let cut = self.finder.find(&self.task, &self.h_max);
            let cheapest = cut.iter().map(|&operator| self.h_max.operator_cost(operator)).min().unwrap_or(0);
            debug_assert!(cheapest > 0, "every cut has operators, and none of them is free");
            sum += u64::from(cheapest);
            self.h_max.reduce(&self.task, cut, cheapest);
        }
        Some(sum)
    }
}

impl Heuristic<Space> for LmCut {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            space.values(state, &mut self.values);
            estimates.push(self.cost().map_or(Estimate::DEAD_END, Estimate::from_cost));
        }
    }

    fn effort(&self) -> u64 {
        // There are about ten cuts in a state.
        10 * self.task.effort()
    }
}
