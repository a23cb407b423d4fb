//! Why no data set was made.

use std::fmt::{self, Display};

use super::PartsError;
use crate::TaskError;

/// Why no data set was made.
#[derive(Debug)]
pub enum LabelError {
    /// The user asked to stop; finished jobs are kept.
    Interrupted,
    /// A problem can't be grounded.
    Task {
        /// The problem's name.
        problem: String,
        /// The reason.
        error: TaskError,
    },
    /// The teacher does not support a problem.
    Teacher {
        /// The problem's name.
        problem: String,
        /// The reason.
        error: String,
    },
    /// There is no heuristic of this name.
    UnknownHeuristic(String),
    /// The parts can't be read or written.
    Parts(PartsError),
}

impl From<PartsError> for LabelError {
    fn from(error: PartsError) -> Self {
        Self::Parts(error)
    }
}

impl Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Task { error, .. } => error.fmt(f),
            Self::Teacher { problem, error } => write!(f, "{problem}: {error}"),
            Self::UnknownHeuristic(name) => write!(f, "there is no heuristic `{name}`"),
            Self::Parts(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LabelError {}
