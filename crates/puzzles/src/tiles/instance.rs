//! States as arrangements of tiles: what is wrong with one, and random ones.

use super::{Arrangement, Board, Cells, State};
use rand::Rng;
use std::fmt;
use std::str::FromStr;

/// Why an arrangement of tiles is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceError {
    /// Something is not a number.
    NotANumber {
        /// The text in its place.
        found: String,
    },
    /// There are too few or too many numbers.
    Count {
        /// Their number.
        found: usize,
        /// The number of cells of the board.
        cells: usize,
    },
    /// A number is greater than that of any tile.
    NoSuchTile {
        /// The number.
        tile: u8,
        /// The greatest there is.
        greatest: usize,
    },
    /// A tile is listed twice.
    Twice {
        /// The tile.
        tile: u8,
    },
    /// No sequence of moves leads to the goal.
    Unsolvable,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotANumber { found } => write!(f, "`{found}` is not the number of a tile"),
            Self::Count { found, cells } => {
                write!(f, "{found} numbers for {cells} cells (row by row, 0 for the blank)")
            }
            Self::NoSuchTile { tile, greatest } => write!(f, "there is no tile {tile}, only 0 to {greatest}"),
            Self::Twice { tile } => write!(f, "tile {tile} is there twice"),
            Self::Unsolvable => f.write_str(
                "no moves lead from here to the goal: it takes an odd number of exchanges to put the tiles in order, \
                 and an even number of moves to bring the blank to its place, or the other way round",
            ),
        }
    }
}

impl std::error::Error for InstanceError {}

impl<B: Board> State<B> {
    /// The arrangement with these tiles, row by row, 0 for the blank.
    ///
    /// # Errors
    /// If tiles are missing, or the goal can't be reached.
    pub fn new(tiles: &[u8]) -> Result<Self, InstanceError> {
        Self::of(&Arrangement::checked(tiles.to_vec(), (B::ROWS, B::COLUMNS))?)
    }

    /// The state with this arrangement.
    fn of(arrangement: &Arrangement) -> Result<Self, InstanceError> {
        if arrangement.is_solvable() {
            Ok(Self::pack(arrangement.tiles()))
        } else {
            Err(InstanceError::Unsolvable)
        }
    }

    /// The arrangement of the tiles.
    pub fn arrangement(&self) -> Arrangement {
        Arrangement::new(self.tiles().collect(), B::COLUMNS)
    }

    /// An arrangement drawn uniformly from those from which the goal can be reached.
    pub fn random(rng: &mut impl Rng) -> Self {
        let mut tiles: Vec<u8> = (0..B::SIZE as u8).collect();
        for index in (1..tiles.len()).rev() {
            tiles.swap(index, rng.random_range(0..=index));
        }
        if !Arrangement::new(tiles.clone(), B::COLUMNS).is_solvable() {
            let mut cells = (0..B::SIZE).filter(|&cell| tiles[cell] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        Self::pack(&tiles)
    }

    /// The tiles in one line, as they are parsed.
    pub fn line(&self) -> String {
        self.arrangement().line()
    }

    pub(super) fn pack(tiles: &[u8]) -> Self {
        let mut cells = B::Cells::EMPTY;
        for (cell, &tile) in tiles.iter().enumerate() {
            cells.toggle(cell, tile);
        }
        Self { cells }
    }
}

/// Numbers with commas or space between them.
impl<B: Board> FromStr for State<B> {
    type Err = InstanceError;

    fn from_str(text: &str) -> Result<Self, InstanceError> {
        Self::of(&Arrangement::read(text, (B::ROWS, B::COLUMNS))?)
    }
}

/// The board as text art.
impl<B: Board> fmt::Display for State<B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.arrangement().fmt(f)
    }
}
