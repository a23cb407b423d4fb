//! The inputs of networks: rows of numbers, most often zeros and ones for facts.

/// A batch of inputs, one row for each state.
#[derive(Clone, Copy, Debug)]
pub enum Inputs<'a> {
    /// Rows of zeros and ones, given by the indices of the ones.
    Sparse {
        /// The ones of row `r` are `ones[offsets[r]..offsets[r + 1]]`, so that there is one offset more than rows.
        offsets: &'a [u32],
        /// Indices, each below the number of inputs. An index that is listed twice counts twice.
        ones: &'a [u32],
    },
    /// Rows of any numbers, one row after the other.
    Dense {
        /// The number of rows.
        rows: usize,
        /// The rows, each with as many numbers as there are inputs.
        values: &'a [f32],
    },
}

impl<'a> Inputs<'a> {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Inputs::Sparse { offsets, .. } => offsets.len().saturating_sub(1),
            Inputs::Dense { rows, .. } => *rows,
        }
    }

    /// Some of the rows; dense ones have `width` numbers.
    pub(super) fn slice(&self, first: usize, count: usize, width: usize) -> Self {
        match *self {
            Inputs::Sparse { offsets, ones } => {
                Inputs::Sparse { offsets: &offsets[first..=first + count], ones }
            }
            Inputs::Dense { values, .. } => {
                Inputs::Dense { rows: count, values: &values[first * width..][..count * width] }
            }
        }
    }
}

/// Rows of zeros and ones, collected for a batch. Clearing keeps the memory for the next batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseRows {
    offsets: Vec<u32>,
    ones: Vec<u32>,
}

impl Default for SparseRows {
    fn default() -> Self {
        SparseRows { offsets: vec![0], ones: Vec::new() }
    }
}

impl SparseRows {
    /// No rows.
    pub fn new() -> Self {
        SparseRows::default()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.offsets.truncate(1);
        self.ones.clear();
    }

    /// Appends a row, given by the indices of its ones.
    pub fn push(&mut self, ones: impl IntoIterator<Item = u32>) {
        self.ones.extend(ones);
        self.offsets.push(self.ones.len() as u32);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices of the ones of a row.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.ones[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    /// The rows as a batch.
    pub fn inputs(&self) -> Inputs<'_> {
        Inputs::Sparse { offsets: &self.offsets, ones: &self.ones }
    }
}
