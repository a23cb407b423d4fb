//! Parsing and checking states.

use super::{Blocks, State, TABLE};
use std::fmt;

/// Why a state is invalid.
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
        /// The number of blocks.
        size: usize,
    },
    /// A number is greater than that of any block.
    NoSuchBlock {
        /// The number.
        block: u8,
        /// The greatest there is.
        greatest: u8,
    },
    /// Two blocks are on the same one.
    Shared {
        /// The two.
        blocks: [u8; 2],
        /// The block below both.
        below: u8,
    },
    /// A block rests on others that rest on it.
    Circle {
        /// The block.
        block: u8,
    },
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotANumber { found } => write!(f, "`{found}` is not the number of a block"),
            Self::Count { found, size } => {
                write!(f, "{found} numbers for {size} blocks (what each block is on, 0 for the table)")
            }
            Self::NoSuchBlock { block, greatest } => {
                write!(f, "there is no block {block}, only 1 to {greatest}, and 0 for the table")
            }
            Self::Shared { blocks: [first, second], below } => {
                write!(f, "blocks {first} and {second} are both on block {below}")
            }
            Self::Circle { block } => write!(f, "block {block} is not above the table, but above itself"),
        }
    }
}

impl std::error::Error for InstanceError {}

impl Blocks {
    /// The state in which block 1 is on the first of these, block 2 on the second, and so on; 0 is the table.
    ///
    /// # Errors
    /// Says what is wrong unless these are towers.
    pub fn state(&self, below: &[u8]) -> Result<State, InstanceError> {
        if below.len() != self.size() {
            return Err(InstanceError::Count { found: below.len(), size: self.size() });
        }
        if let Some(&block) = below.iter().find(|&&block| block > self.size) {
            return Err(InstanceError::NoSuchBlock { block, greatest: self.size });
        }
        let mut above = [TABLE; Self::MOST + 1];
        for (block, &below) in (1..).zip(below).filter(|&(_, &below)| below != TABLE) {
            match std::mem::replace(&mut above[usize::from(below)], block) {
                TABLE => {}
                other => return Err(InstanceError::Shared { blocks: [other, block], below }),
            }
        }
        let state = self.with(|block| below[usize::from(block) - 1]);
        // With at most one block on each, any block outside the towers on the table is in a circle.
        let mut in_towers = 0_u32;
        state.towers().into_iter().flatten().for_each(|block| in_towers |= 1 << block);
        match (1..=self.size).find(|&block| in_towers >> block & 1 == 0) {
            None => Ok(state),
            Some(block) => Err(InstanceError::Circle { block }),
        }
    }

    /// Parses a state: the block below each block, with commas or space between the numbers.
    ///
    /// # Errors
    /// As for [`state`](Self::state).
    pub fn parse(&self, text: &str) -> Result<State, InstanceError> {
        let fields = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|field| !field.is_empty());
        let number =
            |field: &str| field.parse().map_err(|_| InstanceError::NotANumber { found: field.into() });
        self.state(&fields.map(number).collect::<Result<Vec<u8>, _>>()?)
    }
}

impl State {
    /// The block below each block in one line, as [`Blocks::parse`] reads it.
    pub fn line(&self) -> String {
        let below: Vec<String> = (1..=self.size).map(|block| self.below(block).to_string()).collect();
        below.join(",")
    }
}
