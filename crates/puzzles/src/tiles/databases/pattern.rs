//! Patterns: subsets of the tiles, and the numbering of their placements on the board.

use super::size::{CellSet, Size, before};
use super::symmetry::Symmetry;

/// A pattern up to symmetry: the goal cells of its tiles, and the region of the blank in the goal. The costs of its
/// placements depend on nothing else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    /// The goal cells of the tiles, in ascending order.
    pub(super) goal: Vec<u8>,
    /// The first cell of the blank's region in the goal.
    pub(super) blank: u8,
}

impl Pattern {
    /// The canonical one of the patterns that are the same up to symmetry, and the symmetry that leads to it.
    pub(super) fn canonical(size: Size, tiles: &[u8]) -> (Self, Symmetry) {
        let symmetries = Symmetry::all(size);
        let (mut best, mut chosen) = (Self::laid(size, tiles, &symmetries[0]), symmetries[0]);
        for symmetry in symmetries {
            let pattern = Self::laid(size, tiles, &symmetry);
            if pattern < best {
                (best, chosen) = (pattern, symmetry);
            }
        }
        (best, chosen)
    }

    fn laid(size: Size, tiles: &[u8], symmetry: &Symmetry) -> Self {
        let mut goal: Vec<u8> = tiles.iter().map(|&tile| symmetry.of(tile)).collect();
        goal.sort_unstable();
        let occupied = goal.iter().fold(0, |set: CellSet, cell| set | 1 << cell);
        let region = size.region(!occupied & ((1 << size.cells()) - 1), symmetry.of(0));
        Self { goal, blank: region.trailing_zeros() as u8 }
    }

    /// A name for its table.
    pub(super) fn name(&self, size: Size) -> String {
        let goal: Vec<String> = self.goal.iter().map(u8::to_string).collect();
        format!("tiles-{}x{}-{}-blank-{}", size.rows, size.columns, goal.join("-"), self.blank)
    }

    pub(super) fn placements(&self, size: Size) -> usize {
        placements(size, self.goal.len()) as usize
    }

    /// The weights of the tiles in the number of a placement. Each tile contributes its weight times the number of free
    /// cells before its own, that is, cells not taken by the tiles before it.
    pub(super) fn weights(&self, size: Size) -> Vec<u32> {
        let after =
            |index: usize| (index + 1..self.goal.len()).map(|tile| (size.cells() - tile) as u32).product();
        (0..self.goal.len()).map(after).collect()
    }
}

/// The number of placements of `tiles` tiles, or `u64::MAX` if it overflows.
pub(super) fn placements(size: Size, tiles: usize) -> u64 {
    (0..tiles).fold(1, |count: u64, tile| count.saturating_mul(size.cells().saturating_sub(tile) as u64))
}

/// The number of a placement, given the cells of the tiles in the order of the pattern.
pub(super) fn number(weights: &[u32], cells: impl Iterator<Item = u8>) -> u32 {
    let (mut number, mut taken) = (0, 0);
    for (cell, weight) in cells.zip(weights) {
        number += weight * (u32::from(cell) - (taken & before(cell)).count_ones());
        taken |= 1 << cell;
    }
    number
}
