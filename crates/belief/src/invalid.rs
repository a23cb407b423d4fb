//! Why numbers are no distribution.

use std::{error, fmt};

/// Why numbers are no distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Invalid {
    /// The mean, μ or value is not a number, or not finite where it has to be.
    Location(f64),
    /// The standard deviation is not finite and above zero.
    Deviation(f64),
    /// The lower bound is not below the upper one.
    Bounds(f64, f64),
    /// There are no probabilities at all.
    Empty,
}

impl fmt::Display for Invalid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Location(value) => write!(out, "a location has to be finite, not {value}"),
            Self::Deviation(value) => {
                write!(out, "a standard deviation has to be finite and above zero, not {value}")
            }
            Self::Bounds(lower, upper) => {
                write!(out, "the lower bound has to be below the upper one, not {lower} with {upper}")
            }
            Self::Empty => write!(out, "a categorical distribution needs at least one probability"),
        }
    }
}

impl error::Error for Invalid {}
