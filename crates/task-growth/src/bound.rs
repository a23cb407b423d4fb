//! Lower bounds on costs in a task by an admissible heuristic.

use heuristics::{CostKind, Entry};
use search::{Batch, Estimate, Estimates, Heuristic, StateSpace, States};
use task::Space;

use crate::predecessors::TaskPredecessors;

/// An admissible heuristic for the states of a task.
pub(crate) struct TaskBound {
    heuristic: Box<dyn Heuristic<Space>>,
    estimates: Estimates,
}

impl TaskBound {
    /// The heuristic of an entry that is known to handle the task.
    pub(crate) fn new(entry: &Entry, predecessors: &TaskPredecessors) -> Option<Self> {
        let heuristic = entry.make(&predecessors.task, CostKind::Normal).ok()?;
        Some(Self { heuristic, estimates: Estimates::new(false) })
    }

    /// A search begins.
    pub(crate) fn begin_search(&mut self) {
        self.heuristic.begin_search();
    }

    /// The heuristic's estimates for the states of a batch.
    pub(crate) fn of_batch(&mut self, space: &Space, batch: &Batch) -> &[Estimate] {
        self.estimates.clear();
        self.heuristic.estimate(space, batch, &mut self.estimates);
        self.estimates.estimates()
    }

    /// Lower bounds on the costs of any states.
    pub(crate) fn of_states<'a>(
        &mut self,
        space: &Space,
        states: impl Iterator<Item = &'a Vec<u64>>,
    ) -> Vec<u32> {
        let mut numbered = States::new(space.words());
        self.begin_search();
        let mut of = |state: &Vec<u64>| {
            let (id, _) = numbered.insert(state);
            self.of_batch(space, &Batch::again(&numbered, id)).first().map_or(0, at_least)
        };
        states.map(&mut of).collect()
    }
}

/// Costs are whole numbers, so that bounds can be rounded up.
pub(crate) fn at_least(bound: &Estimate) -> u32 {
    bound.h.ceil() as u32
}
