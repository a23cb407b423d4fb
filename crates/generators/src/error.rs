//! The errors of generators.

use std::fmt;

use crate::{Domain, OutOfRange};

/// The reason for which there is no problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The domain has no parameter of this name.
    UnknownParameter {
        /// The domain.
        domain: &'static Domain,
        /// The name.
        name: String,
    },
    /// A parameter is out of its range.
    OutOfRange(OutOfRange),
    /// The parameters contradict each other; says how.
    Contradiction(String),
    /// No draw was solvable and not already solved.
    NoneFound {
        /// How many problems were drawn.
        draws: u32,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownParameter { domain, name } => {
                let names: Vec<&str> = domain.parameters.iter().map(|parameter| parameter.name).collect();
                write!(f, "{} has no parameter `{name}`; it has {}", domain.name, names.join(", "))
            }
            Self::OutOfRange(error) => error.fmt(f),
            Self::Contradiction(why) => f.write_str(why),
            Self::NoneFound { draws } => {
                write!(
                    f,
                    "of {draws} problems drawn with these parameters, none is both solvable and unsolved"
                )
            }
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<OutOfRange> for GenerateError {
    fn from(error: OutOfRange) -> Self {
        Self::OutOfRange(error)
    }
}
