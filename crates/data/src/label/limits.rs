//! Limits on each single search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::{Budget, Limits};
use serde::Serialize;

/// Limits on each search; by default there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SearchLimits {
    /// The time of a search, and of grounding a problem.
    pub time: Option<Duration>,
    /// The bytes of memory of the whole process.
    pub memory: Option<u64>,
    /// The largest number of expanded states.
    pub max_expansions: Option<u64>,
    /// The largest number of evaluated states.
    pub max_evaluations: Option<u64>,
}

impl SearchLimits {
    /// A limit on evaluated states alone: results depend on no machine.
    pub fn evaluations(most: u64) -> Self {
        Self { max_evaluations: Some(most), ..Self::default() }
    }

    /// The limits of a search that begins now and ends early when `interrupted`.
    pub fn begin(&self, interrupted: &Arc<AtomicBool>) -> Limits {
        let mut budget = Budget::unlimited().with_interrupt(Arc::clone(interrupted));
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(bytes) = self.memory {
            budget = budget.with_memory(bytes);
        }
        Limits { budget, max_expansions: self.max_expansions, max_evaluations: self.max_evaluations }
    }
}
