//! The parameters of one layer.

use rand::Rng;

/// A linear layer: the outputs are the biases plus the weighted sums of the inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// One row of `outputs` weights for each input, so that the row of a fact is its contribution to all outputs.
    pub weights: Vec<f32>,
    /// One number for each output.
    pub biases: Vec<f32>,
}

impl Layer {
    /// A layer of zeros.
    pub fn zeros(inputs: usize, outputs: usize) -> Self {
        Layer { inputs, outputs, weights: vec![0.0; inputs * outputs], biases: vec![0.0; outputs] }
    }

    /// All parameters uniform within ±1/√inputs, so that the initial spread of sums does not depend on the width.
    pub fn random(inputs: usize, outputs: usize, rng: &mut impl Rng) -> Self {
        let bound = 1.0 / (inputs.max(1) as f32).sqrt();
        let mut draw = |count| (0..count).map(|_| bound * (2.0 * rng.random::<f32>() - 1.0)).collect();
        Layer { inputs, outputs, weights: draw(inputs * outputs), biases: draw(outputs) }
    }
}

/// Weights, then biases, layer by layer.
pub(super) fn parameters(layers: &[Layer]) -> impl Iterator<Item = &[f32]> {
    layers.iter().flat_map(|layer| [layer.weights.as_slice(), layer.biases.as_slice()])
}

/// As [`parameters`], mutable.
pub(super) fn parameters_mut(layers: &mut [Layer]) -> impl Iterator<Item = &mut [f32]> {
    layers.iter_mut().flat_map(|layer| [layer.weights.as_mut_slice(), layer.biases.as_mut_slice()])
}
