//! How a search ended, and the work it did.

use crate::{Action, StopReason};

/// The result of a search. Plans are sequences of `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M = Action> {
    /// How it ended.
    pub outcome: Outcome<M>,
    /// The work done.
    pub counters: Counters,
    /// The work done when the lower bound on the cost last rose. The work after that depends on how ties are broken, so
    /// this compares heuristics better than the total does.
    pub until_last_jump: Counters,
}

impl<M> Report<M> {
    /// The cost of the plan, if there is one.
    pub fn cost(&self) -> Option<u64> {
        match self.outcome {
            Outcome::Solved { cost, .. } => Some(cost),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        }
    }

    /// The plan, if there is one.
    pub fn plan(&self) -> Option<&[M]> {
        match &self.outcome {
            Outcome::Solved { plan, .. } => Some(plan),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        }
    }

    /// The same report with each move of the plan mapped.
    pub fn map_moves<N>(self, map: impl FnMut(M) -> N) -> Report<N> {
        let Self { outcome, counters, until_last_jump } = self;
        let outcome = match outcome {
            Outcome::Solved { plan, cost } => {
                Outcome::Solved { plan: plan.into_iter().map(map).collect(), cost }
            }
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        };
        Report { outcome, counters, until_last_jump }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M = Action> {
    /// With a plan.
    Solved {
        /// The actions from the initial state to a goal.
        plan: Vec<M>,
        /// The sum of their costs.
        cost: u64,
    },
    /// With certainty that there is no plan.
    Unsolvable,
    /// Before it was done.
    Stopped(StopReason),
}

/// The work a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States expanded, the goal at the end included. A state counts each time it is expanded.
    pub expanded: u64,
    /// States evaluated by the heuristic.
    pub evaluated: u64,
    /// Successors generated.
    pub generated: u64,
    /// Expanded states to which a cheaper path was found later.
    pub reopened: u64,
    /// States that the heuristic recognised as dead ends.
    pub dead_ends: u64,
    /// States pruned because no heuristic trusted its estimate.
    pub untrusted: u64,
}

impl Counters {
    /// Adds the work of another search.
    pub fn add(&mut self, other: &Counters) {
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.dead_ends += other.dead_ends;
        self.untrusted += other.untrusted;
    }
}
