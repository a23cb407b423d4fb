//! How far a search may go.

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
    /// A plan's cost would exceed what it may be, or what a search can count, 2³² - 1.
    Cost,
    /// The device that was to search has failed.
    Device,
    /// All states were taken up but those that no heuristic stood by.
    Untrusted,
    /// All states were taken up, in a space that leaves out actions.
    NotWhole,
}

impl From<Exhausted> for StopReason {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}
