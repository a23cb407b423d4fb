//! The first layer of a network, in whole numbers.

use network::Layer;

/// What goes into the units of a hidden layer, as multiples of a [`Unit`]; there may be more places than units.
///
/// Whole numbers, because their sums don't depend on the order: however a path leads to a state, by whatever differences
/// along it, the state has the same estimate, and one that is the same as without a path. With floating-point numbers,
/// errors would pile up along a path, and the same state would be within a bound on one path and beyond it on another.
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

/// What sums are multiples of: so small that no sum of a layer can overflow, and just so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit(f64);

/// No sum is greater.
const GREATEST: f64 = (1 << 30) as f64;

impl Unit {
    /// For a layer with at least one unit, whose inputs are 0 to 1.
    pub(super) fn new(layer: &Layer) -> Self {
        let mut sums: Vec<f64> = layer.biases.iter().map(|bias| f64::from(bias.abs())).collect();
        for row in layer.weights.chunks_exact(layer.outputs) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += f64::from(weight.abs()));
        }
        let greatest = sums.into_iter().fold(f64::from(f32::MIN_POSITIVE), f64::max);
        // A power of two, for the rest of the network to be the same but for the exponents.
        Self(libm::exp2(libm::ceil(libm::log2(greatest / GREATEST))))
    }

    /// The value of a unit.
    pub(super) fn value(self) -> f64 {
        self.0
    }

    /// What the biases, or an input with these weights, add to all sums.
    pub(super) fn sums<const WIDTH: usize>(self, weights: &[f32], input: f32) -> Sums<WIDTH> {
        let mut sums = Sums::ZERO;
        for (sum, &weight) in sums.0.iter_mut().zip(weights) {
            *sum = libm::rint(f64::from(weight) * f64::from(input) / self.0) as i32;
        }
        sums
    }
}
