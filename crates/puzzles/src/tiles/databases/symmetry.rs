//! The symmetries of a board.

use super::size::Size;

/// A rotation or reflection of a board, as a map of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    cells: [u8; 36],
}

impl Symmetry {
    /// All of a board: eight of a square, four of an oblong. The first is the identity.
    pub(super) fn all(size: Size) -> Vec<Self> {
        let transposed = if size.rows == size.columns { &[false, true][..] } else { &[false] };
        let mut all = Vec::new();
        for &transpose in transposed {
            for (upside_down, mirrored) in [(false, false), (false, true), (true, false), (true, true)] {
                all.push(Self::new(size, transpose, upside_down, mirrored));
            }
        }
        all
    }

    /// The reflection about the diagonal from the top left, the goal cell of the blank; oblong boards have none.
    pub(super) fn diagonal(size: Size) -> Option<Self> {
        (size.rows == size.columns).then(|| Self::new(size, true, false, false))
    }

    fn new(size: Size, transpose: bool, upside_down: bool, mirrored: bool) -> Self {
        let mut cells = [0; 36];
        for (cell, to) in cells.iter_mut().enumerate().take(size.cells()) {
            let (mut row, mut column) = (cell / size.columns, cell % size.columns);
            if transpose {
                (row, column) = (column, row);
            }
            if upside_down {
                row = size.rows - 1 - row;
            }
            if mirrored {
                column = size.columns - 1 - column;
            }
            *to = (row * size.columns + column) as u8;
        }
        Self { cells }
    }

    /// The image of a cell.
    pub(super) fn of(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell)]
    }

    /// The preimage of a cell.
    pub(super) fn back(&self, cell: u8) -> u8 {
        self.cells.iter().position(|&to| to == cell).unwrap_or(0) as u8
    }
}
