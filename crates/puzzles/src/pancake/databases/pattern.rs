//! Patterns: subsets of the pancakes.

use crate::PatternError;
use crate::pancake::Pancakes;
use crate::pattern_error::{self, check_entries};
use crate::permutation;

/// A subset of the pancakes of a stack. A database has the least cost for each of their placements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pancakes: Vec<u8>,
    size: u8,
    entries: usize,
}

impl Pattern {
    /// The largest number of entries of a database.
    pub const MOST: usize = 1 << 31;

    /// The pattern of these pancakes.
    ///
    /// # Errors
    /// If there are none, one is listed twice or not a pancake of the space, or the database would be too large.
    pub fn new(space: &Pancakes, pancakes: &[u8]) -> Result<Self, PatternError> {
        if pancakes.is_empty() {
            return Err(PatternError::Empty { things: "pancakes" });
        }
        check_distinct(space, pancakes.iter().copied())?;
        let entries = permutation::arrangements(space.size(), pancakes.len())
            .filter(|&entries| entries <= Self::MOST)
            .ok_or(PatternError::TooLarge { things: "pancakes", number: pancakes.len(), most: Self::MOST })?;
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

    /// Checks that a database has as many entries as this pattern's.
    pub(super) fn check(&self, database: &[u8]) -> Result<(), PatternError> {
        check_entries(database, self.entries)
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

/// Checks that each of these pancakes is one of the stack, and listed only once: else costs could not be added.
pub(super) fn check_distinct(
    space: &Pancakes,
    pancakes: impl Iterator<Item = u8>,
) -> Result<(), PatternError> {
    pattern_error::check_distinct("pancake", 0..=space.size - 1, "a set of patterns", pancakes)
}
