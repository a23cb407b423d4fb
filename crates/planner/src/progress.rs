//! How long work goes on, for those who want to know.

use std::fmt::Arguments;

/// Hears of what happens in long work. `()` hears nothing.
pub trait Progress: Sync {
    /// Something was done or found out that is worth a line.
    fn line(&self, _line: Arguments<'_>) {}

    /// Something is questionable, though the work goes on. The text says of itself that it is a warning.
    fn warn(&self, _warning: Arguments<'_>) {}

    /// How far the work has come, until something else is told here; an empty text when it is done.
    fn now(&self, _status: Arguments<'_>) {}
}

impl Progress for () {}
