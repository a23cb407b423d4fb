//! Manhattan distance with linear conflicts.

use super::board::Board;
use super::{Direction, Manhattan, Slide, State, Tiles};
use search::PathHeuristic;
use std::sync::Arc;

/// Manhattan distance, plus two for each tile that has to leave its goal line to let others pass: tiles in a conflict are
/// in their goal row or column, but in the wrong order.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    /// By the description of a row: the number of tiles that have to leave it.
    rows: Arc<[u8]>,
    /// The same by the description of a column.
    columns: Arc<[u8]>,
}

/// The description of a row or column: three bits for each cell, in order. They hold one more than the tile's goal
/// position in this line, or 0 if its goal is in another line.
type Line = u32;

const BITS: usize = 3;

/// A state's estimate, and its rows and columns, updated move by move.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    h: u32,
    rows: [Line; 6],
    columns: [Line; 6],
}

impl LinearConflict {
    /// For boards of this size.
    pub fn new<B: Board>() -> Self {
        Self { rows: conflicts(B::COLUMNS), columns: conflicts(B::ROWS) }
    }
}

impl<B: Board> PathHeuristic<Tiles<B>> for LinearConflict {
    type Value = Lines;
    type Cost = u32;

    fn begin(&mut self, tiles: &Tiles<B>, state: &State<B>) -> Lines {
        let mut lines = Lines { h: Manhattan.begin(tiles, state), rows: [0; 6], columns: [0; 6] };
        for (cell, tile) in state.tiles().enumerate().filter(|&(_, tile)| tile != 0) {
            let (row, column) = place::<B>(cell);
            lines.rows[row] ^= in_row::<B>(tile, row, column);
            lines.columns[column] ^= in_column::<B>(tile, row, column);
        }
        let in_rows: u32 = lines.rows[..B::ROWS].iter().map(|&row| conflict(&self.rows, row)).sum();
        let in_columns: u32 =
            lines.columns[..B::COLUMNS].iter().map(|&line| conflict(&self.columns, line)).sum();
        lines.h += 2 * (in_rows + in_columns);
        lines
    }

    #[inline(always)]
    fn step(&mut self, tiles: &Tiles<B>, parent: Lines, before: &State<B>, slide: Slide) -> Lines {
        let tile = before.moved(slide);
        let (row, column) = place::<B>(slide.to::<B>());
        let (new_row, new_column) = place::<B>(slide.from());
        let mut lines = parent;
        lines.rows[row] ^= in_row::<B>(tile, row, column);
        lines.columns[column] ^= in_column::<B>(tile, row, column);
        lines.rows[new_row] ^= in_row::<B>(tile, new_row, new_column);
        lines.columns[new_column] ^= in_column::<B>(tile, new_row, new_column);
        lines.h = Manhattan.step(tiles, lines.h, before, slide);
        // In the line that it moves along, a tile only swaps with the blank, and no order changes.
        let (table, old, new, lines_before, lines_after) = match slide.direction() {
            Direction::Up | Direction::Down => (&self.rows, row, new_row, &parent.rows, &lines.rows),
            Direction::Left | Direction::Right => {
                (&self.columns, column, new_column, &parent.columns, &lines.columns)
            }
        };
        let after = conflict(table, lines_after[old]) + conflict(table, lines_after[new]);
        let before = conflict(table, lines_before[old]) + conflict(table, lines_before[new]);
        lines.h += 2 * after;
        lines.h -= 2 * before;
        lines
    }

    #[inline(always)]
    fn h(&self, value: Lines) -> u32 {
        value.h
    }
}

#[inline(always)]
fn place<B: Board>(cell: usize) -> (usize, usize) {
    (cell / B::COLUMNS, cell % B::COLUMNS)
}

/// A tile's bits in the description of its row.
#[inline(always)]
fn in_row<B: Board>(tile: u8, row: usize, column: usize) -> Line {
    let (goal_row, goal_column) = place::<B>(tile.into());
    if goal_row == row { (goal_column as Line + 1) << (BITS * column) } else { 0 }
}

/// A tile's bits in the description of its column.
#[inline(always)]
fn in_column<B: Board>(tile: u8, row: usize, column: usize) -> Line {
    let (goal_row, goal_column) = place::<B>(tile.into());
    if goal_column == column { (goal_row as Line + 1) << (BITS * row) } else { 0 }
}

#[inline(always)]
fn conflict(table: &[u8], line: Line) -> u32 {
    table[line as usize].into()
}

/// For every line of this length: the number of tiles that have to leave it.
fn conflicts(length: usize) -> Arc<[u8]> {
    (0..1 << (BITS * length)).map(|line| to_leave(line, length)).collect()
}

/// The number of tiles outside a longest increasing subsequence, which may stay.
fn to_leave(line: Line, length: usize) -> u8 {
    let mut longest = [0; 6];
    let (mut tiles, mut most) = (0, 0);
    for place in 0..length {
        let goal = |place: usize| line >> (BITS * place) & 7;
        if goal(place) == 0 {
            continue;
        }
        tiles += 1;
        let before = (0..place).filter(|&before| (1..goal(place)).contains(&goal(before)));
        longest[place] = 1 + before.map(|before| longest[before]).max().unwrap_or(0);
        most = longest[place].max(most);
    }
    tiles - most
}
