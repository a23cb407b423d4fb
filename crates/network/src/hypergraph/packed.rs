//! Blocks of rows of a layer's matrix, packed for products.
//!
//! A product with a concatenation is a sum of products. So the matrix of a first layer is cut into blocks of rows, one for each
//! part of the concatenation. Each part is multiplied once where it is stored, not for every use, and nothing is concatenated.

use super::super::Layer;
use simd::Aligned;
use simd::panels::{Matrix, padded};
use simd::product::{ColumnSums, Destination, Product, Rows, Transposed};
use simd::{Kernel, Processor, Vector};

/// A block of rows of a layer's matrix.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    layer: usize,
    /// The first of them.
    first: usize,
    rows: usize,
    columns: usize,
    weights: Aligned,
    /// The biases of the layer, if sums begin with them.
    biases: Option<Aligned>,
    /// For the backward pass.
    transposed: Aligned,
}

impl Packed {
    /// A block of zeros for some rows of a layer.
    pub fn new(layer: usize, first: usize, (rows, columns): (usize, usize), biased: bool) -> Self {
        Packed {
            layer,
            first,
            rows,
            columns,
            weights: Aligned::zeros(rows * padded(columns)),
            biases: biased.then(|| Aligned::zeros(padded(columns))),
            transposed: Aligned::zeros(columns * padded(rows)),
        }
    }

    /// Copies the parameters.
    pub fn fill(&mut self, layers: &[Layer]) {
        let Layer { weights, biases, .. } = &layers[self.layer];
        let from = weights[self.first * self.columns..].chunks_exact(self.columns.max(1));
        let to = self.weights.chunks_exact_mut(padded(self.columns).max(1));
        for (row, (to, from)) in to.zip(from).enumerate() {
            to[..self.columns].copy_from_slice(from);
            let columns = self.transposed.chunks_exact_mut(padded(self.rows).max(1));
            columns.zip(from).for_each(|(to, &value)| to[row] = value);
        }
        if let Some(to) = &mut self.biases {
            to[..self.columns].copy_from_slice(biases);
        }
    }

    /// Multiplies rows, given with their stride, and adds the biases if there are any.
    pub fn apply(&self, processor: Processor, from: (&[f32], usize), rows: usize, to: &mut [f32]) {
        let stride = padded(self.columns);
        processor.run(Product {
            left: Rows { values: from.0, stride: from.1 },
            rows,
            depth: self.rows,
            right: Matrix::Rows { values: &self.weights, stride },
            start: self.biases.as_deref(),
            result: Destination { values: to, stride, columns: stride },
        });
    }

    /// Computes the gradients by the multiplied rows from those by the products.
    pub fn back(&self, processor: Processor, from: &[f32], rows: usize, to: &mut [f32]) {
        let stride = padded(self.rows);
        processor.run(Product {
            left: Rows { values: from, stride: padded(self.columns) },
            rows,
            depth: self.columns,
            right: Matrix::Rows { values: &self.transposed, stride },
            start: None,
            result: Destination { values: to, stride, columns: stride },
        });
    }

    /// Adds the gradient by these parameters to that of their layer, from the multiplied rows and the gradients by the products.
    pub fn gradient(
        &self,
        processor: Processor,
        from: (&[f32], usize),
        slopes: &[f32],
        room: &mut Aligned,
        layers: &mut [Layer],
    ) {
        let stride = padded(self.columns);
        let Layer { weights, biases, .. } = &mut layers[self.layer];
        room.reserve((self.rows * self.columns).max(stride));
        let product = &mut room[..self.rows * self.columns];
        processor.run(Product {
            left: Transposed(Rows { values: from.0, stride: from.1 }),
            rows: self.rows,
            depth: slopes.len() / stride.max(1),
            right: Matrix::Rows { values: slopes, stride },
            start: None,
            result: Destination { values: product, stride: self.columns, columns: self.columns },
        });
        processor.run(Add { sums: &mut weights[self.first * self.columns..], terms: product });
        if self.biases.is_some() {
            let sums = &mut room[..self.columns];
            processor.run(ColumnSums { values: slopes, stride, result: sums });
            processor.run(Add { sums: biases, terms: sums });
        }
    }
}

/// Adds elementwise.
pub(super) struct Add<'a> {
    pub sums: &'a mut [f32],
    pub terms: &'a [f32],
}

impl Kernel for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        self.sums.iter_mut().zip(self.terms).for_each(|(sum, term)| *sum += term);
    }
}
