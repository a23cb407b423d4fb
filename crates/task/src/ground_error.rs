//! Why a problem could not be grounded.

use search::Exhausted;
use std::fmt;

/// Why a problem could not be grounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    /// A limit was reached.
    Exhausted {
        /// Which one.
        limit: Exhausted,
        /// How far the work had come.
        progress: String,
    },
    /// The problem is not well-formed.
    Input(String),
    /// The problem needs something that is not supported.
    Unsupported(String),
}

impl GroundError {
    pub(crate) fn exhausted(limit: Exhausted, operators: usize) -> Self {
        Self::Exhausted { limit, progress: format!("{operators} operators instantiated") }
    }
}

impl fmt::Display for GroundError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted { limit, progress } => {
                write!(out, "{limit} while grounding: {progress} so far")
            }
            Self::Input(message) => out.write_str(message),
            Self::Unsupported(what) => write!(out, "not supported: {what}"),
        }
    }
}

impl std::error::Error for GroundError {}
