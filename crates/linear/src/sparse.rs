//! Rows of which most numbers are 0.

/// Rows of which most numbers are 0, in one allocation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseMatrix {
    entries: Vec<(u32, f32)>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl SparseMatrix {
    /// Without rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a row of columns, ascending, and what stands there.
    pub fn push(&mut self, row: impl IntoIterator<Item = (u32, f32)>) {
        self.entries.extend(row);
        self.ends.push(self.entries.len());
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A row: columns, ascending, and what stands there.
    pub fn row(&self, row: usize) -> &[(u32, f32)] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.entries[start..self.ends[row]]
    }

    /// All rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[(u32, f32)]> {
        (0..self.len()).map(|row| self.row(row))
    }
}

/// The sum of products of a row and weights for all columns.
pub fn dot(row: &[(u32, f32)], weights: &[f64]) -> f64 {
    row.iter().map(|&(column, value)| weights[column as usize] * f64::from(value)).sum()
}

/// One row less another.
pub fn difference(first: &[(u32, f32)], second: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut rest = second.iter().copied().peekable();
    let mut difference = Vec::new();
    for &(column, value) in first {
        while let Some((other, less)) = rest.next_if(|&(other, _)| other < column) {
            difference.push((other, -less));
        }
        let less = rest.next_if(|&(other, _)| other == column).map_or(0.0, |(_, less)| less);
        if value != less {
            difference.push((column, value - less));
        }
    }
    difference.extend(rest.map(|(column, less)| (column, -less)));
    difference
}
