//! Goals other than that of [`Tiles`](super::Tiles).

use super::{Board, Direction, InstanceError, Slide, State};
use std::fmt;

/// A goal with the blank in a corner.
///
/// A board is reflected so that this corner is the top left one, and every tile is renumbered by its goal cell. The result is a
/// state of [`Tiles`](super::Tiles), so that all its heuristics, pattern databases and networks included, can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<B: Board> {
    board: State<B>,
    /// Is the order of the rows reversed?
    rows: bool,
    /// Is the order of the columns reversed?
    columns: bool,
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

impl<B: Board> Goal<B> {
    /// The goals that have names.
    pub const NAMES: [&'static str; 2] = ["blank-first", "blank-last"];

    /// The goal of this name, or with this board.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, GoalError> {
        let last = B::SIZE as u8 - 1;
        match text {
            "blank-first" => Self::new(State::GOAL),
            "blank-last" => Self::new(State::pack(&(1..=last).chain([0]).collect::<Vec<u8>>())),
            _ => Self::new(State::arranged(text).map_err(GoalError::Instance)?),
        }
    }

    fn new(board: State<B>) -> Result<Self, GoalError> {
        let blank = board.blank();
        let (row, column) = (blank / B::COLUMNS, blank % B::COLUMNS);
        if ![0, B::ROWS - 1].contains(&row) || ![0, B::COLUMNS - 1].contains(&column) {
            return Err(GoalError::Blank);
        }
        let mut goal = Self { board, rows: row > 0, columns: column > 0, numbers: vec![0; B::SIZE] };
        for cell in 0..B::SIZE {
            goal.numbers[usize::from(board.tile(cell))] = goal.turned(cell) as u8;
        }
        Ok(goal)
    }

    /// The goal as a board.
    pub fn board(&self) -> &State<B> {
        &self.board
    }

    /// The number of a tile in [`Tiles`](super::Tiles).
    pub fn number(&self, tile: u8) -> Option<u8> {
        self.numbers.get(usize::from(tile)).copied()
    }

    /// The state of [`Tiles`](super::Tiles) that stands for a board with this goal.
    ///
    /// # Errors
    /// If the goal can't be reached from it.
    pub fn inside(&self, board: &State<B>) -> Result<State<B>, InstanceError> {
        let tile = |cell| self.numbers[usize::from(board.tile(self.turned(cell)))];
        State::new(&(0..B::SIZE).map(tile).collect::<Vec<u8>>())
    }

    /// The board that a state of [`Tiles`](super::Tiles) stands for.
    pub fn outside(&self, state: &State<B>) -> State<B> {
        // A tile's number in `Tiles` is its goal cell there.
        let tile = |cell| self.board.tile(self.turned(state.tile(self.turned(cell)).into()));
        State::pack(&(0..B::SIZE).map(tile).collect::<Vec<u8>>())
    }

    /// The same slide, reflected.
    pub fn turned_slide(&self, slide: Slide) -> Slide {
        let direction = match slide.direction() {
            Direction::Up if self.rows => Direction::Down,
            Direction::Down if self.rows => Direction::Up,
            Direction::Left if self.columns => Direction::Right,
            Direction::Right if self.columns => Direction::Left,
            direction => direction,
        };
        Slide::new(self.turned(slide.from()), direction)
    }

    /// The image of a cell under the reflection, which is its own inverse.
    fn turned(&self, cell: usize) -> usize {
        let (mut row, mut column) = (cell / B::COLUMNS, cell % B::COLUMNS);
        if self.rows {
            row = B::ROWS - 1 - row;
        }
        if self.columns {
            column = B::COLUMNS - 1 - column;
        }
        row * B::COLUMNS + column
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
