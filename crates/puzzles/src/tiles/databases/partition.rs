//! Partitions of the tiles into patterns.

use super::pattern::placements;
use super::size::Size;
use super::symmetry::Symmetry;
use crate::tiles::Board;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// Disjoint patterns, whose costs can be added. Tiles in none of them count by their Manhattan distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition<B> {
    patterns: Vec<Vec<u8>>,
    board: PhantomData<B>,
}

/// The largest number of tiles of a pattern.
pub(super) const MOST_TILES: usize = 8;

/// The largest number of placements of a pattern; building takes four bytes for each.
const MOST_PLACEMENTS: u64 = 1 << 30;

/// A partition with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The rows and columns of its board.
    pub board: (usize, usize),
    /// Its name.
    pub name: &'static str,
    /// Its patterns.
    pub patterns: &'static [&'static [u8]],
}

/// The partitions that have names.
#[rustfmt::skip]
pub const NAMED: &[Named] = &[
    Named { board: (3, 3), name: "4-4", patterns: &[&[1, 2, 4, 5], &[3, 6, 7, 8]] },
    Named { board: (4, 4), name: "5-5-5", patterns: &[&[1, 2, 4, 5, 8], &[3, 6, 7, 10, 11], &[9, 12, 13, 14, 15]] },
    Named { board: (4, 4), name: "6-6-3", patterns: &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]] },
    // Korf and Felner 2002.
    Named { board: (4, 4), name: "7-8", patterns: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]] },
    Named { board: (5, 5), name: "6-6-6-6", patterns: &[
        &[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24],
    ] },
    // Marom and Rosman 2020, both.
    Named { board: (5, 5), name: "5-5-5-5-4-a", patterns: &[
        &[1, 2, 5, 6, 7], &[3, 4, 8, 9, 14], &[10, 15, 16, 20, 21], &[13, 18, 19, 23, 24], &[11, 12, 17, 22],
    ] },
    Named { board: (5, 5), name: "5-5-5-5-4-b", patterns: &[
        &[1, 2, 3, 7, 8], &[5, 6, 10, 11, 12], &[15, 16, 17, 20, 21], &[18, 19, 22, 23, 24], &[4, 9, 13, 14],
    ] },
];

/// Why a partition is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartitionError {
    /// Something is neither the name of a partition nor the number of a tile.
    NotATile {
        /// The text.
        found: String,
        /// The names there are for the board.
        names: Vec<&'static str>,
    },
    /// There is no tile of this number to be placed.
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
    /// A pattern has no tiles.
    Empty,
    /// A table of all placements of a pattern would be too large.
    TooLarge {
        /// The number of its tiles.
        tiles: usize,
    },
}

impl fmt::Display for PartitionError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotATile { found, names } => {
                write!(f, "`{found}` is neither the number of a tile nor a partition with a name")?;
                if !names.is_empty() {
                    write!(f, " ({})", names.join(", "))?;
                }
                Ok(())
            }
            Self::NoSuchTile { tile, greatest } => write!(f, "there is no tile {tile}, only 1 to {greatest}"),
            Self::Twice { tile } => write!(f, "tile {tile} is there twice"),
            Self::Empty => f.write_str("a pattern has no tiles"),
            Self::TooLarge { tiles } => {
                write!(f, "a pattern of {tiles} tiles has too many placements on this board")
            }
        }
    }
}

impl std::error::Error for PartitionError {}

impl<B: Board> Partition<B> {
    /// The partition with these patterns.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn new(patterns: &[impl AsRef<[u8]>]) -> Result<Self, PartitionError> {
        let mut seen = 0_u64;
        for &tile in patterns.iter().flat_map(AsRef::as_ref) {
            if !(1..B::SIZE).contains(&tile.into()) {
                return Err(PartitionError::NoSuchTile { tile, greatest: B::SIZE - 1 });
            }
            if seen >> tile & 1 == 1 {
                return Err(PartitionError::Twice { tile });
            }
            seen |= 1 << tile;
        }
        for tiles in patterns.iter().map(|pattern| pattern.as_ref().len()) {
            if tiles == 0 {
                return Err(PartitionError::Empty);
            }
            if tiles > MOST_TILES || placements(Self::SIZE, tiles) > MOST_PLACEMENTS {
                return Err(PartitionError::TooLarge { tiles });
            }
        }
        let patterns = patterns.iter().map(|pattern| pattern.as_ref().to_vec()).collect();
        Ok(Self { patterns, board: PhantomData })
    }

    /// The size of the board.
    pub(super) const SIZE: Size = Size { rows: B::ROWS, columns: B::COLUMNS };

    /// The partitions of this board that have names.
    pub fn named() -> impl Iterator<Item = &'static Named> {
        NAMED.iter().filter(|named| named.board == (B::ROWS, B::COLUMNS))
    }

    /// Its patterns.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.patterns
    }

    /// Its reflection about the diagonal through the goal cell of the blank: it has the same tables, but other estimates.
    /// Oblong boards have none.
    pub fn reflected(&self) -> Option<Self> {
        let diagonal = Symmetry::diagonal(Self::SIZE)?;
        let reflect = |tiles: &Vec<u8>| tiles.iter().map(|&tile| diagonal.of(tile)).collect();
        Some(Self { patterns: self.patterns.iter().map(reflect).collect(), board: PhantomData })
    }
}

/// The name of a partition, or tiles with commas between them and slashes between patterns.
impl<B: Board> FromStr for Partition<B> {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        if let Some(named) = Self::named().find(|named| named.name == text) {
            return Self::new(named.patterns);
        }
        let tile = |field: &str| {
            let not_a_tile = |_| PartitionError::NotATile {
                found: field.into(),
                names: Self::named().map(|named| named.name).collect(),
            };
            field.trim().parse::<u8>().map_err(not_a_tile)
        };
        let pattern = |text: &str| text.split(',').map(tile).collect::<Result<Vec<_>, _>>();
        Self::new(&text.split('/').map(pattern).collect::<Result<Vec<_>, _>>()?)
    }
}
