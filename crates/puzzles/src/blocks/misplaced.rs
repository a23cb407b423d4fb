//! The number of misplaced blocks.

use super::{Blocks, Move, State};
use search::PathHeuristic;

/// The number of blocks that are not on the block they belong on (for block 1, the table). Each has to move, so that
/// this is admissible.
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
