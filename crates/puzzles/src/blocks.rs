//! The blocks world without an arm: towers on a table are to become one tower, by moving one block at a time.

pub mod databases;
mod exact;
mod instance;
mod misplaced;
pub mod pddl;
mod picture;
mod rank;
#[cfg(test)]
mod tests;

pub use databases::Databases;
pub use exact::Exact;
pub use instance::InstanceError;
pub use misplaced::Misplaced;

use crate::Packed;
use crate::fields::Fields;
use search::{Action, Reversible};

/// The space of all ways to build towers of `size` blocks. A move takes a clear block to the table or onto another
/// clear block, and costs 1; the goal is a single tower, with block 1 on the table and every other block on its
/// predecessor by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    size: u8,
}

/// Towers of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// By block: the block below it, or [`TABLE`].
    below: [u8; Blocks::MOST + 1],
    /// A bit for every clear block, that is, one with nothing on it.
    clear: u32,
    size: u8,
}

/// The number of the table, in the place of a block's.
pub const TABLE: u8 = 0;

/// A move of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The block.
    pub block: u8,
    /// The block it leaves, or the table.
    pub from: u8,
    /// The block it comes onto, or the table.
    pub to: u8,
}

impl Blocks {
    /// The greatest number of blocks.
    pub const MOST: usize = 30;

    /// The space of towers of `size` blocks; `None` unless that is 1 to [`MOST`](Self::MOST).
    pub fn new(size: usize) -> Option<Self> {
        (1..=Self::MOST).contains(&size).then_some(Self { size: size as u8 })
    }

    /// The number of blocks.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The single tower.
    pub fn goal(&self) -> State {
        self.with(|block| block - 1)
    }

    /// The state in which `below` gives the block below each.
    fn with(&self, below: impl Fn(u8) -> u8) -> State {
        let mut state = State { below: [TABLE; Self::MOST + 1], clear: 0, size: self.size };
        for block in 1..=self.size {
            state.clear |= 1 << block;
            state.below[usize::from(block)] = below(block);
        }
        for block in 1..=self.size {
            state.clear &= !(1 << state.below(block));
        }
        state
    }

    fn fields(&self) -> Fields {
        Fields::new(self.size(), self.size())
    }
}

impl State {
    /// The block below a block, or [`TABLE`].
    #[inline(always)]
    pub fn below(&self, block: u8) -> u8 {
        self.below[usize::from(block)]
    }

    /// Is a block clear?
    #[inline(always)]
    pub fn is_clear(&self, block: u8) -> bool {
        self.clear >> block & 1 == 1
    }

    /// The number of blocks.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The towers, each from bottom to top, in the order of their top blocks.
    pub fn towers(&self) -> Vec<Vec<u8>> {
        let tower = |top: u8| {
            let mut tower: Vec<u8> = std::iter::successors(Some(top), |&block| match self.below(block) {
                TABLE => None,
                below => Some(below),
            })
            .collect();
            tower.reverse();
            tower
        };
        bits(self.clear).map(tower).collect()
    }

    #[inline(always)]
    fn put(&mut self, block: u8, from: u8, to: u8) {
        self.below[usize::from(block)] = to;
        self.clear |= 1 << from;
        self.clear &= !(1 << to);
        self.clear &= !(1 << TABLE);
    }
}

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl Reversible for Blocks {
    type State = State;
    type Move = Move;

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        state.clear == 1 << self.size && (1..=self.size).all(|block| state.below(block) == block - 1)
    }

    /// After a move, these are pruned beside its inverse, and the goal is still reached at least cost:
    /// - Moves of the same block: one move does the same as the two. The block can go to the second destination at
    ///   once, since the first move clears nothing but the block that it leaves.
    /// - Moves of a block with a lower number that could have been made before. Of all plans that differ only in the
    ///   order of independent moves, the one with the lower numbers first remains.
    #[inline(always)]
    fn moves(&self, state: &State, last: Option<Move>) -> impl Iterator<Item = Move> {
        let state = *state;
        bits(state.clear).flat_map(move |block| {
            let from = state.below(block);
            let to = (state.clear & !(1 << block)) | u32::from(from != TABLE) << TABLE;
            bits(to & last.map_or(u32::MAX, |last| last.followed_by(block))).map(move |to| Move {
                block,
                from,
                to,
            })
        })
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, made: Move) {
        state.put(made.block, made.from, made.to);
    }

    #[inline(always)]
    fn inverse(&self, made: Move) -> Move {
        Move { from: made.to, to: made.from, ..made }
    }
}

impl Move {
    /// A bit for each destination that a block may be moved to after this move.
    #[inline(always)]
    fn followed_by(self, block: u8) -> u32 {
        // These two destinations depend on this move: the block that it cleared, and the block that it moved. The table is
        // always free.
        let because_of_this = (1 << self.from | 1 << self.block) & !(1 << TABLE);
        match block {
            block if block == self.block => 0,
            block if block > self.block || block == self.from => u32::MAX,
            _ => because_of_this,
        }
    }
}

impl Packed for Blocks {
    fn words(&self) -> usize {
        self.fields().words()
    }

    fn write(&self, state: &State, words: &mut [u64]) {
        self.fields().write(&state.below[1..], words);
    }

    fn read(&self, words: &[u64]) -> State {
        let mut below = [TABLE; Self::MOST];
        self.fields().read(words, &mut below);
        self.with(|block| below[usize::from(block) - 1])
    }

    fn action(&self, made: Move) -> Action {
        u32::from_be_bytes([0, made.block, made.from, made.to])
    }

    fn made(&self, action: Action) -> Move {
        let [_, block, from, to] = action.to_be_bytes();
        Move { block, from, to }
    }
}
