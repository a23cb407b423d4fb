//! What work is done with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use planner::{Error, ErrorKind, Progress};
use search::{Budget, Exhausted};

/// What work is done with, and who wants to know of it.
pub struct Context<'a> {
    /// Ends the work early.
    pub interrupted: Arc<AtomicBool>,
    /// No limit but being interrupted.
    pub budget: Budget,
    /// How many threads work; results are the same for any number.
    pub threads: usize,
    /// Hears how the work goes.
    pub progress: &'a dyn Progress,
}

impl<'a> Context<'a> {
    /// With a flag that ends the work early.
    pub fn new(interrupted: Arc<AtomicBool>, threads: usize, progress: &'a dyn Progress) -> Self {
        let budget = Budget::unlimited().with_interrupt(Arc::clone(&interrupted));
        Self { interrupted, budget, threads, progress }
    }

    /// Goes on unless the work has been interrupted.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.budget.check().map_err(|_| interrupted())
    }
}

/// The work has been interrupted.
pub(crate) fn interrupted() -> Error {
    Error::new(ErrorKind::Exhausted(Exhausted::Interrupted), "interrupted")
}
