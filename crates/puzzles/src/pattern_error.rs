//! Errors in the patterns of databases: sets of pancakes or blocks, given by their numbers.

use std::fmt;
use std::ops::RangeInclusive;

/// An error in a pattern, or in a set of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A pattern is empty.
    Empty {
        /// The kind of its elements, in the plural: `blocks`.
        things: &'static str,
    },
    /// A set has no patterns.
    EmptySet,
    /// There is no pancake or block of this number.
    NoSuch {
        /// The kind of thing: `block`.
        thing: &'static str,
        /// The number.
        number: u8,
        /// The numbers there are.
        known: RangeInclusive<u8>,
    },
    /// Something is listed twice.
    Twice {
        /// The kind of thing: `block`.
        thing: &'static str,
        /// Its number.
        number: u8,
        /// The list that may have it only once: `a pattern`.
        within: &'static str,
    },
    /// A database would be too large.
    TooLarge {
        /// The kind of its elements, in the plural: `blocks`.
        things: &'static str,
        /// The number of its elements.
        number: usize,
        /// The largest number of entries of a database.
        most: usize,
    },
    /// There are too many patterns.
    TooMany {
        /// The largest number of patterns.
        most: usize,
    },
    /// A database has the wrong number of entries for its pattern.
    Entries {
        /// The number of its entries.
        found: usize,
        /// The right number.
        expected: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Empty { things } => write!(f, "there is a pattern without {things}"),
            Self::EmptySet => f.write_str("there is a set without patterns"),
            Self::NoSuch { thing, number, known } => {
                write!(f, "there is no {thing} {number}, only {} to {}", known.start(), known.end())
            }
            Self::Twice { thing, number, within } => write!(f, "{thing} {number} is in {within} twice"),
            Self::TooLarge { things, number, most } => {
                write!(f, "a database of {number} {things} would have more than {most} entries")
            }
            Self::TooMany { most } => write!(f, "there are more than {most} patterns"),
            Self::Entries { found, expected } => {
                write!(f, "a database has {found} entries instead of {expected}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

/// Checks that each of these numbers is known, and listed only once.
pub(crate) fn check_distinct(
    thing: &'static str,
    known: RangeInclusive<u8>,
    within: &'static str,
    numbers: impl Iterator<Item = u8>,
) -> Result<(), PatternError> {
    let mut seen = 0_u64;
    for number in numbers {
        if !known.contains(&number) {
            return Err(PatternError::NoSuch { thing, number, known });
        }
        if seen >> number & 1 == 1 {
            return Err(PatternError::Twice { thing, number, within });
        }
        seen |= 1 << number;
    }
    Ok(())
}

/// Checks that a database has as many entries as it should have.
pub(crate) fn check_entries(database: &[u8], expected: usize) -> Result<(), PatternError> {
    let found = database.len();
    if found == expected { Ok(()) } else { Err(PatternError::Entries { found, expected }) }
}
