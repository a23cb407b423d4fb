//! Measuring how long work takes.

use std::time::{Duration, Instant};

/// Runs `work` and returns its result and how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
