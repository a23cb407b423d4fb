//! What the program says: answers on standard output, and on standard error what went wrong.

use std::fmt::{Arguments, Display};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use planner::Progress;
use tools::terminal;

use crate::colour;
use crate::progress_line::{ProgressLine, make_way};

/// Says lines. Once nobody listens any more, it says nothing.
#[derive(Debug, Default)]
pub struct Log {
    voice: Voice,
    is_unheard: AtomicBool,
    /// What libraries tell of how far they have come, once they tell it.
    progress: OnceLock<ProgressLine>,
}

/// Where lines go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Voice {
    #[default]
    Output,
    Errors,
    /// Warnings alone are heard.
    Hushed,
    Silent,
}

impl Log {
    /// Says one line, or several.
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
        self.is_unheard.store(said.is_err(), Ordering::Relaxed);
    }

    /// Warns, on standard error.
    pub fn warn(&self, warning: impl Display) {
        if self.voice != Voice::Silent {
            complain(warning);
        }
    }

    /// Leaves standard output to what is written there as a file `-`: what is said from now on goes to standard error.
    pub fn leave_output(&mut self) {
        if self.voice == Voice::Output {
            self.voice = Voice::Errors;
        }
    }

    /// From now on warns, and says nothing else.
    pub fn hush(&mut self) {
        self.voice = Voice::Hushed;
    }

    /// From now on says nothing, and does not warn either.
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

/// Without a log: warnings go to standard error, and there is nobody to read lines.
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

/// Says something on standard error.
pub fn complain(message: impl Display) {
    let _screen = make_way();
    // There is nobody to tell that nobody listens.
    let message = printable(message);
    let message = if colour::is_wanted() { colour::painted(&message) } else { message };
    let _ = writeln!(io::stderr(), "{message}");
}

/// The text as a terminal may have it, whatever files it is from.
fn printable(text: impl Display) -> String {
    terminal::lines(&text.to_string())
}
