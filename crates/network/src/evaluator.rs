//! Fast evaluation of networks, for search.

use super::family::Differences;
use super::forward::{PackedLayer, activate, compact};
use super::{Activation, Inputs, Network, SparseRows};
use simd::Aligned;
use simd::Processor;
use simd::product::Rows;

/// The number of rows that go through all layers together: enough to share the loads of weights, few enough to stay in the
/// cache.
const TOGETHER: usize = 48;

/// A network arranged for search. It allocates nothing once it has seen the largest batch.
#[derive(Clone, Debug)]
pub struct Evaluator {
    processor: Processor,
    activation: Activation,
    inputs: usize,
    layers: Vec<PackedLayer>,
    /// The outputs of each layer, rows padded.
    values: Vec<Aligned>,
    outputs: Vec<f32>,
    columns: usize,
    parent: Aligned,
    differences: Differences,
}

impl Evaluator {
    /// Copies the weights of a network.
    pub fn new(network: &Network) -> Self {
        let processor = Processor::detect();
        let pack = |layer| {
            let mut packed = PackedLayer::new(layer);
            packed.fill(processor, layer);
            packed
        };
        let layers: Vec<PackedLayer> = network.layers.iter().map(pack).collect();
        Evaluator {
            processor,
            activation: network.activation,
            inputs: network.inputs(),
            values: layers.iter().map(|layer| Aligned::zeros(TOGETHER * layer.stride())).collect(),
            parent: Aligned::zeros(layers.first().map_or(0, PackedLayer::stride)),
            layers,
            outputs: Vec::new(),
            columns: network.outputs(),
            differences: Differences::default(),
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.columns
    }

    /// The outputs for a batch: rows × outputs. The bits are the same as in training, and in any batch.
    ///
    /// # Panics
    /// If the inputs have another width.
    pub fn evaluate(&mut self, inputs: &Inputs) -> &[f32] {
        let rows = inputs.rows();
        self.outputs.resize(rows * self.columns, 0.0);
        for first in (0..rows).step_by(TOGETHER) {
            let count = TOGETHER.min(rows - first);
            let inputs = inputs.slice(first, count, self.inputs);
            self.layers[0].sums_of_inputs(self.processor, &inputs, &mut self.values[0]);
            self.finish(first, count);
        }
        &self.outputs
    }

    /// The outputs for states that share most ones with a parent: rows × outputs, the same as by
    /// [`evaluate`](Self::evaluate) up to rounding.
    ///
    /// The first layer's sums are computed once for the parent, and for each child from the difference, if that is less
    /// work. All indices must be in ascending order. Any state can be the parent, such as the first of siblings.
    ///
    /// # Panics
    /// If an index is beyond the network's inputs.
    pub fn evaluate_family(&mut self, parent: &[u32], children: &SparseRows) -> &[f32] {
        let offsets = [0, parent.len() as u32];
        let inputs = Inputs::Sparse { offsets: &offsets, ones: parent };
        self.layers[0].sums_of_inputs(self.processor, &inputs, &mut self.parent);
        let rows = children.len();
        self.outputs.resize(rows * self.columns, 0.0);
        for first in (0..rows).step_by(TOGETHER) {
            let count = TOGETHER.min(rows - first);
            self.differences.fill(parent, (first..first + count).map(|row| children.row(row)));
            self.family_sums(&children.inputs().slice(first, count, self.inputs));
            self.finish(first, count);
        }
        &self.outputs
    }

    /// The first layer's sums of children, from differences if there are fewer of them than ones.
    fn family_sums(&mut self, children: &Inputs) {
        let (layer, sums) = (&self.layers[0], &mut self.values[0]);
        match self.differences.worth_it() {
            true => {
                let (offsets, changes) = self.differences.rows();
                layer.sparse_sums(self.processor, offsets, changes, &self.parent, sums);
            }
            false => layer.sums_of_inputs(self.processor, children, sums),
        }
    }

    /// Computes the outputs of rows from `first` on, from the first layer's sums.
    fn finish(&mut self, first: usize, count: usize) {
        for index in 1..self.layers.len() {
            let (before, here) = self.values.split_at_mut(index);
            let (before, stride) = (&mut before[index - 1], self.layers[index - 1].stride());
            activate(self.processor, self.activation, &mut before[..count * stride]);
            let left = Rows { values: before, stride };
            self.layers[index].sums(self.processor, count, left, &mut here[0]);
        }
        if let (Some(values), Some(layer)) = (self.values.last(), self.layers.last()) {
            let outputs = &mut self.outputs[first * self.columns..][..count * self.columns];
            compact(values, layer.stride(), self.columns, outputs);
        }
    }
}
