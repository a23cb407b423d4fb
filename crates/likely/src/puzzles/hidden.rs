//! The first layer of a network, in fixed-point integers.

use network::Layer;

/// The sums of the units of a hidden layer, as integer multiples of a [`Unit`]; there may be more entries than units.
///
/// Integer sums don't depend on the order of additions: whatever path leads to a state, it has the same estimate as from scratch.
/// With floating-point numbers, errors would accumulate along a path, and the same state could be within the bound of IDA\* on one
/// path and beyond it on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Sums<const WIDTH: usize>(pub(super) [i32; WIDTH]);

impl<const WIDTH: usize> Sums<WIDTH> {
    pub(super) const ZERO: Self = Self([0; WIDTH]);

    #[inline(always)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place].wrapping_add(other.0[place])))
    }

    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place].wrapping_sub(other.0[place])))
    }
}

/// The unit of fixed-point sums: the smallest power of two for which no sum of a layer can overflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit(f64);

/// The bound on all sums.
const GREATEST: f64 = (1 << 30) as f64;

impl Unit {
    /// The unit for a layer with at least one neuron, whose inputs are from 0 to 1.
    pub(super) fn new(layer: &Layer) -> Self {
        let mut sums: Vec<f64> = layer.biases.iter().map(|bias| f64::from(bias.abs())).collect();
        for row in layer.weights.chunks_exact(layer.outputs) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += f64::from(weight.abs()));
        }
        let greatest = sums.into_iter().fold(f64::from(f32::MIN_POSITIVE), f64::max);
        // A power of two, so that it changes only the exponents of the second layer's weights.
        Self(libm::exp2(libm::ceil(libm::log2(greatest / GREATEST))))
    }

    /// Its value.
    pub(super) fn value(self) -> f64 {
        self.0
    }

    /// The contribution of the biases, or of an input with these weights, to all sums.
    pub(super) fn sums<const WIDTH: usize>(self, weights: &[f32], input: f32) -> Sums<WIDTH> {
        let mut sums = Sums::ZERO;
        for (sum, &weight) in sums.0.iter_mut().zip(weights) {
            *sum = libm::rint(f64::from(weight) * f64::from(input) / self.0) as i32;
        }
        sums
    }
}
