//! Moves of the blank.

use std::fmt;

/// A move: the blank leaves a cell in a direction, and swaps with the tile there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide(u8);

/// The direction in which the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// All, in the order in which searches try them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];
}

impl Slide {
    /// The blank leaves `cell` in this direction.
    pub const fn new(cell: usize, direction: Direction) -> Self {
        Self(4 * cell as u8 + direction as u8)
    }

    /// The slide of this number: four times the blank's cell, and the number of the direction.
    pub const fn from_number(number: u8) -> Self {
        Self(number)
    }

    /// Its number.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The cell that the blank leaves and the tile comes to.
    #[inline(always)]
    pub const fn from(self) -> usize {
        self.0 as usize / 4
    }

    /// The direction in which the blank moves.
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.0 as usize % 4]
    }
}

impl fmt::Debug for Slide {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} from {}", self.direction(), self.from())
    }
}
