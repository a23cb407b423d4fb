//! The format of states in files.

use puzzles::Packed;
use puzzles::blocks::{self, Blocks};
use puzzles::pancake::{self, Pancakes};
use puzzles::tiles::{self, Board, Tiles};

/// A space whose states are stored in files. Files are not trusted: states are checked when read, since no other code expects
/// impossible ones.
pub trait StateFormat<T> {
    /// The number of words of a state.
    fn length(&self) -> usize;

    /// Writes a state.
    fn keep(&self, state: &T, words: &mut [u64]);

    /// The state of these words, if they are valid. Their number is the [`length`](Self::length).
    fn checked(&self, words: &[u64]) -> Option<T>;

    /// A text that distinguishes the space from others with states of the same length, if there are such.
    fn identity(&self) -> String {
        String::new()
    }
}

/// States are stored as they are packed.
macro_rules! as_packed {
    ($state:ty) => {
        fn length(&self) -> usize {
            self.words()
        }

        fn keep(&self, state: &$state, words: &mut [u64]) {
            self.write(state, words);
        }
    };
}

impl<B: Board> StateFormat<tiles::State<B>> for Tiles<B> {
    as_packed!(tiles::State<B>);

    fn checked(&self, words: &[u64]) -> Option<tiles::State<B>> {
        let found = self.read(words);
        let tiles: Vec<u8> = found.tiles().collect();
        // Unused bits of the words may be set: the states then differ.
        tiles::State::new(&tiles).ok().filter(|state| *state == found)
    }
}

impl StateFormat<pancake::State> for Pancakes {
    as_packed!(pancake::State);

    fn checked(&self, words: &[u64]) -> Option<pancake::State> {
        self.state(self.read(words).pancakes()).ok()
    }
}

impl StateFormat<blocks::State> for Blocks {
    as_packed!(blocks::State);

    fn checked(&self, words: &[u64]) -> Option<blocks::State> {
        let found = self.read(words);
        let below: Vec<u8> = (1..=self.size() as u8).map(|block| found.below(block)).collect();
        self.state(&below).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Purpose, stream};
    use puzzles::tiles::Grid;
    use rand::Rng;

    /// States come back, and what is made by chance or by changing a bit is refused, or is a state that is written so.
    fn keeps<T: Copy + PartialEq + std::fmt::Debug>(space: &impl StateFormat<T>, states: &[T]) {
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let (mut words, mut again) = (vec![0; space.length()], vec![0; space.length()]);
        let (mut refused, mut read) = (0, 0);
        for state in states {
            space.keep(state, &mut words);
            assert_eq!(space.checked(&words), Some(*state));
            for bit in 0..64 * words.len() {
                let mut changed = words.clone();
                changed[bit / 64] ^= 1 << (bit % 64);
                match space.checked(&changed) {
                    None => refused += 1,
                    Some(other) => {
                        space.keep(&other, &mut again);
                        assert_eq!(space.checked(&again), Some(other));
                        read += 1;
                    }
                }
            }
            random.fill(&mut words[..]);
            space.checked(&words);
        }
        assert!(refused > read, "{refused} {read}");
        assert_eq!(space.checked(&vec![u64::MAX; space.length()]), None);
    }

    #[test]
    fn only_what_can_be_on_a_board_is_read() {
        let mut random = stream(1, Purpose::Walk, [1, 0]);
        keeps(&Tiles::<Grid<3, 3>>::new(), &[(); 50].map(|()| tiles::State::random(&mut random)));
        keeps(&Tiles::<Grid<5, 5>>::new(), &[(); 50].map(|()| tiles::State::random(&mut random)));
        keeps(&Tiles::<Grid<6, 6>>::new(), &[(); 50].map(|()| tiles::State::random(&mut random)));
    }

    #[test]
    fn only_stacks_with_every_pancake_are_read() {
        let (space, mut random) = (Pancakes::new(24).unwrap(), stream(1, Purpose::Walk, [1, 0]));
        keeps(&space, &[(); 50].map(|()| space.random(&mut random)));
    }

    #[test]
    fn only_blocks_on_towers_are_read() {
        let (space, mut random) = (Blocks::new(15).unwrap(), stream(1, Purpose::Walk, [1, 0]));
        keeps(&space, &[(); 50].map(|()| space.random(&mut random)));
        // Two blocks on each other.
        assert_eq!(space.checked(&[0x0000_0000_0000_0012]), None);
    }
}
