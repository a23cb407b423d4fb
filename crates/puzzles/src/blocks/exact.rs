//! What it really costs.

use super::{Blocks, Move, State, TABLE};
use search::PathHeuristic;

/// The cost of a cheapest plan. With a goal of one tower, it needs no search:
///
/// - A block stays if it is in its place and all below it are.
/// - Every other block has to move.
/// - One of these that has a lower one somewhere below it has to move twice. Before the lower block can be in place, it
///   has to be set free, if it is not, and be built upon, if it is; either way the block above has to go elsewhere
///   first, since its own place is above the lower one.
///
/// This is enough: block by block from the lowest on, whatever is above the next one goes to the table; it is higher,
/// and one of those that have to move twice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub struct PathValue {
    cost: u32,
    /// The number of blocks that stay.
    in_place: u8,
    /// By block: the lowest of it and all below it.
    lowest: [u8; Blocks::MOST + 1],
}

impl PathValue {
    /// The moves of a block that is not in place.
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

    /// Takes away a block that nothing is on.
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
