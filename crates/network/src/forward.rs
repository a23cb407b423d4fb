//! The forward pass through a layer, shared by training and evaluation.

use super::activation::Activate;
use super::{Activation, Inputs, Layer};
use simd::Aligned;
use simd::Processor;
use simd::panels::{Matrix, Panels, padded};
use simd::product::{Destination, Product, Rows, SparseProduct, Term};

/// A layer's parameters, packed for matrix products.
#[derive(Clone, Debug)]
pub(super) struct PackedLayer {
    inputs: usize,
    outputs: usize,
    weights: Panels,
    biases: Aligned,
}

impl PackedLayer {
    /// A packed layer of zeros.
    pub fn new(layer: &Layer) -> Self {
        let Layer { inputs, outputs, .. } = *layer;
        let biases = Aligned::zeros(padded(outputs));
        PackedLayer { inputs, outputs, weights: Panels::new(inputs, outputs), biases }
    }

    /// Copies a layer's parameters.
    pub fn fill(&mut self, processor: Processor, layer: &Layer) {
        self.weights.fill(processor, &layer.weights);
        self.biases[..self.outputs].copy_from_slice(&layer.biases);
    }

    /// The distance from one row of results to the next.
    pub fn stride(&self) -> usize {
        padded(self.outputs)
    }

    /// The sums of a first layer.
    pub fn sums_of_inputs(&self, processor: Processor, inputs: &Inputs, sums: &mut [f32]) {
        match *inputs {
            Inputs::Sparse { offsets, ones } => {
                self.sparse_sums(processor, offsets, ones, &self.biases, sums)
            }
            Inputs::Dense { rows, values } => {
                self.sums(processor, rows, Rows { values, stride: self.inputs }, sums)
            }
        }
    }

    /// The sums of sparse rows, added to `start`.
    pub fn sparse_sums<T: Term>(
        &self,
        processor: Processor,
        offsets: &[u32],
        terms: &[T],
        start: &[f32],
        sums: &mut [f32],
    ) {
        let result = self.destination(sums);
        let right = Matrix::Panels(&self.weights);
        processor.run(SparseProduct { offsets, terms, right, start: Some(start), result });
    }

    /// The sums of a layer after the first.
    pub fn sums(&self, processor: Processor, rows: usize, left: Rows, sums: &mut [f32]) {
        let result = self.destination(sums);
        let right = Matrix::Panels(&self.weights);
        processor.run(Product { left, rows, depth: self.inputs, right, start: Some(&self.biases), result });
    }

    fn destination<'a>(&self, values: &'a mut [f32]) -> Destination<'a> {
        Destination { values, stride: self.stride(), columns: self.stride() }
    }
}

/// Applies the activation to sums, in place.
pub(super) fn activate(processor: Processor, activation: Activation, sums: &mut [f32]) {
    processor.run(Activate { activation, sums });
}

/// Copies rows, leaving out their padding.
pub(super) fn compact(rows: &[f32], stride: usize, columns: usize, to: &mut [f32]) {
    let pairs = to.chunks_exact_mut(columns.max(1)).zip(rows.chunks_exact(stride.max(1)));
    pairs.for_each(|(to, from)| to.copy_from_slice(&from[..columns]));
}
