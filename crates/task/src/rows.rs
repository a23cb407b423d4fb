//! Many short lists in one allocation.

use std::ops::{Index, Range};

/// A growing table of rows of any length, stored back to back.
///
/// ```
/// let mut rows = task::Rows::new();
/// rows.push([1, 2, 3]);
/// rows.push([]);
/// assert_eq!(&rows[0], &[1, 2, 3]);
/// assert_eq!(rows.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T> {
    items: Vec<T>,
    /// `ends[i]` is where row `i` ends and row `i + 1` starts.
    ends: Vec<u32>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Rows<T> {
    /// A table without rows.
    pub const fn new() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }

    /// Adds a row and returns its number.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) -> usize {
        self.items.extend(row);
        self.end_row()
    }

    /// Adds an item to the row under construction, which [`end_row`](Self::end_row) completes.
    pub fn push_item(&mut self, item: T) {
        self.items.push(item);
    }

    /// Makes the items pushed since the last row a row, and returns its number.
    pub fn end_row(&mut self) -> usize {
        debug_assert!(u32::try_from(self.items.len()).is_ok());
        self.ends.push(self.items.len() as u32);
        self.ends.len() - 1
    }

    /// Takes the last row away.
    pub fn pop(&mut self) {
        self.ends.pop();
        self.items.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The positions of row `row` in [`items`](Self::items).
    pub fn range(&self, row: usize) -> Range<usize> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        start..self.ends[row] as usize
    }

    /// The rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.len()).map(|row| &self[row])
    }

    /// The items of all rows, in order.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl<T> Index<usize> for Rows<T> {
    type Output = [T];

    fn index(&self, row: usize) -> &[T] {
        &self.items[self.range(row)]
    }
}

impl<T, R: IntoIterator<Item = T>> FromIterator<R> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        let mut table = Self::new();
        for row in rows {
            table.push(row);
        }
        table
    }
}
