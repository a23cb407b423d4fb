//! Matrices stored in the order in which products read them.

use crate::{Aligned, LINE};
use crate::{Kernel, Processor, Vector};

/// The most columns of a panel: as many sums of a row as fit into the registers together with their operands.
pub const PANEL: usize = 64;

/// The length to which rows of `columns` numbers are padded, so that they consist of whole vectors.
#[inline]
pub fn padded(columns: usize) -> usize {
    columns.next_multiple_of(LINE)
}

/// A matrix cut into panels of columns. Each panel is contiguous and stored row by row, the order in which a product reads it.
#[derive(Clone, Debug)]
pub struct Panels {
    rows: usize,
    columns: usize,
    values: Aligned,
}

impl Panels {
    /// A matrix of zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        Panels { rows, columns, values: Aligned::zeros(rows * padded(columns)) }
    }

    /// Copies a matrix that is stored row by row.
    pub fn fill(&mut self, processor: Processor, matrix: &[f32]) {
        processor.run(Fill { panels: self, matrix });
    }

    /// Copies the transpose of a matrix that is stored row by row.
    pub fn fill_transposed(&mut self, matrix: &[f32]) {
        for first in (0..self.columns).step_by(PANEL) {
            let columns = PANEL.min(self.columns - first);
            let width = padded(columns);
            let panel = &mut self.values[first * self.rows..][..width * self.rows];
            let matrix = &matrix[first * self.rows..][..columns * self.rows];
            for (row, to) in panel.chunks_exact_mut(width).enumerate() {
                let from = matrix[row..].iter().step_by(self.rows);
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            }
        }
    }
}

struct Fill<'a> {
    panels: &'a mut Panels,
    matrix: &'a [f32],
}

impl Kernel for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Panels { rows, columns, values } = self.panels;
        for first in (0..*columns).step_by(PANEL) {
            let width = PANEL.min(*columns - first);
            let panel = values[first * *rows..].chunks_exact_mut(padded(width));
            for (to, from) in panel.zip(self.matrix.chunks_exact(*columns)) {
                let from = &from[first..first + width];
                // A copy of known length is a few instructions; a call for each row would take most of the time.
                match (from.first_chunk::<PANEL>(), to.first_chunk_mut::<PANEL>()) {
                    (Some(from), Some(to)) => *to = *from,
                    _ => to[..width].copy_from_slice(from),
                }
            }
        }
    }
}

/// A matrix on the right of a product.
#[derive(Clone, Copy, Debug)]
pub enum Matrix<'a> {
    /// Cut into panels.
    Panels(&'a Panels),
    /// Stored row by row, the rows padded.
    Rows {
        /// The numbers.
        values: &'a [f32],
        /// From one row to the next.
        stride: usize,
    },
}

/// Some columns of a matrix that lie side by side.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The first column.
    pub first: usize,
    /// The number of columns, a multiple of [`LINE`].
    pub width: usize,
    /// From one row to the next.
    pub stride: usize,
    /// Begins with the first row's number in the first column.
    pub values: &'a [f32],
}

impl<'a> Matrix<'a> {
    /// The number of columns, padding included.
    #[inline(always)]
    pub fn columns(self) -> usize {
        match self {
            Matrix::Panels(panels) => padded(panels.columns),
            Matrix::Rows { stride, .. } => stride,
        }
    }

    /// The panel that begins at column `first`, a multiple of [`PANEL`].
    #[inline(always)]
    pub fn panel(self, first: usize) -> Panel<'a> {
        let width = PANEL.min(self.columns() - first);
        match self {
            Matrix::Panels(panels) => {
                let values = &panels.values[first * panels.rows..][..width * panels.rows];
                Panel { first, width, stride: width, values }
            }
            Matrix::Rows { values, stride } => {
                Panel { first, width, stride, values: values.get(first..).unwrap_or_default() }
            }
        }
    }
}

impl Panel<'_> {
    /// `N` vectors of a row, from a column of the panel on.
    #[inline(always)]
    pub fn row<V: Vector, const N: usize>(&self, row: usize, column: usize) -> [V; N] {
        let numbers = &self.values[row * self.stride + column..][..N * V::LANES];
        let mut vectors = [V::splat(0.0); N];
        vectors.iter_mut().enumerate().for_each(|(n, vector)| *vector = V::load(&numbers[n * V::LANES..]));
        vectors
    }
}
