//! Parsing and checking arrangements of tiles, and random ones.

use super::{Board, Cells, State};
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
        let state = Self::checked(tiles)?;
        if is_solvable::<B>(tiles) { Ok(state) } else { Err(InstanceError::Unsolvable) }
    }

    /// Parses an arrangement, numbers with commas or space between them, whether the goal can be reached from it or not.
    ///
    /// # Errors
    /// If tiles are missing.
    pub fn arranged(text: &str) -> Result<Self, InstanceError> {
        Self::checked(&numbers(text)?)
    }

    fn checked(tiles: &[u8]) -> Result<Self, InstanceError> {
        if tiles.len() != B::SIZE {
            return Err(InstanceError::Count { found: tiles.len(), cells: B::SIZE });
        }
        let mut seen = 0_u64;
        for &tile in tiles {
            if usize::from(tile) >= B::SIZE {
                return Err(InstanceError::NoSuchTile { tile, greatest: B::SIZE - 1 });
            }
            if seen >> tile & 1 == 1 {
                return Err(InstanceError::Twice { tile });
            }
            seen |= 1 << tile;
        }
        Ok(Self::pack(tiles))
    }

    /// An arrangement drawn uniformly from those from which the goal can be reached.
    pub fn random(rng: &mut impl Rng) -> Self {
        let mut tiles: Vec<u8> = (0..B::SIZE as u8).collect();
        for index in (1..tiles.len()).rev() {
            tiles.swap(index, rng.random_range(0..=index));
        }
        if !is_solvable::<B>(&tiles) {
            let mut cells = (0..B::SIZE).filter(|&cell| tiles[cell] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        Self::pack(&tiles)
    }

    /// The tiles in one line, as they are parsed.
    pub fn line(&self) -> String {
        let tiles: Vec<String> = self.tiles().map(|tile| tile.to_string()).collect();
        tiles.join(",")
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
        Self::new(&numbers(text)?)
    }
}

fn numbers(text: &str) -> Result<Vec<u8>, InstanceError> {
    let fields = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|field| !field.is_empty());
    let number = |field: &str| field.parse().map_err(|_| InstanceError::NotANumber { found: field.into() });
    fields.map(number).collect()
}

/// Can the goal be reached? Every move is one exchange and one step of the blank, so that the parity of the permutation has to
/// be that of the blank's distance from its goal cell.
fn is_solvable<B: Board>(tiles: &[u8]) -> bool {
    let mut tiles: Vec<usize> = tiles.iter().map(|&tile| tile.into()).collect();
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    let mut exchanges = 0;
    for cell in 0..tiles.len() {
        while tiles[cell] != cell {
            let other = tiles[cell];
            tiles.swap(cell, other);
            exchanges += 1;
        }
    }
    (exchanges + blank / B::COLUMNS + blank % B::COLUMNS) % 2 == 0
}
