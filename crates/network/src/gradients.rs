//! The gradient of a loss by the parameters of a network.

use super::Network;
use super::layer::{self, Layer};
use simd::math;
use simd::{Kernel, Processor, Vector};

/// The gradient of a loss by all parameters of a network, in the same layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients {
    /// In the order of the network's layers.
    pub layers: Vec<Layer>,
}

impl Gradients {
    /// Zeros.
    pub fn zeros(network: &Network) -> Self {
        let zeros = |layer: &Layer| Layer::zeros(layer.inputs, layer.outputs);
        Gradients { layers: network.layers.iter().map(zeros).collect() }
    }

    /// Sets all numbers to 0.
    pub(crate) fn clear(&mut self) {
        layer::parameters_mut(&mut self.layers).for_each(|values| values.fill(0.0));
    }

    /// Adds another gradient of the same network.
    pub(crate) fn add(&mut self, others: &Self) {
        for (sums, values) in layer::parameters_mut(&mut self.layers).zip(others.parameters()) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// All numbers, in the order of [`Network::parameters`].
    pub fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        layer::parameters(&self.layers)
    }

    /// The Euclidean norm of the whole gradient.
    pub fn norm(&self) -> f64 {
        let processor = Processor::detect();
        self.parameters().map(|values| processor.run(SumOfSquares(values))).sum::<f64>().sqrt()
    }

    /// Scales the gradient so that its norm is at most `max`. Returns the norm before.
    pub fn clip_norm(&mut self, max: f64) -> f64 {
        let norm = self.norm();
        if norm > max {
            let factor = (max / norm) as f32;
            let slices = layer::parameters_mut(&mut self.layers);
            slices.for_each(|values| values.iter_mut().for_each(|value| *value *= factor));
        }
        norm
    }
}

struct SumOfSquares<'a>(&'a [f32]);

impl Kernel for SumOfSquares<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<V: Vector>(self) -> f64 {
        math::sum(self.0, |value| f64::from(value) * f64::from(value))
    }
}
