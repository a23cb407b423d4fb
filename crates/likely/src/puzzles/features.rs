//! Networks on a few integer features of a state.
//!
//! A feature has few different values, so that its contribution to the hidden layer is looked up by its value.

use super::head::Head;
use super::hidden::{Sums, Unit};
use super::unfit::{Unfit, layers};
use crate::CompiledReading;
use network::Network;
use puzzles::tiles::gpu::Appraiser;
use std::sync::Arc;

/// The largest number of features.
pub(super) const MOST: usize = 20;

/// The features of a state, as integers.
pub(super) type Numbers = [u16; MOST];

/// The divisors that turn the features of a state into inputs from 0 to 1: their largest values, or more.
#[derive(Clone, Debug)]
pub(super) struct Divisors(Vec<u16>);

impl Divisors {
    /// The divisors of at most `MOST` features; a divisor of 0 belongs to a feature that is always 0.
    pub(super) fn new(divisors: impl IntoIterator<Item = u32>) -> Self {
        Self(divisors.into_iter().take(MOST).map(|divisor| divisor.clamp(1, 1000) as u16).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Appends the nonzero inputs.
    pub(super) fn encode(&self, numbers: &Numbers, inputs: &mut Vec<(u32, f32)>) {
        let divided = (0..).zip(numbers.iter().zip(&self.0)).filter(|(_, (number, _))| **number != 0);
        inputs.extend(divided.map(|(place, (&number, &divisor))| (place, input(number, divisor))));
    }
}

fn input(number: u16, divisor: u16) -> f32 {
    f32::from(number) / f32::from(divisor)
}

/// A network along a path, with its features.
#[derive(Clone, Debug)]
pub(super) struct Followed<F, const WIDTH: usize> {
    pub(super) features: F,
    pub(super) network: Arc<FeatureNetwork<WIDTH>>,
}

/// A network on features, with a table of the contributions to the sums of the hidden layer.
#[derive(Clone, Debug)]
pub(super) struct FeatureNetwork<const WIDTH: usize> {
    /// By feature, then by its value.
    rows: Vec<Sums<WIDTH>>,
    /// By feature: where its rows begin.
    firsts: Vec<u32>,
    biases: Sums<WIDTH>,
    head: Head<WIDTH>,
}

impl<const WIDTH: usize> FeatureNetwork<WIDTH> {
    pub(super) fn new(
        network: &Network,
        divisors: &Divisors,
        reading: &CompiledReading,
    ) -> Result<Self, Unfit> {
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

    /// The network for searches on a GPU.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LearnedCosts;
    use crate::testing::at;
    use network::{Activation, Shape};
    use puzzles::tiles::gpu::{Addition, Output};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The estimate on a GPU, step by step as its program computes it.
    fn appraised(appraiser: &Appraiser, numbers: &Numbers) -> u32 {
        let mut sums = appraiser.biases.clone();
        for (&first, &number) in appraiser.firsts.iter().zip(numbers) {
            let row = (first as usize + usize::from(number)) * appraiser.width;
            sums.iter_mut().zip(&appraiser.rows[row..]).for_each(|(sum, more)| *sum += more);
        }
        let output = |output: &Output| {
            let mut four = [0.0_f32; 4];
            for (place, (weight, &sum)) in output.weights.iter().zip(&sums).enumerate() {
                four[place % 4] += weight * sum.max(0) as f32;
            }
            output.bias + ((four[0] + four[2]) + (four[1] + four[3]))
        };
        let mean = output(&appraiser.mean);
        let Some((phi, Addition { series, trusted_below, beyond })) = &appraiser.addition else {
            return mean.max(0.0).round_ties_even() as u32;
        };
        let place = (output(phi).clamp(-5.0, 1.0) + 5.0) * 16.0;
        let rest = place - place.round_ties_even();
        let [a, b, c, d] = series[place.round_ties_even() as usize % series.len()];
        let more = if mean < *trusted_below { a + rest * (b + rest * (c + rest * d)) } else { *beyond };
        (mean + more).max(0.0).round_ties_even() as u32
    }

    #[test]
    fn what_a_gpu_is_given_says_the_same() {
        let divisors = Divisors::new([30, 29, 140, 24, 25]);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (alpha, trusted) in [
            (Some(0.9), LearnedCosts::All),
            (Some(0.25), LearnedCosts::Below(20.0)),
            (Some(0.75), LearnedCosts::None),
            (None, LearnedCosts::All),
        ] {
            let outputs = if alpha.is_some() { 2 } else { 1 };
            let shape = Shape { inputs: 5, hidden: vec![7], outputs, activation: Activation::Relu };
            let mut network = Network::new(&shape, &mut random);
            network.layers[1].biases[0] = 2.0;
            let reading = alpha.map_or(CompiledReading::of_mean(10.0), |alpha| at(alpha, 10.0, trusted));
            let network = FeatureNetwork::<8>::new(&network, &divisors, &reading).unwrap();
            let appraiser = network.appraiser();
            for _ in 0..2000 {
                let mut numbers = [0; MOST];
                for (number, &divisor) in numbers.iter_mut().zip(&divisors.0) {
                    *number = random.random_range(0..=divisor);
                }
                assert_eq!(appraised(&appraiser, &numbers), network.estimate(&numbers, 0));
            }
        }
    }
}
