//! What the program says: answers on standard output, and on standard error what went wrong.

use std::fmt::Display;
use std::io::{self, Write};

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

/// Control characters, and those that reverse the direction of text, would let a file write to the terminal
/// what it likes.
pub(crate) fn printable(text: impl Display) -> String {
    let is_harmful = |c: char| match c {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    };
    text.to_string().replace(is_harmful, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_printed() {
        assert_eq!(printable("a\x1b[2J\x07\r\u{9b}\u{202e}b"), "a�[2J����b");
        assert_eq!(printable("ä\tb\nc"), "ä\tb\nc");
    }
}
