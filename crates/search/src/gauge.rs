//! Counters of long work, which another thread may read while the work goes on.

use std::sync::atomic::{AtomicU64, Ordering};

/// A kind of work that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// States expanded.
    Expanded,
    /// States evaluated by a heuristic.
    Evaluated,
    /// Facts reached in grounding, and actions with them.
    Facts,
    /// Operators made in grounding.
    Operators,
}

/// Counts the work done. Work is added only where a [`Budget`](crate::Budget) is checked anyway, so that counting costs
/// nothing; the counts are always a little behind.
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
