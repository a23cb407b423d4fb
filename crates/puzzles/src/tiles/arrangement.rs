//! Arrangements of tiles on boards of any size, as they are read, drawn and written.
//!
//! Nothing here is compiled again for each size, as what searches do with a [`State`](super::State) is.

use super::{Direction, InstanceError, Slide};
use std::fmt;

/// An arrangement of tiles on a board whose size is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    columns: usize,
    /// By cell, row by row; 0 is the blank.
    tiles: Vec<u8>,
}

impl Arrangement {
    /// Parses an arrangement, numbers with commas or space between them, whether a goal can be reached from it or not.
    ///
    /// # Errors
    /// If tiles are missing.
    pub fn read(text: &str, (rows, columns): (usize, usize)) -> Result<Self, InstanceError> {
        Self::checked(numbers(text)?, (rows, columns))
    }

    /// The arrangement with these tiles, if they are those of a board of this size.
    pub(super) fn checked(tiles: Vec<u8>, (rows, columns): (usize, usize)) -> Result<Self, InstanceError> {
        let cells = rows * columns;
        if tiles.len() != cells {
            return Err(InstanceError::Count { found: tiles.len(), cells });
        }
        let mut seen = 0_u64;
        for &tile in &tiles {
            if usize::from(tile) >= cells {
                return Err(InstanceError::NoSuchTile { tile, greatest: cells - 1 });
            }
            if seen >> tile & 1 == 1 {
                return Err(InstanceError::Twice { tile });
            }
            seen |= 1 << tile;
        }
        Ok(Self { columns, tiles })
    }

    /// An arrangement with tiles that are known to be those of a board.
    pub(super) fn new(tiles: Vec<u8>, columns: usize) -> Self {
        Self { columns, tiles }
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> (usize, usize) {
        (self.tiles.len() / self.columns, self.columns)
    }

    /// The tiles, row by row, 0 for the blank.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// The tiles in one line, as they are parsed.
    pub fn line(&self) -> String {
        let tiles: Vec<String> = self.tiles.iter().map(u8::to_string).collect();
        tiles.join(",")
    }

    /// The arrangement after a slide; `None` if the blank is elsewhere, or at the edge.
    pub fn after(&self, slide: Slide) -> Option<Self> {
        let (cell, (rows, columns)) = (self.blank(), self.size());
        let (row, column) = (cell / columns, cell % columns);
        let (row, column) = match slide.direction() {
            Direction::Up => (row.checked_sub(1)?, column),
            Direction::Left => (row, column.checked_sub(1)?),
            Direction::Right => (row, column + 1),
            Direction::Down => (row + 1, column),
        };
        if slide.from() != cell || row >= rows || column >= columns {
            return None;
        }
        let mut after = self.clone();
        after.tiles.swap(cell, row * columns + column);
        Some(after)
    }

    /// Can the goal be reached that has every tile on the cell of its number? Every move is one exchange and one step of the
    /// blank, so that the parity of the permutation has to be that of the blank's distance from its goal cell.
    pub(super) fn is_solvable(&self) -> bool {
        let (mut tiles, blank) = (self.tiles.clone(), self.blank());
        let mut exchanges = 0;
        for cell in 0..tiles.len() {
            while usize::from(tiles[cell]) != cell {
                let other = tiles[cell].into();
                tiles.swap(cell, other);
                exchanges += 1;
            }
        }
        (exchanges + blank / self.columns + blank % self.columns).is_multiple_of(2)
    }
}

fn numbers(text: &str) -> Result<Vec<u8>, InstanceError> {
    let fields = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|field| !field.is_empty());
    let number = |field: &str| field.parse().map_err(|_| InstanceError::NotANumber { found: field.into() });
    fields.map(number).collect()
}

/// The board as text art.
impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const WIDTH: usize = 4;
        let rule = |f: &mut fmt::Formatter, [left, middle, right]: [char; 3]| {
            let dashes = "─".repeat(WIDTH);
            let line = vec![dashes; self.columns].join(&middle.to_string());
            write!(f, "{left}{line}{right}")
        };
        for (row, tiles) in self.tiles.chunks(self.columns).enumerate() {
            rule(f, if row == 0 { ['┌', '┬', '┐'] } else { ['├', '┼', '┤'] })?;
            writeln!(f)?;
            for tile in tiles {
                match tile {
                    0 => write!(f, "│{:WIDTH$}", "")?,
                    tile => write!(f, "│{tile:>3} ")?,
                }
            }
            writeln!(f, "│")?;
        }
        rule(f, ['└', '┴', '┘'])
    }
}
