//! Networks that see a few whole numbers of a state.

use super::head::Head;
use super::hidden::{Sums, Unit};
use super::unfit::{Unfit, layers};
use crate::Reading;
use network::Network;
use puzzles::tiles::gpu::Appraiser;
use std::sync::Arc;

/// The most features there may be.
pub(super) const MOST: usize = 20;

/// The features of a state: whole numbers.
pub(super) type Numbers = [u16; MOST];

/// What the features of a state are divided by to become inputs. They are never greater.
#[derive(Clone, Debug)]
pub(super) struct Divisors(Vec<u16>);

impl Divisors {
    /// Those of so many features at most; where there is nothing to divide by, the feature is always 0.
    pub(super) fn new(divisors: impl IntoIterator<Item = u32>) -> Self {
        Self(divisors.into_iter().take(MOST).map(|divisor| divisor.clamp(1, 1000) as u16).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Appends the inputs that are not 0.
    pub(super) fn encode(&self, numbers: &Numbers, inputs: &mut Vec<(u32, f32)>) {
        let divided = (0..).zip(numbers.iter().zip(&self.0)).filter(|(_, (number, _))| **number != 0);
        inputs.extend(divided.map(|(place, (&number, &divisor))| (place, input(number, divisor))));
    }
}

fn input(number: u16, divisor: u16) -> f32 {
    f32::from(number) / f32::from(divisor)
}

/// A network along a path, and the features that it sees.
#[derive(Clone, Debug)]
pub(super) struct Followed<F, const WIDTH: usize> {
    pub(super) features: F,
    pub(super) network: Arc<FeatureNetwork<WIDTH>>,
}

/// A network that sees features. What each adds to the sums of the hidden layer is in a table.
#[derive(Clone, Debug)]
pub(super) struct FeatureNetwork<const WIDTH: usize> {
    /// By feature, then by number.
    rows: Vec<Sums<WIDTH>>,
    /// By feature: where its rows begin.
    firsts: Vec<u32>,
    biases: Sums<WIDTH>,
    head: Head<WIDTH>,
}

impl<const WIDTH: usize> FeatureNetwork<WIDTH> {
    pub(super) fn new(network: &Network, divisors: &Divisors, reading: &Reading) -> Result<Self, Unfit> {
        let (first, last) = layers(network, divisors.count())?;
        let unit = Unit::new(first);
        let (mut rows, mut firsts) = (Vec::new(), Vec::new());
        for (weights, &divisor) in first.weights.chunks_exact(first.outputs).zip(&divisors.0) {
            firsts.push(rows.len() as u32);
            rows.extend((0..=divisor).map(|number| unit.sums::<WIDTH>(weights, input(number, divisor))));
        }
        let head = Head::new(last, unit, reading)?;
        Ok(Self { rows, firsts, biases: unit.sums(&first.biases, 1.0), head })
    }

    /// The estimate, at least the lower bound.
    #[inline(always)]
    pub(super) fn estimate(&self, numbers: &Numbers, lower_bound: u32) -> u32 {
        let mut sums = self.biases;
        for (&first, &number) in self.firsts.iter().zip(numbers) {
            sums = sums.plus(&self.rows[first as usize + usize::from(number)]);
        }
        self.head.read(&sums).max(lower_bound)
    }

    /// The same for searches on a GPU.
    pub(super) fn appraiser(&self) -> Appraiser {
        let (mean, addition) = self.head.outputs();
        Appraiser {
            width: WIDTH,
            rows: self.rows.iter().flat_map(|row| row.0).collect(),
            firsts: self.firsts.clone(),
            biases: self.biases.0.to_vec(),
            mean,
            addition,
        }
    }
}
