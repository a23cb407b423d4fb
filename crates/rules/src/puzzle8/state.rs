//! Arrangements of the tiles.

use std::fmt;
use std::str::FromStr;

/// What lies on each square, row by row; 0 is the blank. Moves lead from every state to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State([u8; 9]);

/// Where a tile slides; the blank goes the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slide {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
}

/// What is wrong with an arrangement of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// Something is neither a tile nor between tiles.
    NotATile(char),
    /// A number is greater than that of any tile.
    NoSuchTile(u8),
    /// There are too few or too many tiles.
    Count(usize),
    /// A tile is there twice.
    Twice(u8),
    /// No moves lead from here to the goal.
    Unsolvable,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotATile(found) => write!(f, "{found:?} is not the number of a tile"),
            Self::NoSuchTile(tile) => write!(f, "there is no tile {tile}, only 1 to 8, and 0 for the blank"),
            Self::Count(found) => write!(f, "{found} tiles for 9 squares (row by row, 0 for the blank)"),
            Self::Twice(tile) => write!(f, "tile {tile} is there twice"),
            Self::Unsolvable => f.write_str(
                "no moves lead from here to the goal: the number of pairs of tiles in the wrong order is odd, \
                 and moves only change it by an even number",
            ),
        }
    }
}

impl std::error::Error for StateError {}

impl Slide {
    /// All four, in the order in which searches try them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

impl State {
    /// The blank first, then the tiles in order.
    pub const GOAL: Self = Self([0, 1, 2, 3, 4, 5, 6, 7, 8]);

    /// The number of states.
    pub const COUNT: usize = 9 * Self::ORDERS;

    /// In how many orders the tiles can be: half of all, as the others are out of reach.
    const ORDERS: usize = 8 * 7 * 6 * 5 * 4 * 3;

    /// The state with these tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    /// Says what is wrong if one is missing, or if no moves lead from there to the goal.
    pub fn new(squares: [u8; 9]) -> Result<Self, StateError> {
        let mut seen = [false; 9];
        for &tile in &squares {
            match seen.get_mut(usize::from(tile)) {
                None => return Err(StateError::NoSuchTile(tile)),
                Some(seen) if *seen => return Err(StateError::Twice(tile)),
                Some(seen) => *seen = true,
            }
        }
        match is_solvable(&squares) {
            true => Ok(Self(squares)),
            false => Err(StateError::Unsolvable),
        }
    }

    /// What lies on each square, 0 for the blank.
    pub fn squares(&self) -> &[u8; 9] {
        &self.0
    }

    /// The square of the blank, from 0.
    pub fn blank(&self) -> usize {
        self.0.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// The state after a tile has slid, if there is one that can.
    #[inline]
    pub fn slid(&self, slide: Slide) -> Option<Self> {
        let blank = self.blank();
        let from = match slide {
            Slide::Up if blank < 6 => blank + 3,
            Slide::Down if blank >= 3 => blank - 3,
            Slide::Left if blank % 3 < 2 => blank + 1,
            Slide::Right if blank % 3 >= 1 => blank - 1,
            _ => return None,
        };
        let mut squares = self.0;
        squares.swap(blank, from);
        Some(Self(squares))
    }

    /// The states one move away, in the order of [`Slide::ALL`].
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Slide::ALL.into_iter().filter_map(move |slide| self.slid(slide))
    }

    /// The number of the state among all, below [`COUNT`](Self::COUNT).
    #[inline]
    pub fn number(&self) -> usize {
        // Four bits for each tile: how many smaller ones are still to come. The last two tiles need no digits, as
        // only one of their two orders is within reach.
        let mut smaller = 0x7654_3210_u64;
        let mut order = 0;
        let tiles = self.0.iter().filter(|&&tile| tile != 0);
        for (&tile, choices) in tiles.zip((3..=8).rev()) {
            order = order * choices + (smaller >> (4 * (tile - 1)) & 0xf) as usize;
            smaller = smaller.wrapping_sub(0x1111_1111 << (4 * tile));
        }
        self.blank() * Self::ORDERS + order
    }

    /// The state as a term of logic programs.
    pub fn term(&self) -> String {
        let tiles = self.0.map(|tile| if tile == 0 { "b".to_owned() } else { format!("t{tile}") });
        format!("[{}]", tiles.join(","))
    }
}

/// A move along a row leaves the order of the tiles, and one along a column takes a tile past two others.
fn is_solvable(squares: &[u8; 9]) -> bool {
    let wrong = |(place, tile): (usize, &u8)| squares[..place].iter().filter(|&before| before > tile).count();
    squares.iter().enumerate().filter(|&(_, &tile)| tile != 0).map(wrong).sum::<usize>() % 2 == 0
}

/// The squares as a list, as they are read.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Nine digits, with or without brackets, commas and space.
impl FromStr for State {
    type Err = StateError;

    fn from_str(text: &str) -> Result<Self, StateError> {
        let (mut squares, mut count) = ([0; 9], 0);
        for character in text.chars().filter(|&c| !matches!(c, '[' | ']' | ',') && !c.is_whitespace()) {
            let Some(tile) = character.to_digit(10) else {
                return Err(StateError::NotATile(character));
            };
            if let Some(square) = squares.get_mut(count) {
                *square = tile as u8;
            }
            count += 1;
        }
        if count != squares.len() {
            return Err(StateError::Count(count));
        }
        Self::new(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::{Slide, State, StateError};

    #[test]
    fn lists_and_digits_are_read_and_lists_written() {
        let text = "[5, 3, 6, 0, 7, 1, 4, 8, 2]";
        let state: State = text.parse().unwrap();
        assert_eq!(state.squares(), &[5, 3, 6, 0, 7, 1, 4, 8, 2]);
        assert_eq!("536071482".parse(), Ok(state));
        assert_eq!("5 3 6\n0 7 1\n4 8 2\n".parse(), Ok(state));
        assert_eq!(state.to_string(), text);
        assert_eq!(state.term(), "[t5,t3,t6,b,t7,t1,t4,t8,t2]");
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let refused = |text: &str| text.parse::<State>().unwrap_err();
        assert_eq!(refused(""), StateError::Count(0));
        assert_eq!(refused("01234567"), StateError::Count(8));
        assert_eq!(refused("[0, 10, 2, 3, 4, 5, 6, 7, 8]"), StateError::Count(10));
        assert_eq!(refused("012345679"), StateError::NoSuchTile(9));
        assert_eq!(refused("b12345678"), StateError::NotATile('b'));
        assert_eq!(refused("011345678"), StateError::Twice(1));
        assert_eq!(refused("021345678"), StateError::Unsolvable);
        assert_eq!(State::new([0, 1, 2, 3, 4, 5, 6, 7, 200]), Err(StateError::NoSuchTile(200)));
    }

    #[test]
    fn slides_keep_to_the_board() {
        let middle: State = "[1, 4, 2, 3, 0, 5, 6, 7, 8]".parse().unwrap();
        let after = |slide| middle.slid(slide).map(|state| state.blank());
        assert_eq!(Slide::ALL.map(after), [Some(7), Some(1), Some(5), Some(3)]);
        assert_eq!(State::GOAL.slid(Slide::Down), None);
        assert_eq!(State::GOAL.slid(Slide::Right), None);
        assert_eq!(State::GOAL.neighbours().count(), 2);
    }
}
