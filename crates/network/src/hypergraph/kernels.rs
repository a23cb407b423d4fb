//! Loops over nodes and edges that are not matrix products.

use super::super::activation::LEAK;
use super::graph::Lists;
use simd::panels::Matrix;
use simd::product::{Destination, SparseProduct};
use simd::{Kernel, Processor, Vector};

/// The activation of all layers but the last.
#[inline(always)]
fn leaky(x: f32) -> f32 {
    if x > 0.0 { x } else { LEAK * x }
}

/// Adds terms to values elementwise, and activates the sums.
pub(super) struct ActivateSums<'a, const N: usize> {
    pub values: &'a mut [f32],
    /// The terms to add.
    pub terms: [&'a [f32]; N],
}

impl<const N: usize> Kernel for ActivateSums<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let count = self.values.len();
        let terms = self.terms.map(|terms| &terms[..count]);
        for (index, value) in self.values.iter_mut().enumerate() {
            *value = leaky(terms.iter().fold(*value, |sum, terms| sum + terms[index]));
        }
    }
}

/// Multiplies gradients by the derivative of the activation, which is a function of the values.
pub(super) struct Derive<'a> {
    pub values: &'a [f32],
    pub gradients: &'a mut [f32],
}

impl Kernel for Derive<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let each = self.gradients.iter_mut().zip(self.values);
        each.for_each(|(gradient, &value)| *gradient *= if value > 0.0 { 1.0 } else { LEAK });
    }
}

/// Copies rows.
pub(super) struct Pick<'a> {
    pub rows: &'a [u32],
    pub from: &'a [f32],
    pub to: &'a mut [f32],
    pub stride: usize,
}

impl Kernel for Pick<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        for (to, &row) in self.to.chunks_exact_mut(self.stride.max(1)).zip(self.rows) {
            let from = &self.from[row as usize * self.stride..][..self.stride];
            for first in (0..self.stride).step_by(V::LANES) {
                V::load(&from[first..]).store(&mut to[first..]);
            }
        }
    }
}

/// Adds a row to all rows.
pub(super) struct AddToAll<'a> {
    pub values: &'a mut [f32],
    pub row: &'a [f32],
}

impl Kernel for AddToAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        for values in self.values.chunks_exact_mut(self.row.len().max(1)) {
            values.iter_mut().zip(self.row).for_each(|(value, term)| *value += term);
        }
    }
}

/// Divides each row by the length of its list.
pub(super) struct DivideByLengths<'a> {
    pub lists: &'a Lists,
    pub values: &'a mut [f32],
    pub stride: usize,
}

impl Kernel for DivideByLengths<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        for (values, length) in self.values.chunks_exact_mut(self.stride.max(1)).zip(self.lists.lengths()) {
            let factor = 1.0 / length.max(1) as f32;
            values.iter_mut().for_each(|value| *value *= factor);
        }
    }
}

/// For each list, the sum of its rows.
pub(super) fn sums_of(processor: Processor, lists: &Lists, from: &[f32], to: &mut [f32], stride: usize) {
    processor.run(SparseProduct {
        offsets: &lists.offsets,
        terms: &lists.terms,
        right: Matrix::Rows { values: from, stride },
        start: None,
        result: Destination { values: to, stride, columns: stride },
    });
}
