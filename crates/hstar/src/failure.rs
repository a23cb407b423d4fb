//! Why a command ends early.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pddl::{Diagnostic, Severity};

use crate::Exit;
use crate::spec::SpecError;

/// Why a command ends early: the exit code, and what to tell the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The whole message, `error: ` included.
    pub message: String,
}

impl Failure {
    /// A failure with a message that does not yet say that it is an error.
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self { exit, message: format!("error: {message}") }
    }

    /// The failure to write a file.
    pub fn unwritable(exit: Exit, path: &Path, error: &io::Error) -> Self {
        Self::new(exit, format_args!("cannot write {}: {error}", path.display()))
    }

    /// This failure, which came first, and another one.
    #[must_use]
    pub fn and(self, later: &Self) -> Self {
        Self { exit: self.exit, message: format!("{}\n{}", self.message, later.message) }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::new(Exit::SpecError, error)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        let exit = match diagnostic.severity {
            Severity::Unsupported => Exit::Unsupported,
            Severity::Warning | Severity::Error => Exit::InputError,
        };
        Self { exit, message: diagnostic.to_string() }
    }
}
