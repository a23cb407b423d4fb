//! A heuristic that is grown for a planning task.

use likely::growth::{Iteration, NotRestored, Options, Request, Saved};
use likely::{AnyGrowth, CompiledReading, Domain, Encoding, Growth, GrowthStopped};
use network::Network;
use search::Budget;

use super::facts::Facts;
use super::task_predecessors::TaskPredecessors;
use super::task_search::by_astar;

/// A heuristic that is grown for a planning task, with the task and its encoding.
pub(super) struct TaskGrowth {
    predecessors: TaskPredecessors,
    facts: Facts,
    /// At least one.
    goals: Vec<Vec<u64>>,
    growth: Growth<Vec<u64>>,
}

impl TaskGrowth {
    /// Before the first iteration.
    pub(super) fn new(
        options: &Options,
        predecessors: TaskPredecessors,
        facts: Facts,
        goals: Vec<Vec<u64>>,
    ) -> Self {
        let growth = Growth::new(options.clone(), facts.inputs());
        Self { predecessors, facts, goals, growth }
    }
}

impl AnyGrowth for TaskGrowth {
    fn options(&self) -> &Options {
        self.growth.options()
    }

    fn iterations(&self) -> &[Iteration] {
        self.growth.iterations()
    }

    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, GrowthStopped> {
        let Self { predecessors, facts, goals, growth } = self;
        let domain = Domain { space: predecessors, encoding: facts, goals };
        let solve = |request: &Request<'_, TaskPredecessors>| by_astar(facts, request);
        growth.advance(domain, solve, threads, budget).map_err(GrowthStopped::Exhausted)
    }

    fn save(&self) -> Saved {
        self.growth.save(&self.predecessors)
    }

    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored> {
        let domain = Domain { space: &self.predecessors, encoding: &self.facts, goals: &self.goals };
        self.growth = Growth::restore(domain, self.growth.options(), saved)?;
        Ok(())
    }

    fn network(&self) -> &Network {
        self.growth.network()
    }

    fn reading(&self, deviations: f64) -> CompiledReading {
        self.growth.reading(deviations)
    }
}
