//! Blocks that are not on what they belong on.

use super::{Blocks, Move, State};
use search::PathHeuristic;

/// The number of blocks that are not on the block of the number before, or, the first one, on the table: each of them
/// has to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl PathHeuristic<Blocks> for Misplaced {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, space: &Blocks, state: &State) -> u32 {
        (1..=space.size).map(|block| is_misplaced(block, state.below(block))).sum()
    }

    #[inline(always)]
    fn step(&mut self, _: &Blocks, parent: u32, _: &State, made: Move) -> u32 {
        parent + is_misplaced(made.block, made.to) - is_misplaced(made.block, made.from)
    }

    #[inline(always)]
    fn h(&self, value: u32) -> u32 {
        value
    }
}

#[inline(always)]
fn is_misplaced(block: u8, below: u8) -> u32 {
    (block != below + 1).into()
}
