//! Parsing and checking stacks, and random ones.

use super::{Pancakes, State};
use rand::Rng;
use std::fmt;

/// Why a stack of pancakes is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceError {
    /// Something is not a number.
    NotANumber {
        /// The text in its place.
        found: String,
    },
    /// There are too few or too many numbers.
    Count {
        /// Their number.
        found: usize,
        /// The number of pancakes.
        size: usize,
    },
    /// A number is greater than that of any pancake.
    NoSuchPancake {
        /// The number.
        pancake: u8,
        /// The greatest there is.
        greatest: u8,
    },
    /// A pancake is there twice.
    Twice {
        /// The pancake.
        pancake: u8,
    },
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotANumber { found } => write!(f, "`{found}` is not the number of a pancake"),
            Self::Count { found, size } => {
                write!(f, "{found} numbers for {size} pancakes (from the top down, 0 for the smallest)")
            }
            Self::NoSuchPancake { pancake, greatest } => {
                write!(f, "there is no pancake {pancake}, only 0 to {greatest}")
            }
            Self::Twice { pancake } => write!(f, "pancake {pancake} is there twice"),
        }
    }
}

impl std::error::Error for InstanceError {}

impl Pancakes {
    /// The stack with these pancakes, from the top down.
    ///
    /// # Errors
    /// Says what is wrong unless every pancake is there once.
    pub fn state(&self, pancakes: &[u8]) -> Result<State, InstanceError> {
        if pancakes.len() != self.size() {
            return Err(InstanceError::Count { found: pancakes.len(), size: self.size() });
        }
        let mut seen = 0_u32;
        for &pancake in pancakes {
            if pancake >= self.size {
                return Err(InstanceError::NoSuchPancake { pancake, greatest: self.size - 1 });
            }
            if seen >> pancake & 1 == 1 {
                return Err(InstanceError::Twice { pancake });
            }
            seen |= 1 << pancake;
        }
        let mut state = self.goal();
        state.pancakes[..self.size()].copy_from_slice(pancakes);
        Ok(state)
    }

    /// Parses a stack: numbers with commas or space between them.
    ///
    /// # Errors
    /// As for [`state`](Self::state).
    pub fn parse(&self, text: &str) -> Result<State, InstanceError> {
        let fields = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|field| !field.is_empty());
        let number =
            |field: &str| field.parse().map_err(|_| InstanceError::NotANumber { found: field.into() });
        self.state(&fields.map(number).collect::<Result<Vec<u8>, _>>()?)
    }

    /// A stack drawn uniformly.
    pub fn random(&self, rng: &mut impl Rng) -> State {
        let mut state = self.goal();
        for place in (1..self.size()).rev() {
            state.pancakes.swap(place, rng.random_range(0..=place));
        }
        state
    }
}

impl State {
    /// The pancakes in one line, as [`Pancakes::parse`] reads them.
    pub fn line(&self) -> String {
        let pancakes: Vec<String> = self.pancakes().iter().map(u8::to_string).collect();
        pancakes.join(",")
    }
}
