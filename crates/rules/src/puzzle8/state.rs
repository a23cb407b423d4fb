//! States of the 8-puzzle in the order and notation of the paper on rules.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use puzzles::tiles;
use puzzles::tiles::{Direction, Grid, InstanceError, Slide, Tiles};
use search::Reversible;

/// The board.
type Board = Grid<3, 3>;

const SPACE: Tiles<Board> = Tiles::new();

/// A state of `tiles:3x3`, in the order and the notation of the paper on rules: states are compared square by square, and
/// written as lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(pub tiles::State<Board>);

impl State {
    /// The blank first, then the tiles in order.
    pub const GOAL: Self = Self(tiles::State::GOAL);

    /// The number of states.
    pub const COUNT: usize = 9 * Self::ORDERS;

    /// In how many orders the tiles can be: half of all, as the others are out of reach.
    const ORDERS: usize = 8 * 7 * 6 * 5 * 4 * 3;

    /// Where the blank may go, in the order in which searches try it: a tile goes up, down, left or right.
    pub(super) const DIRECTIONS: [Direction; 4] =
        [Direction::Down, Direction::Up, Direction::Right, Direction::Left];

    /// The tile on each square, 0 for the blank.
    #[inline]
    pub fn squares(&self) -> [u8; 9] {
        std::array::from_fn(|square| self.0.tile(square))
    }

    /// The state after the blank has moved in a direction, if it can.
    #[inline]
    pub(super) fn after(&self, direction: Direction) -> Option<Self> {
        let slide = Slide::new(self.0.blank(), direction);
        let is_on_board = slide.to::<Board>() < 9;
        is_on_board.then(|| {
            let mut state = self.0;
            SPACE.apply(&mut state, slide);
            Self(state)
        })
    }

    /// The states one move away.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Self::DIRECTIONS.into_iter().filter_map(move |direction| self.after(direction))
    }

    /// The number of the state among all, below [`COUNT`](Self::COUNT): its rank in the space, at a few operations a tile.
    #[inline]
    pub fn number(&self) -> usize {
        // Four bits for each tile: how many smaller ones are still to come. The last two tiles need no digits, as
        // only one of their two orders is within reach.
        let mut smaller = 0x7654_3210_u64;
        let mut order = 0;
        let tiles = self.0.tiles().filter(|&tile| tile != 0);
        for (tile, choices) in tiles.zip((3..=8).rev()) {
            order = order * choices + (smaller >> (4 * (tile - 1)) & 0xf) as usize;
            smaller = smaller.wrapping_sub(0x1111_1111 << (4 * tile));
        }
        self.0.blank() * Self::ORDERS + order
    }

    /// The state as a term of logic programs.
    pub fn term(&self) -> String {
        let tiles = self.squares().map(|tile| if tile == 0 { "b".to_owned() } else { format!("t{tile}") });
        format!("[{}]", tiles.join(","))
    }
}

impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        self.squares().cmp(&other.squares())
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The squares as a list, in the form in which they are read.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.squares())
    }
}

/// Nine digits, with or without brackets, commas and space.
impl FromStr for State {
    type Err = InstanceError;

    fn from_str(text: &str) -> Result<Self, InstanceError> {
        let digit = |character: char| {
            let digit = character.to_digit(10).map(|digit| digit as u8);
            digit.ok_or_else(|| InstanceError::NotANumber { found: character.to_string() })
        };
        let digits = text.chars().filter(|&c| !matches!(c, '[' | ']' | ',') && !c.is_whitespace());
        let squares: Vec<u8> = digits.map(digit).collect::<Result<_, _>>()?;
        tiles::State::new(&squares).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Space;
    use super::*;
    use puzzles::Ranked;

    #[test]
    fn lists_and_digits_are_read_and_lists_written() {
        let text = "[5, 3, 6, 0, 7, 1, 4, 8, 2]";
        let state: State = text.parse().unwrap();
        assert_eq!(state.squares(), [5, 3, 6, 0, 7, 1, 4, 8, 2]);
        assert_eq!("536071482".parse(), Ok(state));
        assert_eq!("5 3 6\n0 7 1\n4 8 2\n".parse(), Ok(state));
        assert_eq!(state.to_string(), text);
        assert_eq!(state.term(), "[t5,t3,t6,b,t7,t1,t4,t8,t2]");
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let refused = |text: &str| text.parse::<State>().unwrap_err();
        assert_eq!(refused(""), InstanceError::Count { found: 0, cells: 9 });
        assert_eq!(refused("01234567"), InstanceError::Count { found: 8, cells: 9 });
        assert_eq!(refused("[0, 10, 2, 3, 4, 5, 6, 7, 8]"), InstanceError::Count { found: 10, cells: 9 });
        assert_eq!(refused("012345679"), InstanceError::NoSuchTile { tile: 9, greatest: 8 });
        assert_eq!(refused("b12345678"), InstanceError::NotANumber { found: "b".to_owned() });
        assert_eq!(refused("011345678"), InstanceError::Twice { tile: 1 });
        assert_eq!(refused("021345678"), InstanceError::Unsolvable);
    }

    #[test]
    fn moves_keep_to_the_board() {
        let middle: State = "[1, 4, 2, 3, 0, 5, 6, 7, 8]".parse().unwrap();
        let after = |direction| middle.after(direction).map(|state| state.0.blank());
        assert_eq!(State::DIRECTIONS.map(after), [Some(7), Some(1), Some(5), Some(3)]);
        assert_eq!(State::GOAL.after(Direction::Up), None);
        assert_eq!(State::GOAL.after(Direction::Left), None);
        assert_eq!(State::GOAL.neighbours().count(), 2);
    }

    #[test]
    fn numbers_are_ranks_in_the_space() {
        let states = Space::new();
        assert_eq!(SPACE.count(), Some(State::COUNT));
        assert!(states.states().iter().step_by(7).all(|state| state.number() == SPACE.rank(&state.0)));
    }
}
