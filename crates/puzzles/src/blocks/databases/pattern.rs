//! Patterns: some of the blocks.

use super::shapes::Shapes;
use crate::blocks::Blocks;
use crate::permutation;
use std::fmt;

/// Some of the blocks. A database has the least cost for every abstract state, in which all other blocks look alike,
/// and towers without a block of the pattern are told apart by their heights only.
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

/// What is wrong with a pattern, or with several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A pattern has no blocks.
    Empty,
    /// A number is not that of a block.
    NoSuchBlock {
        /// The number.
        block: u8,
        /// The greatest there is.
        greatest: u8,
    },
    /// A block is there twice.
    Twice {
        /// The block.
        block: u8,
    },
    /// A database would be too large.
    TooLarge {
        /// The number of blocks in the pattern.
        blocks: usize,
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
            Self::Empty => f.write_str("there is a pattern without blocks"),
            Self::NoSuchBlock { block, greatest } => {
                write!(f, "there is no block {block}, only 1 to {greatest}")
            }
            Self::Twice { block } => write!(f, "block {block} is in a pattern twice"),
            Self::TooLarge { blocks } => {
                write!(f, "a database of {blocks} blocks would have more than {} entries", Pattern::MOST)
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

    /// The pattern of these blocks.
    ///
    /// # Errors
    /// Says what is wrong if there are none, one is twice or not at all among those of the space, or there are too
    /// many for a database.
    pub fn new(space: &Blocks, blocks: &[u8]) -> Result<Self, PatternError> {
        if blocks.is_empty() {
            return Err(PatternError::Empty);
        }
        let mut seen = 0_u32;
        for &block in blocks {
            if block == 0 || block > space.size {
                return Err(PatternError::NoSuchBlock { block, greatest: space.size });
            }
            if seen >> block & 1 == 1 {
                return Err(PatternError::Twice { block });
            }
            seen |= 1 << block;
        }
        let too_large = PatternError::TooLarge { blocks: blocks.len() };
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

    /// Could this be its database?
    pub(super) fn check(&self, database: &[u8]) -> Result<(), PatternError> {
        let (found, expected) = (database.len(), self.entries);
        if found == expected { Ok(()) } else { Err(PatternError::Entries { found, expected }) }
    }

    /// A name for its database, of letters, digits and hyphens.
    pub fn name(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(u8::to_string).collect();
        format!("blocks-{}-abstract-{}", self.size, blocks.join("-"))
    }

    /// The number of entries of its database; not all of them are abstract states.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// The number of ways to place its blocks in a shape.
    pub(super) fn placements(&self) -> usize {
        self.placements
    }

    /// The entry of an abstract state.
    ///
    /// Of towers of the same height, those come first that have blocks of the pattern, in the order of the pattern.
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
