//! The second layer of a network, and the reading of its outputs.

use super::hidden::{Sums, Unit};
use super::unfit::Unfit;
use crate::CompiledReading;
use network::Layer;
use puzzles::tiles::gpu;

/// The second layer of a network, and the reading of its outputs.
#[derive(Clone, Debug)]
pub(super) struct Head<const WIDTH: usize> {
    /// In units of cost, which saves scaling every mean.
    mean: Output<WIDTH>,
    /// Unused if the mean alone is read.
    phi: Output<WIDTH>,
    reading: CompiledReading,
}

/// The weights and bias of an output.
#[derive(Clone, Debug)]
struct Output<const WIDTH: usize> {
    weights: [f32; WIDTH],
    bias: f32,
}

impl<const WIDTH: usize> Head<WIDTH> {
    pub(super) fn new(layer: &Layer, unit: Unit, reading: &CompiledReading) -> Result<Self, Unfit> {
        if layer.outputs < reading.outputs() {
            return Err(Unfit::Outputs { found: layer.outputs });
        }
        if reading.needs_bounds() {
            return Err(Unfit::Truncated);
        }
        Ok(Self {
            mean: Output::new(layer, 0, unit, reading.scale().into()),
            phi: Output::new(layer, 1, unit, 1.0),
            reading: reading.clone(),
        })
    }

    /// The estimate.
    #[inline(always)]
    pub(super) fn read(&self, sums: &Sums<WIDTH>) -> u32 {
        let active = sums.0.map(|sum| if sum > 0 { sum as f32 } else { 0.0 });
        self.reading.h_by_cost(self.mean.of(&active), || self.phi.of(&active))
    }

    /// The outputs for searches on a GPU.
    pub(super) fn outputs(&self) -> (gpu::Output, Option<(gpu::Output, gpu::Addition)>) {
        let output =
            |output: &Output<WIDTH>| gpu::Output { weights: output.weights.to_vec(), bias: output.bias };
        (output(&self.mean), self.reading.addition().map(|addition| (output(&self.phi), addition)))
    }
}

/// The number of partial sums, so that additions have the same order on all processors.
const ABREAST: usize = 4;

impl<const WIDTH: usize> Output<WIDTH> {
    fn new(layer: &Layer, output: usize, unit: Unit, scale: f64) -> Self {
        let column = layer.weights.iter().skip(output).step_by(layer.outputs);
        let mut weights = [0.0; WIDTH];
        for (scaled, &weight) in weights.iter_mut().zip(column) {
            *scaled = (f64::from(weight) * unit.value() * scale) as f32;
        }
        let bias = layer.biases.get(output).map_or(0.0, |&bias| (f64::from(bias) * scale) as f32);
        Self { weights, bias }
    }

    #[inline(always)]
    fn of(&self, active: &[f32; WIDTH]) -> f32 {
        let mut sums = [0.0; ABREAST];
        let (weights, _) = self.weights.as_chunks::<ABREAST>();
        let (active, _) = active.as_chunks::<ABREAST>();
        for (weights, active) in weights.iter().zip(active) {
            for (sum, (weight, active)) in sums.iter_mut().zip(weights.iter().zip(active)) {
                *sum += weight * active;
            }
        }
        let [a, b, c, d] = sums;
        self.bias + ((a + c) + (b + d))
    }
}
