//! Products of matrices, where training and evaluation of networks spend most of their time.
//!
//! Each sum is kept in a register from its first to its last term, in the order of the terms; vectors run across
//! columns. So no result depends on the width of the vectors or on which rows are computed together.

use crate::LINE;
use crate::panels::{Matrix, PANEL, Panel};
use crate::{Kernel, Vector};

/// A dense matrix on the left of a product.
pub trait Left: Copy {
    /// The numbers of these rows in each column below `depth`.
    fn rows<const R: usize>(self, rows: Block<R>, depth: usize) -> impl Fn(usize) -> [f32; R];
}

/// `R` rows that are computed together: every `step`th from `first` on. They are spread out so that their numbers in a
/// column are not contiguous; otherwise compilers load them as a vector and take it apart, at some cost.
#[derive(Clone, Copy, Debug)]
pub struct Block<const R: usize> {
    first: usize,
    step: usize,
}

impl<const R: usize> Block<R> {
    /// The number of the `r`th of these rows.
    #[inline(always)]
    pub fn row(self, r: usize) -> usize {
        self.first + r * self.step
    }
}

/// A matrix stored row by row.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The numbers.
    pub values: &'a [f32],
    /// From one row to the next.
    pub stride: usize,
}

impl Left for Rows<'_> {
    #[inline(always)]
    fn rows<const R: usize>(self, block: Block<R>, depth: usize) -> impl Fn(usize) -> [f32; R] {
        let mut rows: [&[f32]; R] = [&[]; R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &self.values[block.row(r) * self.stride..][..depth];
        }
        move |k| {
            let mut column = [0.0; R];
            column.iter_mut().zip(rows).for_each(|(number, row)| *number = row[k]);
            column
        }
    }
}

/// The transpose of a matrix stored row by row.
#[derive(Clone, Copy, Debug)]
pub struct Transposed<'a>(pub Rows<'a>);

impl Left for Transposed<'_> {
    #[inline(always)]
    fn rows<const R: usize>(self, block: Block<R>, _depth: usize) -> impl Fn(usize) -> [f32; R] {
        let Rows { values, stride } = self.0;
        move |k| {
            let numbers = &values[k * stride..][..=block.row(R - 1)];
            let mut column = [0.0; R];
            column.iter_mut().enumerate().for_each(|(r, number)| *number = numbers[block.row(r)]);
            column
        }
    }
}

/// Where a product goes.
#[derive(Debug)]
pub struct Destination<'a> {
    /// Room for the numbers.
    pub values: &'a mut [f32],
    /// From one row to the next.
    pub stride: usize,
    /// The number of columns to write; padding beyond them is left alone.
    pub columns: usize,
}

impl Destination<'_> {
    #[inline(always)]
    fn write<V: Vector>(&mut self, row: usize, column: usize, sums: V) {
        let place = &mut self.values[row * self.stride + column.min(self.columns)..];
        if column + V::LANES <= self.columns {
            sums.store(place);
        } else {
            let mut all = [0.0; LINE];
            sums.store(&mut all);
            let columns = self.columns.saturating_sub(column);
            place[..columns].copy_from_slice(&all[..columns]);
        }
    }
}

/// The start values of the sums of some columns.
#[inline(always)]
fn begin<V: Vector, const N: usize>(start: Option<&[f32]>, column: usize) -> [V; N] {
    let mut sums = [V::splat(0.0); N];
    if let Some(start) = start {
        let start = &start[column..][..N * V::LANES];
        sums.iter_mut().enumerate().for_each(|(n, sum)| *sum = V::load(&start[n * V::LANES..]));
    }
    sums
}

/// A product of dense factors: row r, column c of the result is start\[c\] + Σₖ left\[r\]\[k\] · right\[k\]\[c\].
#[derive(Debug)]
pub struct Product<'a, L> {
    /// The left factor.
    pub left: L,
    /// Its rows.
    pub rows: usize,
    /// Its columns, which are the rows of the right one.
    pub depth: usize,
    /// The right factor.
    pub right: Matrix<'a>,
    /// Numbers that the sums begin with, padded; zeros unless given.
    pub start: Option<&'a [f32]>,
    /// Where it goes.
    pub result: Destination<'a>,
}

impl<L: Left> Kernel for Product<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        for first in (0..self.right.columns()).step_by(PANEL) {
            let panel = self.right.panel(first);
            let mut row = 0;
            if const { V::TILE > 1 } {
                self.blocks::<V, 6>(panel, &mut row);
                self.blocks::<V, 4>(panel, &mut row);
                self.blocks::<V, 2>(panel, &mut row);
            }
            self.blocks::<V, 1>(panel, &mut row);
        }
    }
}

impl<L: Left> Product<'_, L> {
    /// The same for exactly `R` rows, which are computed together. No code for other numbers of rows is compiled, as it would be in
    /// every kernel that [`run`](Kernel::run) is inlined into.
    #[inline(always)]
    pub fn run_rows<V: Vector, const R: usize>(mut self) {
        debug_assert_eq!(self.rows, R, "all rows are one block");
        for first in (0..self.right.columns()).step_by(PANEL) {
            let panel = self.right.panel(first);
            if const { V::TILE > 1 } {
                self.block::<V, R>(panel, Block { first: 0, step: 1 });
            } else {
                (0..R).for_each(|row| self.block::<V, 1>(panel, Block { first: row, step: 1 }));
            }
        }
    }

    /// Computes as many blocks of `R` rows of a panel as there are from `row` on.
    #[inline(always)]
    fn blocks<V: Vector, const R: usize>(&mut self, panel: Panel, row: &mut usize) {
        let step = (self.rows - *row) / R;
        for first in *row..*row + step {
            self.block::<V, R>(panel, Block { first, step });
        }
        *row += step * R;
    }

    /// `R` rows of a panel.
    #[inline(always)]
    fn block<V: Vector, const R: usize>(&mut self, panel: Panel, rows: Block<R>) {
        let mut column = 0;
        while column < panel.width {
            if const { V::TILE == 1 } {
                column += self.tile::<V, R, 1>(panel, rows, column);
                continue;
            }
            let vectors = (panel.width - column) / V::LANES;
            column += match if R == 1 { vectors } else { vectors.min(V::TILE) } {
                8.. if R == 1 => self.tile::<V, R, 8>(panel, rows, column),
                4.. => self.tile::<V, R, 4>(panel, rows, column),
                3 => self.tile::<V, R, 3>(panel, rows, column),
                2 => self.tile::<V, R, 2>(panel, rows, column),
                _ => self.tile::<V, R, 1>(panel, rows, column),
            };
        }
    }

    /// Computes `R` rows of `N` vectors of a panel, all in registers. Returns the number of columns.
    #[inline(always)]
    fn tile<V: Vector, const R: usize, const N: usize>(
        &mut self,
        panel: Panel,
        rows: Block<R>,
        column: usize,
    ) -> usize {
        let left = self.left.rows(rows, self.depth);
        let mut sums = [begin::<V, N>(self.start, panel.first + column); R];
        for k in 0..self.depth {
            let right = panel.row::<V, N>(k, column);
            for (sums, left) in sums.iter_mut().zip(left(k)) {
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum = V::splat(left).mul_add(right, *sum);
                }
            }
        }
        for (r, sums) in sums.into_iter().enumerate() {
            for (n, sum) in sums.into_iter().enumerate() {
                self.result.write(rows.row(r), panel.first + column + n * V::LANES, sum);
            }
        }
        N * V::LANES
    }
}

/// One row of the right factor that is a term of a sum.
pub trait Term: Copy {
    /// Which row.
    fn row(self) -> usize;

    /// The sum with this term.
    fn add<V: Vector>(self, sum: V, value: V) -> V;
}

/// A term with the factor 1, as its row in the right factor.
impl Term for u32 {
    #[inline(always)]
    fn row(self) -> usize {
        self as usize
    }

    #[inline(always)]
    fn add<V: Vector>(self, sum: V, value: V) -> V {
        sum.add(value)
    }
}

/// A product with a sparse left factor: row r of the result is start plus the sum of the terms of r.
#[derive(Debug)]
pub struct SparseProduct<'a, T> {
    /// The terms of row `r` are `terms[offsets[r]..offsets[r + 1]]`.
    pub offsets: &'a [u32],
    /// The terms of all rows.
    pub terms: &'a [T],
    /// The right factor.
    pub right: Matrix<'a>,
    /// Numbers that the sums begin with, padded; zeros unless given.
    pub start: Option<&'a [f32]>,
    /// Where it goes.
    pub result: Destination<'a>,
}

impl<T: Term> Kernel for SparseProduct<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(mut self) {
        for first in (0..self.right.columns()).step_by(PANEL) {
            let panel = self.right.panel(first);
            for (row, bounds) in self.offsets.windows(2).enumerate() {
                let terms = &self.terms[bounds[0] as usize..bounds[1] as usize];
                self.row::<V>(panel, row, terms);
            }
        }
    }
}

impl<T: Term> SparseProduct<'_, T> {
    /// One row of a panel.
    #[inline(always)]
    fn row<V: Vector>(&mut self, panel: Panel, row: usize, terms: &[T]) {
        let mut column = 0;
        while column < panel.width {
            if const { V::TILE == 1 } {
                column += self.tile::<V, 1>(panel, row, column, terms);
                continue;
            }
            column += match (panel.width - column) / V::LANES {
                8.. => self.tile::<V, 8>(panel, row, column, terms),
                4.. => self.tile::<V, 4>(panel, row, column, terms),
                3 => self.tile::<V, 3>(panel, row, column, terms),
                2 => self.tile::<V, 2>(panel, row, column, terms),
                _ => self.tile::<V, 1>(panel, row, column, terms),
            };
        }
    }

    /// Computes `N` vectors of one row, all in registers. Returns the number of columns.
    #[inline(always)]
    fn tile<V: Vector, const N: usize>(
        &mut self,
        panel: Panel,
        row: usize,
        column: usize,
        terms: &[T],
    ) -> usize {
        let mut sums = begin::<V, N>(self.start, panel.first + column);
        for term in terms {
            let right = panel.row::<V, N>(term.row(), column);
            for (sum, right) in sums.iter_mut().zip(right) {
                *sum = term.add(*sum, right);
            }
        }
        for (n, sum) in sums.into_iter().enumerate() {
            self.result.write(row, panel.first + column + n * V::LANES, sum);
        }
        N * V::LANES
    }
}

/// The sums of all rows of a padded matrix.
#[derive(Debug)]
pub struct ColumnSums<'a> {
    /// The numbers, row after row.
    pub values: &'a [f32],
    /// From one row to the next.
    pub stride: usize,
    /// The sum of each column.
    pub result: &'a mut [f32],
}

impl Kernel for ColumnSums<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        self.result.fill(0.0);
        for row in self.values.chunks_exact(self.stride.max(1)) {
            self.result.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
    }
}
