//! The resources of work.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use data::label::Resources;
use planner::{Error, ErrorKind, Progress};
use search::{Budget, Exhausted};

/// The resources of work, and its observer.
pub struct Context<'a> {
    /// Ends the work early.
    pub interrupted: Arc<AtomicBool>,
    /// No limit except interruption.
    pub budget: Budget,
    /// How many threads work; results are the same for any number.
    pub threads: usize,
    /// Is told the progress.
    pub progress: &'a dyn Progress,
}

impl<'a> Context<'a> {
    /// With a flag that ends the work early.
    pub fn new(interrupted: Arc<AtomicBool>, threads: usize, progress: &'a dyn Progress) -> Self {
        let budget = Budget::unlimited().with_interrupt(Arc::clone(&interrupted));
        Self { interrupted, budget, threads, progress }
    }

    /// All threads for labelling states, within `time` if that is given.
    pub(crate) fn for_labelling(&self, time: Option<Duration>) -> Resources {
        let threads = NonZero::new(self.threads).unwrap_or(NonZero::<usize>::MIN);
        Resources { threads, time, interrupted: Arc::clone(&self.interrupted) }
    }

    /// An error if the work has been interrupted.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.budget.check().map_err(|_| interrupted())
    }
}

/// The error for interrupted work.
pub(crate) fn interrupted() -> Error {
    Error::new(ErrorKind::Exhausted(Exhausted::Interrupted), "interrupted")
}
