//! Patterns: some of the pancakes.

use crate::pancake::Pancakes;
use crate::permutation;
use std::fmt;

/// Some of the pancakes of a stack. A database has the least cost for every way they may be placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pancakes: Vec<u8>,
    size: u8,
    entries: usize,
}

/// What is wrong with a pattern or a set of patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A pattern has no pancakes, or a set no patterns.
    Empty,
    /// A number is greater than that of any pancake.
    NoSuchPancake {
        /// The number.
        pancake: u8,
        /// The greatest there is.
        greatest: usize,
    },
    /// A pancake is there twice; costs could not be added.
    Twice {
        /// The pancake.
        pancake: u8,
    },
    /// A database would be too large.
    TooLarge {
        /// The number of pancakes in the pattern.
        pancakes: usize,
    },
    /// There are too many patterns.
    TooMany {
        /// The greatest number there may be.
        most: usize,
    },
    /// A database is not that of its pattern.
    Entries {
        /// How many entries there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is a pattern without pancakes or a set without patterns"),
            Self::NoSuchPancake { pancake, greatest } => {
                write!(f, "there is no pancake {pancake}, only 0 to {greatest}")
            }
            Self::Twice { pancake } => write!(f, "pancake {pancake} is in a set of patterns twice"),
            Self::TooLarge { pancakes } => {
                write!(f, "a database of {pancakes} pancakes would have more than {} entries", Pattern::MOST)
            }
            Self::TooMany { most } => write!(f, "there are more than {most} patterns"),
            Self::Entries { found, expected } => {
                write!(f, "a database has {found} entries instead of {expected}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// The greatest number of entries of a database.
    pub const MOST: usize = 1 << 31;

    /// The pattern of these pancakes.
    ///
    /// # Errors
    /// Says what is wrong if there are none, one is twice or not at all among those of the space, or there are too
    /// many for a database.
    pub fn new(space: &Pancakes, pancakes: &[u8]) -> Result<Self, PatternError> {
        if pancakes.is_empty() {
            return Err(PatternError::Empty);
        }
        check_distinct(space, pancakes.iter().copied())?;
        let entries = permutation::arrangements(space.size(), pancakes.len())
            .filter(|&entries| entries <= Self::MOST)
            .ok_or(PatternError::TooLarge { pancakes: pancakes.len() })?;
        Ok(Self { pancakes: pancakes.to_vec(), size: space.size, entries })
    }

    /// Its pancakes.
    pub fn pancakes(&self) -> &[u8] {
        &self.pancakes
    }

    /// The number of pancakes in a stack.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// Could this be its database?
    pub(super) fn check(&self, database: &[u8]) -> Result<(), PatternError> {
        let (found, expected) = (database.len(), self.entries);
        if found == expected { Ok(()) } else { Err(PatternError::Entries { found, expected }) }
    }

    /// A name for its database, of letters, digits and hyphens.
    pub fn name(&self) -> String {
        let pancakes: Vec<String> = self.pancakes.iter().map(u8::to_string).collect();
        format!("pancake-{}-additive-{}", self.size, pancakes.join("-"))
    }

    /// The number of entries of its database.
    pub fn entries(&self) -> usize {
        self.entries
    }
}

/// Checks that each of these pancakes is there, and only once.
pub(super) fn check_distinct(
    space: &Pancakes,
    pancakes: impl Iterator<Item = u8>,
) -> Result<(), PatternError> {
    let mut seen = 0_u32;
    for pancake in pancakes {
        if usize::from(pancake) >= space.size() {
            return Err(PatternError::NoSuchPancake { pancake, greatest: space.size() - 1 });
        }
        if seen >> pancake & 1 == 1 {
            return Err(PatternError::Twice { pancake });
        }
        seen |= 1 << pancake;
    }
    Ok(())
}
