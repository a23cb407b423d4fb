//! The errors of this crate.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use pddl::{Diagnostic, Severity};
use policy::world::NoConjunction;
use search::Exhausted;
use task::GroundError;

use specification::SpecError;

/// An error. `Display` says what could not be done, where and why, and after `= help:` what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    diagnostic: Option<Box<Diagnostic>>,
    refuses_model: bool,
}

/// The kind of an error, for programs that treat them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file or a text can't be read, or is wrong.
    Input,
    /// The input uses something that is not supported.
    Unsupported,
    /// A search is specified wrongly.
    Specification,
    /// Arguments contradict each other, or name something that does not exist.
    Argument,
    /// A state from which provably no moves lead to the goal.
    Unsolvable,
    /// A limit was reached before a search began.
    BeforeSearch(Exhausted),
    /// A limit was reached in a search, or in training.
    Exhausted(Exhausted),
    /// A file can't be written.
    Output,
    /// An internal error.
    Internal,
}

impl Error {
    /// An error with a message.
    pub fn new(kind: ErrorKind, message: impl Display) -> Self {
        Self { kind, message: message.to_string(), diagnostic: None, refuses_model: false }
    }

    /// Its kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The place in PDDL that is wrong, and how, if that is the error.
    pub fn diagnostic(&self) -> Option<&Diagnostic> {
        self.diagnostic.as_deref()
    }

    /// Is it the model that can't be used? Then nothing is wrong with the task, and no search was run.
    pub fn refuses_model(&self) -> bool {
        self.refuses_model
    }

    /// The same, marked as about a model that can't be used.
    #[must_use]
    pub fn of_model(self) -> Self {
        Self { refuses_model: true, ..self }
    }

    /// The failure to write a file.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::new(ErrorKind::Output, format_args!("cannot write {}: {error}", path.display()))
    }

    /// This error, which came first, with another one after it.
    #[must_use]
    pub fn and(self, later: &Self) -> Self {
        Self { message: format!("{self}\nerror: {later}"), ..self }
    }

    /// What should not have gone wrong.
    pub fn internal(error: impl Display) -> Self {
        Self::new(ErrorKind::Internal, error)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Self::new(ErrorKind::Specification, error)
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        let kind = match diagnostic.severity {
            Severity::Unsupported => ErrorKind::Unsupported,
            Severity::Warning | Severity::Error => ErrorKind::Input,
        };
        Self { diagnostic: Some(Box::new(diagnostic.clone())), ..Self::new(kind, diagnostic) }
    }
}

impl From<NoConjunction> for Error {
    fn from(error: NoConjunction) -> Self {
        let message = format_args!("{error}\n  = help: hstar plan finds a plan without --model");
        Self::new(ErrorKind::Unsupported, message)
    }
}

impl From<GroundError> for Error {
    fn from(error: GroundError) -> Self {
        let kind = match &error {
            GroundError::Exhausted { limit, .. } => ErrorKind::BeforeSearch(*limit),
            GroundError::Input(_) => ErrorKind::Input,
            GroundError::Unsupported(_) => ErrorKind::Unsupported,
        };
        Self::new(kind, error)
    }
}
