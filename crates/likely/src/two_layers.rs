//! A network of two layers, evaluated from scratch.

use network::Network;
use std::sync::Arc;

/// A network of two layers with relu between them, evaluated from scratch on sparse inputs.
#[derive(Clone, Debug)]
pub struct TwoLayers {
    network: Arc<Network>,
    sums: Vec<f32>,
}

impl TwoLayers {
    /// Takes a network. If it does not have two layers, all outputs are 0.
    pub fn new(network: Arc<Network>) -> Self {
        Self { network, sums: Vec::new() }
    }

    /// The outputs for sparse inputs; 0 for a missing second one.
    pub fn outputs(&mut self, inputs: &[(u32, f32)]) -> (f32, f32) {
        let [hidden, output] = &self.network.layers[..] else { return (0.0, 0.0) };
        self.sums.clear();
        self.sums.extend_from_slice(&hidden.biases);
        for &(place, input) in inputs {
            let weights = hidden.weights.chunks_exact(hidden.outputs.max(1)).nth(place as usize);
            for (sum, weight) in self.sums.iter_mut().zip(weights.unwrap_or_default()) {
                *sum += input * weight;
            }
        }
        let of = |number: usize| {
            let bias = output.biases.get(number).copied().unwrap_or(0.0);
            let weights = output.weights.iter().skip(number).step_by(output.outputs.max(1));
            self.sums.iter().zip(weights).fold(bias, |sum, (&value, weight)| sum + value.max(0.0) * weight)
        };
        (of(0), if output.outputs > 1 { of(1) } else { 0.0 })
    }
}
