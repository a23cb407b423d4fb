//! Gradients of feed-forward networks, a batch at a time.

use super::activation::Derive;
use super::columns::Columns;
use super::dropout::Dropout;
use super::forward::{PackedLayer, activate, compact};
use super::{Gradients, Inputs, Layer, Network};
use rand::Rng;
use simd::Aligned;
use simd::Processor;
use simd::panels::{Matrix, Panels};
use simd::product::{ColumnSums, Destination, Product, Rows, SparseProduct, Transposed};

/// The buffers of training: the values of the forward pass are kept for the backward pass.
///
/// They grow to the largest batch seen; after that, nothing is allocated.
#[derive(Clone, Debug)]
pub struct Training {
    pub(super) processor: Processor,
    layers: Vec<LayerWork>,
    rows: usize,
    outputs: Vec<f32>,
    gradients: Gradients,
    dropout: Dropout,
    columns: Columns,
}

#[derive(Clone, Debug)]
struct LayerWork {
    packed: PackedLayer,
    /// For the backward pass; empty for the first layer, since the gradient by the inputs is not needed.
    transposed: Panels,
    /// The layer's outputs, rows padded.
    values: Aligned,
    /// The gradient of the loss by the layer's sums, rows padded.
    deltas: Aligned,
}

impl Training {
    /// Buffers for networks of one shape.
    pub fn new(network: &Network) -> Self {
        let work = |(index, layer): (usize, &Layer)| LayerWork {
            packed: PackedLayer::new(layer),
            transposed: if index == 0 { Panels::new(0, 0) } else { Panels::new(layer.outputs, layer.inputs) },
            values: Aligned::default(),
            deltas: Aligned::default(),
        };
        Training {
            processor: Processor::detect(),
            layers: network.layers.iter().enumerate().map(work).collect(),
            rows: 0,
            outputs: Vec::new(),
            gradients: Gradients::zeros(network),
            dropout: Dropout::default(),
            columns: Columns::default(),
        }
    }

    /// The outputs for a batch: rows × outputs.
    ///
    /// # Panics
    /// If the network has another shape, or the inputs another width.
    pub fn forward(&mut self, network: &Network, inputs: &Inputs) -> &[f32] {
        self.dropout.clear();
        self.pass(network, inputs, |_, _, _| ())
    }

    /// As [`forward`](Self::forward), but each hidden value is dropped with a probability below 1, and the others are scaled up
    /// to keep the mean. The backward pass uses the same mask.
    pub fn forward_with_dropout(
        &mut self,
        network: &Network,
        inputs: &Inputs,
        probability: f32,
        rng: &mut impl Rng,
    ) -> &[f32] {
        self.dropout.set(probability);
        self.pass(network, inputs, |dropout, hidden, values| dropout.drop(hidden, values, rng))
    }

    fn pass(
        &mut self,
        network: &Network,
        inputs: &Inputs,
        mut drop: impl FnMut(&mut Dropout, usize, &mut [f32]),
    ) -> &[f32] {
        self.rows = inputs.rows();
        let last = self.layers.len() - 1;
        for (index, layer) in network.layers.iter().enumerate() {
            let (before, here) = self.layers.split_at_mut(index);
            let work = &mut here[0];
            work.packed.fill(self.processor, layer);
            let stride = work.packed.stride();
            work.values.reserve(self.rows * stride);
            let values = &mut work.values[..self.rows * stride];
            match before.last() {
                None => work.packed.sums_of_inputs(self.processor, inputs, values),
                Some(before) => {
                    let left = Rows { values: &before.values, stride: before.packed.stride() };
                    work.packed.sums(self.processor, self.rows, left, values);
                }
            }
            if index < last {
                activate(self.processor, network.activation, values);
                drop(&mut self.dropout, index, values);
            }
        }
        let work = &self.layers[last];
        self.outputs.resize(self.rows * network.outputs(), 0.0);
        compact(&work.values, work.packed.stride(), network.outputs(), &mut self.outputs);
        &self.outputs
    }

    /// The gradient of the loss by all parameters of the network, from its gradient by the outputs of the last
    /// [`forward`](Self::forward), of the same network, for the same inputs.
    ///
    /// # Panics
    /// If `output_gradient` is not as long as these outputs.
    pub fn backward(
        &mut self,
        network: &Network,
        inputs: &Inputs,
        output_gradient: &[f32],
    ) -> &mut Gradients {
        assert_eq!(output_gradient.len(), self.outputs.len(), "one number for each output");
        self.take_output_gradient(network.outputs(), output_gradient);
        for index in (0..self.layers.len()).rev() {
            self.weight_gradient(index, inputs);
            if index > 0 {
                self.delta_before(network, index);
            }
        }
        &mut self.gradients
    }

    fn take_output_gradient(&mut self, outputs: usize, gradient: &[f32]) {
        let Some(work) = self.layers.last_mut() else { return };
        let stride = work.packed.stride();
        work.deltas.reserve(self.rows * stride);
        let rows = work.deltas.chunks_exact_mut(stride.max(1)).zip(gradient.chunks_exact(outputs.max(1)));
        rows.for_each(|(to, from)| to[..outputs].copy_from_slice(from));
    }

    /// Computes a layer's gradient from the gradient by its sums and from its inputs.
    fn weight_gradient(&mut self, index: usize, inputs: &Inputs) {
        let (before, here) = self.layers.split_at(index);
        let stride = here[0].packed.stride();
        let deltas = &here[0].deltas[..self.rows * stride];
        let right = Matrix::Rows { values: deltas, stride };
        let gradient = &mut self.gradients.layers[index];
        let processor = self.processor;

        processor.run(ColumnSums { values: deltas, stride, result: &mut gradient.biases });

        let (rows, depth, columns) = (gradient.inputs, self.rows, gradient.outputs);
        let result = Destination { values: &mut gradient.weights, stride: columns, columns };
        match (before.last(), *inputs) {
            (Some(before), _) => {
                let left = Transposed(Rows { values: &before.values, stride: before.packed.stride() });
                processor.run(Product { left, rows, depth, right, start: None, result });
            }
            (None, Inputs::Dense { values, .. }) => {
                let left = Transposed(Rows { values, stride: rows });
                processor.run(Product { left, rows, depth, right, start: None, result });
            }
            (None, Inputs::Sparse { offsets, ones }) => {
                self.columns.fill(rows, offsets, ones);
                let Columns { offsets, rows: terms } = &self.columns;
                processor.run(SparseProduct { offsets, terms, right, start: None, result });
            }
        }
    }

    /// Computes the gradient by the sums of the layer before from that by this one's.
    fn delta_before(&mut self, network: &Network, index: usize) {
        let (before, here) = self.layers.split_at_mut(index);
        let (before, work) = (&mut before[index - 1], &mut here[0]);
        work.transposed.fill_transposed(&network.layers[index].weights);
        let stride = before.packed.stride();
        before.deltas.reserve(self.rows * stride);
        let deltas = &mut before.deltas[..self.rows * stride];
        let left = Rows { values: &work.deltas, stride: work.packed.stride() };
        let right = Matrix::Panels(&work.transposed);
        let result = Destination { values: deltas, stride, columns: stride };
        let depth = network.layers[index].outputs;
        self.processor.run(Product { left, rows: self.rows, depth, right, start: None, result });
        let values = &before.values[..self.rows * stride];
        let kept = self.dropout.undo(index - 1, values, deltas);
        self.processor.run(Derive { activation: network.activation, values: kept, gradients: deltas });
    }

    /// The dropout factors of the last pass for hidden layers of these widths, row by row.
    #[cfg(test)]
    pub(super) fn dropout_factors(&self, widths: &[usize], rows: usize) -> Vec<f64> {
        let of_row =
            |row| (0..widths.len()).flat_map(move |hidden| self.dropout.factors(hidden, row, widths[hidden]));
        (0..rows).flat_map(of_row).map(f64::from).collect()
    }
}
