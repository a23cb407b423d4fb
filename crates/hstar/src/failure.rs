//! Why a command ends early.

use std::fmt::Display;

use pddl::{Diagnostic, Severity};

use crate::Exit;

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
