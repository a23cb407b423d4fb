//! Ranking and unranking arrangements: by the cell of the blank, then by the other tiles.

use super::{Board, State, Tiles};
use crate::{Ranked, permutation};

/// The number of cells of the largest board.
const MOST: usize = 36;

impl<B: Board> Ranked for Tiles<B> {
    fn count(&self) -> Option<usize> {
        let of_tiles = permutation::arrangements(B::SIZE - 1, B::SIZE - 1)?;
        (of_tiles / 2).checked_mul(B::SIZE)
    }

    /// Given all other tiles, the goal can be reached with only one of the two orders of the last two: hence the halves.
    fn rank(&self, state: &State<B>) -> usize {
        let blank = state.blank();
        let mut tiles = [0; MOST];
        for (place, tile) in tiles.iter_mut().zip(state.tiles().filter(|&tile| tile != 0)) {
            *place = tile - 1;
        }
        let of_tiles = permutation::arrangements(B::SIZE - 1, B::SIZE - 1).unwrap_or(0) / 2;
        blank.wrapping_mul(of_tiles).wrapping_add(permutation::rank(&tiles[..B::SIZE - 1], B::SIZE - 1) / 2)
    }

    fn unrank(&self, rank: usize) -> State<B> {
        let of_tiles = permutation::arrangements(B::SIZE - 1, B::SIZE - 1).map_or(1, |count| count / 2);
        let mut tiles = [0; MOST];
        permutation::unrank(2 * (rank % of_tiles), &mut tiles[..B::SIZE - 1], B::SIZE - 1);
        tiles[..B::SIZE - 1].iter_mut().for_each(|tile| *tile += 1);
        let blank = (rank / of_tiles).min(B::SIZE - 1);
        tiles[blank..B::SIZE].rotate_right(1);
        State::new(&tiles[..B::SIZE]).unwrap_or_else(|_| {
            let mut last_two = (0..B::SIZE).rev().filter(|&cell| cell != blank);
            if let (Some(a), Some(b)) = (last_two.next(), last_two.next()) {
                tiles.swap(a, b);
            }
            State::new(&tiles[..B::SIZE]).unwrap_or(State::GOAL)
        })
    }
}
