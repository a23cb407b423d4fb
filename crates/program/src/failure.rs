//! Failures of commands.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pddl::{Diagnostic, Severity};
use planner::{Error, ErrorKind, SpecError};
use search::StopReason;

use crate::Exit;
use crate::stats::Status;

/// The failure of a command: the exit code, and the message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The whole message, `error: ` included.
    pub message: String,
    /// The status in statistics.
    pub status: Status,
}

impl Failure {
    /// A failure with a message, to which `error: ` is added.
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self { exit, message: without_numbers(&format!("error: {message}")), status: exit.into() }
    }

    /// The same, for a model that can't be used: nothing is wrong with the task, and no search was run.
    #[must_use]
    pub fn of_model(self) -> Self {
        Self { status: Status::ModelRefused, ..self }
    }

    /// The failure to write a file.
    pub fn unwritable(exit: Exit, path: &Path, error: &io::Error) -> Self {
        Self::new(exit, format_args!("cannot write {}: {error}", path.display()))
    }

    /// This failure, which came first, with another one after it.
    #[must_use]
    pub fn and(self, later: &Self) -> Self {
        Self { message: format!("{}\n{}", self.message, later.message), ..self }
    }
}

/// The operating system's message for an error, as in `No such file or directory (os error 2)`, without the number.
fn without_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix(')') {
            Some(rest) => text.push_str(rest),
            None => text.extend([" (os error ", part]),
        }
    }
    text
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::new(Exit::SpecError, error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let exit = match error.kind() {
            ErrorKind::Input => Exit::InputError,
            ErrorKind::Unsupported => Exit::Unsupported,
            ErrorKind::Specification => Exit::SpecError,
            ErrorKind::Argument => Exit::Usage,
            ErrorKind::Unsolvable => Exit::Unsolvable,
            ErrorKind::BeforeSearch(limit) => Exit::before_search(limit),
            ErrorKind::Exhausted(limit) => StopReason::Exhausted(limit).into(),
            ErrorKind::Output | ErrorKind::Internal => Exit::SearchCritical,
        };
        let failure = match error.diagnostic() {
            Some(diagnostic) => diagnostic.clone().into(),
            None => Self::new(exit, &error),
        };
        if error.refuses_model() { failure.of_model() } else { failure }
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        let exit = match diagnostic.severity {
            Severity::Unsupported => Exit::Unsupported,
            Severity::Warning | Severity::Error => Exit::InputError,
        };
        Self { exit, message: diagnostic.to_string(), status: exit.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_operating_system_have_no_numbers() {
        let error = io::Error::from_raw_os_error(2);
        let said =
            Failure::new(Exit::InputError, format_args!("cannot read a: {error}\n  = help: b")).message;
        assert_eq!(said, "error: cannot read a: No such file or directory\n  = help: b");
        assert_eq!(without_numbers("a (os error b) (os error 3"), "a (os error b) (os error 3");
    }
}
