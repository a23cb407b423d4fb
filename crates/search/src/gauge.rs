//! How far long work has come, for others to look at while it goes on.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// States taken up to look at their successors.
    Expanded,
    /// States that a heuristic was asked about.
    Evaluated,
    /// Facts reached in grounding, and actions with them.
    Facts,
    /// Operators made in grounding.
    Operators,
}

/// Counts the work done. It is told where work looks at its [`Budget`](crate::Budget) anyway, so that it costs nothing
/// and is always a little behind.
#[derive(Debug, Default)]
pub struct Gauge {
    counts: [AtomicU64; 4],
}

impl Gauge {
    /// Counts more work.
    pub fn add(&self, work: Work, count: u64) {
        self.counts[work as usize].fetch_add(count, Ordering::Relaxed);
    }

    /// How much was done.
    pub fn count(&self, work: Work) -> u64 {
        self.counts[work as usize].load(Ordering::Relaxed)
    }
}
