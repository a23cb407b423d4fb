//! Messages to the user: answers on standard output, warnings and errors on standard error.

use std::collections::HashSet;
use std::fmt::{Arguments, Display};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use planner::Progress;
use tools::terminal;

use crate::colour;
use crate::progress_line::{ProgressLine, make_way};

/// Prints lines. Once the reader of the output is gone, it prints nothing more.
#[derive(Debug, Default)]
pub struct Log {
    voice: Voice,
    is_unheard: AtomicBool,
    /// The error that lost a line, except that its reader is gone.
    lost: OnceLock<io::Error>,
    /// The progress line of libraries, once they report progress.
    progress: OnceLock<ProgressLine>,
    /// The warnings so far.
    warnings: Mutex<HashSet<String>>,
}

/// Where lines go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Voice {
    #[default]
    Output,
    Errors,
    /// Only warnings are printed.
    Hushed,
    Silent,
}

impl Log {
    /// Prints one line, or several.
    pub fn line(&self, line: impl Display) {
        if self.is_unheard.load(Ordering::Relaxed) {
            return;
        }
        let line = printable(line);
        let _screen = make_way();
        let said = match self.voice {
            Voice::Output => writeln!(io::stdout(), "{line}"),
            Voice::Errors => writeln!(io::stderr(), "{line}"),
            Voice::Hushed | Voice::Silent => Ok(()),
        };
        let Err(error) = said else { return };
        self.is_unheard.store(true, Ordering::Relaxed);
        if error.kind() != io::ErrorKind::BrokenPipe {
            self.lost.get_or_init(|| error);
        }
    }

    /// The error that lost lines, if one did: whoever reads them would take the rest for all of it. That nobody reads them is none.
    pub fn lost(&self) -> Option<&io::Error> {
        self.lost.get()
    }

    /// Warns, on standard error: once, though a domain is read again with each of its problems.
    pub fn warn(&self, warning: impl Display) {
        let warning = warning.to_string();
        let is_new = || self.warnings.lock().unwrap_or_else(PoisonError::into_inner).insert(warning.clone());
        if self.voice != Voice::Silent && is_new() {
            complain(&warning);
        }
    }

    /// Leaves standard output to a file written there as `-`: lines go to standard error from now on.
    pub fn leave_output(&mut self) {
        if self.voice == Voice::Output {
            self.voice = Voice::Errors;
        }
    }

    /// From now on prints warnings only.
    pub fn hush(&mut self) {
        self.voice = Voice::Hushed;
    }

    /// From now on prints nothing, not even warnings.
    pub fn silence(&mut self) {
        self.voice = Voice::Silent;
    }
}

impl Progress for Log {
    fn line(&self, line: Arguments<'_>) {
        self.line(line);
    }

    fn warn(&self, warning: Arguments<'_>) {
        self.warn(warning);
    }

    fn now(&self, status: Arguments<'_>) {
        self.progress.get_or_init(ProgressLine::new).now(status);
    }
}

/// Without a log, warnings go to standard error, and lines are dropped.
impl Progress for ProgressLine {
    fn warn(&self, warning: Arguments<'_>) {
        complain(warning);
    }

    fn now(&self, status: Arguments<'_>) {
        if status.as_str() == Some("") {
            self.clear();
        } else {
            self.show(status);
        }
    }
}

/// Prints a message on standard error.
pub fn complain(message: impl Display) {
    let _screen = make_way();
    // A failure to write can't be reported anywhere.
    let message = printable(message);
    let message = if colour::is_wanted() { colour::painted(&message) } else { message };
    let _ = writeln!(io::stderr(), "{message}");
}

/// The text made safe for a terminal, whatever file it comes from.
fn printable(text: impl Display) -> String {
    terminal::lines(&text.to_string())
}
