//! What the program says: answers on standard output, and on standard error what went wrong.

use std::fmt::Display;
use std::io::{self, Write};

use tools::terminal;

use crate::colour;
use crate::progress::make_way;

/// Says lines. Once nobody listens any more, it says nothing.
#[derive(Debug, Default)]
pub struct Log {
    voice: Voice,
    is_unheard: bool,
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
    pub fn line(&mut self, line: impl Display) {
        if self.is_unheard {
            return;
        }
        let line = printable(line);
        let _screen = make_way();
        self.is_unheard = match self.voice {
            Voice::Output => writeln!(io::stdout(), "{line}").is_err(),
            Voice::Errors => writeln!(io::stderr(), "{line}").is_err(),
            Voice::Hushed | Voice::Silent => false,
        };
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

/// Says something on standard error.
pub fn complain(message: impl Display) {
    let _screen = make_way();
    // There is nobody to tell that nobody listens.
    let message = printable(message);
    let message = if colour::is_wanted() { colour::painted(&message) } else { message };
    let _ = writeln!(io::stderr(), "{message}");
}

/// The text as a terminal may have it, whatever files it is from.
pub(crate) fn printable(text: impl Display) -> String {
    terminal::lines(&text.to_string())
}
