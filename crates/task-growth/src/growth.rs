//! A heuristic that is grown for a planning task.

use data::label::walk_ends;
use data::regression::goal_states;
use heuristics::Entry;
use learn::Signature;
use likely::growth::{Iteration, NotRestored, Options, Request, Saved};
use likely::{AnyGrowth, CompiledReading, Domain, Encoding, Growth, GrowthStopped};
use network::Network;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, StateSpace};
use task::{Space, Task};

use crate::attempt::by_astar;
use crate::facts::Facts;
use crate::predecessors::TaskPredecessors;

/// How many actions a walk from the initial state has at most.
const LENGTH: u32 = 200;

/// An offset for the seed of these walks: those of other seeds are for calibration, and for users to try the heuristic on.
const APART: u64 = 2 << 32;

/// A heuristic that is grown for a planning task, with the task and its encoding.
pub struct TaskGrowth {
    predecessors: TaskPredecessors,
    facts: Facts,
    /// At least one.
    goals: Vec<Vec<u64>>,
    /// Where walks from the initial state end.
    starts: Vec<Vec<u64>>,
    growth: Growth<Vec<u64>>,
}

/// A planning task that a heuristic is grown for.
#[derive(Clone, Copy)]
pub struct GroundTask<'a> {
    /// The task.
    pub task: &'a Task,
    /// The task's own signature, with features `facts`.
    pub signature: &'a Signature,
    /// The admissible heuristic, able to handle the task, that estimates never go below.
    pub lower: Option<&'static Entry>,
    /// A checksum of the task and the heuristic: growth goes on only with the same.
    pub identity: &'a str,
}

impl TaskGrowth {
    /// Before the first iteration; `None` if no state was found in which the goal holds, and that an action leads to.
    pub fn new(options: &Options, ground: GroundTask<'_>) -> Option<Self> {
        let GroundTask { task, signature, lower, identity } = ground;
        let predecessors = TaskPredecessors::new(task.clone(), identity.to_owned());
        let mut random = ChaCha8Rng::seed_from_u64(options.seed);
        let goals = goal_states(predecessors.regression(), &mut random);
        if goals.is_empty() {
            return None;
        }
        let facts = Facts::new(signature, task, lower);
        let growth = Growth::new(options.clone(), facts.inputs());
        let starts = starts(task, &predecessors.space, options);
        Some(Self { predecessors, facts, goals, starts, growth })
    }
}

/// States near the initial one, from which plans are to be learned: one for each task that begins at such.
fn starts(task: &Task, space: &Space, options: &Options) -> Vec<Vec<u64>> {
    let count = options.settling.as_ref().map_or(0, |settling| settling.iterations * (settling.tasks / 2));
    let ends = walk_ends(task, LENGTH, count as u32, options.seed.wrapping_add(APART));
    let packed = |values: Vec<u32>| {
        let mut state = vec![0; space.words()];
        space.pack(&values, &mut space.scratch(), &mut state);
        state
    };
    ends.into_iter().map(packed).collect()
}

impl AnyGrowth for TaskGrowth {
    fn options(&self) -> &Options {
        self.growth.options()
    }

    fn iterations(&self) -> &[Iteration] {
        self.growth.iterations()
    }

    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, GrowthStopped> {
        let Self { predecessors, facts, goals, starts, growth } = self;
        let domain = Domain { space: predecessors, encoding: facts, goals, starts };
        let solve = |request: &Request<'_, TaskPredecessors>| by_astar(facts, request);
        growth.advance(domain, solve, threads, budget).map_err(GrowthStopped::Exhausted)
    }

    fn save(&self) -> Saved {
        self.growth.save(&self.predecessors)
    }

    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored> {
        let Self { predecessors, facts, goals, starts, .. } = &*self;
        let domain = Domain { space: predecessors, encoding: facts, goals, starts };
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
