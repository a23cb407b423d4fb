//! Limits on a search, and which of them ended it.

use crate::{Budget, Exhausted};

/// Limits on a search; by default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Limits on time and memory.
    pub budget: Budget,
    /// How many states may be expanded.
    pub max_expansions: Option<u64>,
    /// How many states may be evaluated.
    pub max_evaluations: Option<u64>,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Time, memory or the user's patience.
    Exhausted(Exhausted),
    /// The number of expansions.
    Expansions,
    /// The number of evaluations.
    Evaluations,
    /// The cost of a path would exceed the limit on it, or 2³² - 1, the most that a search can count.
    Cost,
    /// The device that was to search has failed.
    Device,
    /// All states were expanded but those pruned because no heuristic trusted its estimate.
    Untrusted,
    /// All states were expanded, but the space leaves out actions, so that there may still be a plan.
    NotWhole,
}

impl From<Exhausted> for StopReason {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}
