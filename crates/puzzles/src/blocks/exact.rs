//! The perfect heuristic for blocks.

use super::{Blocks, Move, State, TABLE};
use search::PathHeuristic;

/// The cost of a cheapest plan. With a goal of one tower, it needs no search:
///
/// - A block stays if it and all blocks below it are in place.
/// - Every other block has to move.
/// - Such a block has to move twice if a block with a lower number is somewhere below it. The lower block has to be
///   cleared first: to be moved, if it is out of place, or to be built upon, if it is in place. So the upper block has to
///   go elsewhere before it can go to its own place, which is above the lower one.
///
/// These moves suffice: build the tower from block 1 on, and before each step put all blocks above the next one onto the
/// table. They have higher numbers, and are among those that move twice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

/// The cost of a state, and what is needed to update it.
#[derive(Clone, Copy, Debug)]
pub struct PathValue {
    cost: u32,
    /// The number of blocks that stay.
    in_place: u8,
    /// By block: the lowest number among it and all blocks below it.
    lowest: [u8; Blocks::MOST + 1],
}

impl PathValue {
    /// The number of moves of a block that is not in place.
    #[inline(always)]
    fn moves(&self, block: u8, below: u8) -> u32 {
        1 + u32::from(self.lowest[usize::from(below)] < block)
    }

    /// Adds a block on top of one that has been added, or on the table.
    #[inline(always)]
    fn add(&mut self, block: u8, below: u8) {
        if below == self.in_place && block == self.in_place + 1 {
            self.in_place = block;
        } else {
            self.cost += self.moves(block, below);
        }
        self.lowest[usize::from(block)] = self.lowest[usize::from(below)].min(block);
    }

    /// Removes a clear block.
    #[inline(always)]
    fn remove(&mut self, block: u8, below: u8) {
        if block == self.in_place {
            self.in_place -= 1;
        } else {
            self.cost -= self.moves(block, below);
        }
    }
}

impl PathHeuristic<Blocks> for Exact {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, _: &Blocks, state: &State) -> PathValue {
        let mut known = PathValue { cost: 0, in_place: 0, lowest: [u8::MAX; Blocks::MOST + 1] };
        for tower in state.towers() {
            let mut below = TABLE;
            for block in tower {
                known.add(block, below);
                below = block;
            }
        }
        known
    }

    #[inline(always)]
    fn step(&mut self, _: &Blocks, parent: PathValue, _: &State, made: Move) -> PathValue {
        let mut known = parent;
        known.remove(made.block, made.from);
        known.add(made.block, made.to);
        known
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        value.cost
    }
}
