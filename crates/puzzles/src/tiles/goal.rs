//! Goals other than that of [`Tiles`](super::Tiles), and boards with more rows than columns.

use super::{Arrangement, Direction, InstanceError, Slide};
use std::fmt;

/// A goal with the blank in a corner, on a board of any size.
///
/// A board is reflected so that this corner is the top left one, laid on its side if it has more rows than columns, and every tile is
/// renumbered by its goal cell. The result is a state of [`Tiles`](super::Tiles), so that all its heuristics, pattern databases and
/// networks included, can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    board: Arrangement,
    /// Is the order of the rows reversed?
    rows: bool,
    /// Is the order of the columns reversed?
    columns: bool,
    /// Do rows become columns?
    is_transposed: bool,
    /// By cell of the state in [`Tiles`](super::Tiles): the cell of the board.
    cells: Vec<usize>,
    /// By tile: its number in [`Tiles`](super::Tiles).
    numbers: Vec<u8>,
}

/// Why a goal is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalError {
    /// It is no arrangement of the tiles.
    Instance(InstanceError),
    /// The blank is in no corner.
    Blank,
}

impl Goal {
    /// The goals that have names; the first is that of [`Tiles`](super::Tiles).
    pub const NAMES: [&'static str; 2] = ["blank-first", "blank-last"];

    /// The goal of this name, or with this board.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str, (rows, columns): (usize, usize)) -> Result<Self, GoalError> {
        let size = (rows * columns) as u8;
        Self::new(match text {
            "blank-first" => Arrangement::new((0..size).collect(), columns),
            "blank-last" => Arrangement::new((1..size).chain([0]).collect(), columns),
            _ => Arrangement::read(text, (rows, columns)).map_err(GoalError::Instance)?,
        })
    }

    fn new(board: Arrangement) -> Result<Self, GoalError> {
        let (blank, (rows, columns)) = (board.blank(), board.size());
        let (row, column) = (blank / columns, blank % columns);
        if ![0, rows - 1].contains(&row) || ![0, columns - 1].contains(&column) {
            return Err(GoalError::Blank);
        }
        let (is_transposed, numbers) = (rows > columns, vec![0; rows * columns]);
        let mut goal =
            Self { board, rows: row > 0, columns: column > 0, is_transposed, cells: Vec::new(), numbers };
        goal.cells = (0..rows * columns).map(|cell| goal.outer_cell(cell)).collect();
        for (number, &cell) in goal.cells.iter().enumerate() {
            goal.numbers[usize::from(goal.board.tiles()[cell])] = number as u8;
        }
        Ok(goal)
    }

    /// The goal as a board.
    pub fn board(&self) -> &Arrangement {
        &self.board
    }

    /// The rows and columns of the states of [`Tiles`](super::Tiles) that boards become: no more rows than columns.
    pub fn inner_size(&self) -> (usize, usize) {
        let (rows, columns) = self.board.size();
        (rows.min(columns), rows.max(columns))
    }

    /// The number of a tile in [`Tiles`](super::Tiles).
    pub fn number(&self, tile: u8) -> Option<u8> {
        self.numbers.get(usize::from(tile)).copied()
    }

    /// The state of [`Tiles`](super::Tiles) that stands for a board with this goal.
    ///
    /// # Errors
    /// If the goal can't be reached from it.
    pub fn inside(&self, board: &Arrangement) -> Result<Arrangement, InstanceError> {
        let number = |&cell: &usize| self.numbers[usize::from(board.tiles()[cell])];
        let state = Arrangement::new(self.cells.iter().map(number).collect(), self.inner_size().1);
        if state.is_solvable() { Ok(state) } else { Err(InstanceError::Unsolvable) }
    }

    /// The board that a state of [`Tiles`](super::Tiles) stands for.
    pub fn outside(&self, state: &Arrangement) -> Arrangement {
        let mut tiles = vec![0; self.cells.len()];
        for (&number, &cell) in state.tiles().iter().zip(&self.cells) {
            // A tile's number in `Tiles` is its goal cell there.
            tiles[cell] = self.board.tiles()[self.cells[usize::from(number)]];
        }
        Arrangement::new(tiles, self.board.size().1)
    }

    /// A slide of [`Tiles`](super::Tiles), on the board.
    pub fn outer_slide(&self, slide: Slide) -> Slide {
        let direction = match slide.direction() {
            Direction::Up if self.is_transposed => Direction::Left,
            Direction::Left if self.is_transposed => Direction::Up,
            Direction::Right if self.is_transposed => Direction::Down,
            Direction::Down if self.is_transposed => Direction::Right,
            direction => direction,
        };
        let direction = match direction {
            Direction::Up if self.rows => Direction::Down,
            Direction::Down if self.rows => Direction::Up,
            Direction::Left if self.columns => Direction::Right,
            Direction::Right if self.columns => Direction::Left,
            direction => direction,
        };
        Slide::new(self.cells[slide.from()], direction)
    }

    /// The cell of the board that a cell of [`Tiles`](super::Tiles) stands for.
    fn outer_cell(&self, cell: usize) -> usize {
        let (inner_columns, (rows, columns)) = (self.inner_size().1, self.board.size());
        let (mut row, mut column) = (cell / inner_columns, cell % inner_columns);
        if self.is_transposed {
            (row, column) = (column, row);
        }
        if self.rows {
            row = rows - 1 - row;
        }
        if self.columns {
            column = columns - 1 - column;
        }
        row * columns + column
    }
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Instance(error) => error.fmt(f),
            Self::Blank => f.write_str(
                "its blank is in no corner, and heuristics know goals with the blank in a corner only",
            ),
        }
    }
}

impl std::error::Error for GoalError {}
