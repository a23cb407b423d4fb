//! Reports on the progress of long work.

use std::fmt::Arguments;

/// Is told the progress of long work. `()` ignores it.
pub trait Progress: Sync {
    /// A line about a step or a result.
    fn line(&self, _line: Arguments<'_>) {}

    /// A warning about something questionable; the work goes on. The text says itself that it is a warning.
    fn warn(&self, _warning: Arguments<'_>) {}

    /// The current status, until the next one; an empty text when the work is done.
    fn now(&self, _status: Arguments<'_>) {}
}

impl Progress for () {}
