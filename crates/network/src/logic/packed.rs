//! A matrix of a machine, packed for products.
//!
//! The product with the concatenation of all orders of the objects is a sum of products, one for each order. All of them
//! have the same left factor, so that they are one product with the right factors side by side: its columns are the outputs
//! for the first order, then those for the second, and so on, in whole groups. Features of the arity below are multiplied
//! there, since they are the same for all values of the last object.

use super::super::Layer;
use super::groups::in_groups;
use super::layout::Tensor;
use super::shape::{ARITIES, orders, sources};
use simd::Aligned;
use simd::panels::{Matrix, padded};

/// The parameters of one arity of one layer.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    /// The layer, counted from 1, so that it is the level that it computes.
    pub level: usize,
    pub arity: usize,
    /// The width of the outputs, in whole groups.
    pub own: usize,
    /// The distance from one row to the next; the outputs for all orders.
    pub columns: usize,
    /// The number of rows for inputs of the same arity in the level below.
    pub inner: usize,
    /// The number of rows for the features of the arity below.
    pub outer: usize,
    /// The rows for the same arity, then those for the arity below.
    weights: Aligned,
    /// For the first order.
    pub biases: Aligned,
    outputs: usize,
    /// By row of the layer: where it begins.
    places: Vec<usize>,
}

impl Packed {
    /// A packed matrix of zeros. `features` and `below` are those of the level below.
    pub fn new(
        (level, arity): (usize, usize),
        outputs: usize,
        features: &[usize; ARITIES],
        below: &[Tensor; ARITIES],
    ) -> Self {
        let own = in_groups(outputs);
        let columns = padded(orders(arity) * own);
        let inner = below[arity].width();
        let outer = arity.checked_sub(1).map_or(0, |arity| features[arity]);
        let Tensor { own: middle, reduced, .. } = below[arity];
        let starts = [inner, 0, middle, middle + reduced];
        let rows = || {
            let counts = sources(features, arity).into_iter().zip(starts);
            counts.flat_map(|(count, start)| start..start + count)
        };
        let place = |order: usize| rows().map(move |row| row * columns + order * own);
        let weights = Aligned::zeros((inner + outer) * columns);
        let biases = Aligned::zeros(columns);
        let places = (0..orders(arity)).flat_map(place).collect();
        Packed { level, arity, own, columns, inner, outer, weights, biases, outputs, places }
    }

    /// Copies a layer's parameters.
    pub fn fill(&mut self, layer: &Layer) {
        let rows = layer.weights.chunks_exact(self.outputs.max(1));
        for (&place, row) in self.places.iter().zip(rows) {
            self.weights[place..place + self.outputs].copy_from_slice(row);
        }
        self.biases[..self.outputs].copy_from_slice(&layer.biases);
    }

    /// Copies a gradient in the packed layout to a layer.
    pub fn unpack(&self, weights: &[f32], biases: &[f32], layer: &mut Layer) {
        let rows = layer.weights.chunks_exact_mut(self.outputs.max(1));
        for (&place, row) in self.places.iter().zip(rows) {
            row.copy_from_slice(&weights[place..place + self.outputs]);
        }
        layer.biases.copy_from_slice(&biases[..self.outputs]);
    }

    /// The number of weights in both kinds of rows.
    pub fn numbers(&self) -> usize {
        (self.inner + self.outer) * self.columns
    }

    /// The factor for inputs of the same arity.
    pub fn inner(&self) -> Matrix<'_> {
        Matrix::Rows { values: self.inner_rows(), stride: self.columns }
    }

    /// The same as plain rows.
    pub fn inner_rows(&self) -> &[f32] {
        &self.weights[..self.inner * self.columns]
    }

    /// The factor for the features of the arity below.
    pub fn outer(&self) -> Matrix<'_> {
        Matrix::Rows { values: &self.weights[self.inner * self.columns..], stride: self.columns }
    }
}

/// The transposed weights, for the backward pass.
#[derive(Clone, Debug)]
pub(super) struct Transposed {
    /// The distance from one row of `inner` to the next; there is a row for each column.
    pub inner_stride: usize,
    pub inner: Aligned,
    /// The distance from one row of `outer` to the next.
    pub outer_stride: usize,
    pub outer: Aligned,
}

impl Transposed {
    /// Zeros of the right sizes.
    pub fn new(packed: &Packed) -> Self {
        let (inner_stride, outer_stride) = (padded(packed.inner), padded(packed.outer));
        let zeros = |stride| Aligned::zeros(packed.columns * stride);
        Transposed { inner_stride, inner: zeros(inner_stride), outer_stride, outer: zeros(outer_stride) }
    }

    /// Copies the weights.
    pub fn fill(&mut self, packed: &Packed) {
        let (inner, outer) = packed.weights.split_at(packed.inner * packed.columns);
        transpose(inner, packed.columns, &mut self.inner, self.inner_stride);
        transpose(outer, packed.columns, &mut self.outer, self.outer_stride);
    }

    /// The transpose of [`Packed::inner`].
    pub fn inner(&self) -> Matrix<'_> {
        Matrix::Rows { values: &self.inner, stride: self.inner_stride }
    }

    /// The transpose of [`Packed::outer`].
    pub fn outer(&self) -> Matrix<'_> {
        Matrix::Rows { values: &self.outer, stride: self.outer_stride }
    }
}

/// Writes the columns of one matrix as the rows of another.
pub(super) fn transpose(from: &[f32], columns: usize, to: &mut [f32], stride: usize) {
    for (row, values) in from.chunks_exact(columns.max(1)).enumerate() {
        values.iter().zip(to.chunks_exact_mut(stride.max(1))).for_each(|(&value, to)| to[row] = value);
    }
}
