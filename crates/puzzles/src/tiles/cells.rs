//! The tiles of a board, packed into words.

use std::fmt::Debug;
use std::hash::Hash;

/// The tiles of a board, packed; the blank is tile 0.
pub trait Cells: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// No tile anywhere.
    const EMPTY: Self;

    /// The number of words.
    const WORDS: usize;

    /// The tile on a cell.
    fn get(&self, cell: usize) -> u8;

    /// Puts a tile on an empty cell, or removes it from its cell.
    fn toggle(&mut self, cell: usize, tile: u8);

    /// Writes the words.
    fn write(&self, words: &mut [u64]);

    /// Reads the words.
    fn read(words: &[u64]) -> Self;
}

/// Up to 16 cells of 4 bits.
impl Cells for u64 {
    const EMPTY: Self = 0;
    const WORDS: usize = 1;

    #[inline(always)]
    fn get(&self, cell: usize) -> u8 {
        (self >> (4 * cell)) as u8 & 15
    }

    #[inline(always)]
    fn toggle(&mut self, cell: usize, tile: u8) {
        *self ^= u64::from(tile) << (4 * cell);
    }

    fn write(&self, words: &mut [u64]) {
        words.copy_from_slice(&[*self]);
    }

    fn read(words: &[u64]) -> Self {
        words[0]
    }
}

/// Up to 25 cells of 5 bits.
impl Cells for u128 {
    const EMPTY: Self = 0;
    const WORDS: usize = 2;

    #[inline(always)]
    fn get(&self, cell: usize) -> u8 {
        (self >> (5 * cell)) as u8 & 31
    }

    #[inline(always)]
    fn toggle(&mut self, cell: usize, tile: u8) {
        *self ^= u128::from(tile) << (5 * cell);
    }

    fn write(&self, words: &mut [u64]) {
        words.copy_from_slice(&[*self as u64, (*self >> 64) as u64]);
    }

    fn read(words: &[u64]) -> Self {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// Up to 40 cells of 6 bits, ten in a word.
impl Cells for [u64; 4] {
    const EMPTY: Self = [0; 4];
    const WORDS: usize = 4;

    #[inline(always)]
    fn get(&self, cell: usize) -> u8 {
        (self[cell / 10] >> (6 * (cell % 10))) as u8 & 63
    }

    #[inline(always)]
    fn toggle(&mut self, cell: usize, tile: u8) {
        self[cell / 10] ^= u64::from(tile) << (6 * (cell % 10));
    }

    fn write(&self, words: &mut [u64]) {
        words.copy_from_slice(self);
    }

    fn read(words: &[u64]) -> Self {
        std::array::from_fn(|word| words[word])
    }
}

pub(super) const fn goal_u64(size: usize) -> u64 {
    let (mut cells, mut tile) = (0, 0);
    while tile < size {
        cells |= (tile as u64) << (4 * tile);
        tile += 1;
    }
    cells
}

pub(super) const fn goal_u128(size: usize) -> u128 {
    let (mut cells, mut tile) = (0, 0);
    while tile < size {
        cells |= (tile as u128) << (5 * tile);
        tile += 1;
    }
    cells
}

pub(super) const fn goal_wide(size: usize) -> [u64; 4] {
    let (mut cells, mut tile) = ([0; 4], 0);
    while tile < size {
        cells[tile / 10] |= (tile as u64) << (6 * (tile % 10));
        tile += 1;
    }
    cells
}
