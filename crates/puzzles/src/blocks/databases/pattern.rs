//! Patterns: subsets of the blocks, and the numbering of their abstract states.

use super::shapes::Shapes;
use crate::PatternError;
use crate::blocks::Blocks;
use crate::pattern_error::{check_distinct, check_entries};
use crate::permutation;

/// A subset of the blocks. A database has the least cost for every abstract state. There, all other blocks look alike,
/// and towers without a block of the pattern differ by their heights only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    blocks: Vec<u8>,
    size: u8,
    placements: usize,
    entries: usize,
}

/// Where a block of a pattern is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub(super) tower: u8,
    /// The number of blocks in that tower.
    pub(super) height: u8,
    /// The number of blocks below it.
    pub(super) level: u8,
}

impl Pattern {
    /// The largest number of entries of a database.
    pub const MOST: usize = 1 << 31;

    /// The pattern of these blocks.
    ///
    /// # Errors
    /// If there are none, one is listed twice or not a block of the space, or the database would be too large.
    pub fn new(space: &Blocks, blocks: &[u8]) -> Result<Self, PatternError> {
        if blocks.is_empty() {
            return Err(PatternError::Empty { things: "blocks" });
        }
        check_distinct("block", 1..=space.size, "a pattern", blocks.iter().copied())?;
        let too_large = PatternError::TooLarge { things: "blocks", number: blocks.len(), most: Self::MOST };
        let placements = permutation::arrangements(space.size(), blocks.len()).ok_or(too_large.clone())?;
        let entries = placements
            .checked_mul(Shapes::count(space.size()))
            .filter(|&entries| entries <= Self::MOST)
            .ok_or(too_large)?;
        Ok(Self { blocks: blocks.to_vec(), size: space.size, placements, entries })
    }

    /// Its blocks.
    pub fn blocks(&self) -> &[u8] {
        &self.blocks
    }

    /// The number of all blocks.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// Checks that a database has as many entries as this pattern's.
    pub(super) fn check(&self, database: &[u8]) -> Result<(), PatternError> {
        check_entries(database, self.entries)
    }

    /// A name for its database, of letters, digits and hyphens.
    pub fn name(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(u8::to_string).collect();
        format!("blocks-{}-abstract-{}", self.size, blocks.join("-"))
    }

    /// The number of entries of its database; some belong to no abstract state.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The number of ways to place its blocks in a shape.
    pub(super) fn placements(&self) -> usize {
        self.placements
    }

    /// The entry of an abstract state.
    ///
    /// Towers of equal height are put into a canonical order: first those with blocks of the pattern, in the pattern's order.
    #[inline(always)]
    pub(super) fn entry(&self, shapes: &Shapes, shape: u16, spot: impl Fn(usize) -> Spot) -> usize {
        let mut next = *shapes.starts(shape);
        let mut starts = [u8::MAX; Blocks::MOST + 1];
        let mut places = [0; Blocks::MOST];
        let places = &mut places[..self.blocks.len()];
        for (index, place) in places.iter_mut().enumerate() {
            let Spot { tower, height, level } = spot(index);
            let start = &mut starts[usize::from(tower)];
            if *start == u8::MAX {
                *start = next[usize::from(height)];
                next[usize::from(height)] += height;
            }
            *place = *start + level;
        }
        let placement = permutation::rank(places, self.size());
        usize::from(shape) * self.placements + placement
    }
}
