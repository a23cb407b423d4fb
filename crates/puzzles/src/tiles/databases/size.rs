//! Boards for patterns: a size, and sets of cells.

/// A set of cells, one bit each.
pub(super) type CellSet = u64;

/// The set of all cells before one.
#[inline(always)]
pub(super) fn before(cell: u8) -> CellSet {
    (1 << cell) - 1
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Size {
    pub(super) fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The neighbours of a cell.
    pub(super) fn neighbours(self, cell: u8) -> impl Iterator<Item = u8> {
        let columns = self.columns as u8;
        let (row, column) = (cell / columns, cell % columns);
        let up = (row > 0).then(|| cell - columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < columns).then(|| cell + 1);
        let down = (usize::from(row) + 1 < self.rows).then(|| cell + columns);
        [up, left, right, down].into_iter().flatten()
    }

    /// The cells of `free` that are connected to one of them: the blank reaches them without leaving `free`.
    pub(super) fn region(self, free: CellSet, from: u8) -> CellSet {
        let (mut region, mut rim) = (0, vec![from]);
        while let Some(cell) = rim.pop() {
            if free >> cell & 1 == 1 && region >> cell & 1 == 0 {
                region |= 1 << cell;
                rim.extend(self.neighbours(cell));
            }
        }
        region
    }
}
