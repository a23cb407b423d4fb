//! The limits of a call.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hstar::Budget;
use pyo3::prelude::*;

use crate::error::wrong;

/// A budget of seconds and bytes, and the flag that ends what heeds it.
pub fn budget(time: Option<f64>, memory: Option<u64>) -> PyResult<(Budget, Arc<AtomicBool>)> {
    let flag = Arc::<AtomicBool>::default();
    let mut budget = Budget::unlimited().with_interrupt(Arc::clone(&flag));
    if let Some(seconds) = time {
        budget = budget.with_time(duration(seconds)?);
    }
    if let Some(bytes) = memory {
        budget = budget.with_memory(bytes);
    }
    Ok((budget, flag))
}

/// The duration of so many seconds.
pub fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| wrong(format_args!("{seconds} is no time limit: {error}")))
}
