//! The network of uncertainty (the WUNN of Marom and Rosman 2020): a Bayesian network with one hidden layer and a normal
//! distribution for each weight (Blundell et al. 2015).
//!
//! Its output is never used as a cost. It measures epistemic uncertainty: the standard deviation of the output when weights are
//! sampled. That is small for states like those it was trained on, and large elsewhere, where the prior has remained.

mod adam;
mod fit;
mod gradient;
mod uncertainty;
mod weighted;

pub(crate) use adam::Moments;
pub use fit::{Fit, FitSettings};
pub(crate) use uncertainty::Uncertainty;

use crate::Rows;
use crate::chance::{Purpose, stream};
use crate::functions::softplus;
use crate::normals::{Noise, fill_normal};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The variance of the prior of all weights.
pub const PRIOR_VARIANCE: f32 = 10.0;

/// The network of uncertainty. Its parameters come in this order: the hidden layer's weights (a row for each input), its
/// biases, the output's weights, and its bias.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bayes {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of hidden units.
    pub hidden: usize,
    /// The mean of each weight.
    pub means: Vec<f32>,
    /// The raw spread of each weight: its softplus is the standard deviation.
    pub spreads: Vec<f32>,
}

impl Bayes {
    /// The initial network: normal means with variance 2/inputs of the layer, biases 0. Spreads are drawn around −5 and scaled
    /// as the means are, as in the authors' code; the paper does not say.
    pub(crate) fn new(inputs: usize, hidden: usize, random: &mut ChaCha8Rng) -> Self {
        let count = Self::count(inputs, hidden);
        let mut network = Self { inputs, hidden, means: vec![0.0; count], spreads: vec![-5.0; count] };
        for (weights, fan_in) in [(network.hidden_weights(), inputs), (network.output_weights(), hidden)] {
            let scale = (2.0 / fan_in.max(1) as f32).sqrt();
            fill_normal(random, &mut network.means[weights.clone()]);
            fill_normal(random, &mut network.spreads[weights.clone()]);
            network.means[weights.clone()].iter_mut().for_each(|mean| *mean *= scale);
            network.spreads[weights].iter_mut().for_each(|spread| *spread = (*spread - 5.0) * scale);
        }
        network
    }

    /// The initial network for a seed.
    pub fn untrained(inputs: usize, hidden: usize, seed: u64) -> Self {
        Self::new(inputs, hidden, &mut stream(seed, Purpose::BayesWeights, [0, 0]))
    }

    /// The epistemic uncertainty of each state: the standard deviation of `samples` samples of the network's output.
    ///
    /// # Panics
    /// If a row has an input whose index is not below the number of inputs.
    pub fn uncertainty(&self, rows: &Rows, samples: usize, seed: u64, threads: usize) -> Vec<f32> {
        let mut random = stream(seed, Purpose::AnyNoise, [0, 0]);
        let noise = Noise::new(&mut random, Uncertainty::deviates(self, samples));
        Uncertainty::new(self, samples).deviations(rows, &noise, threads)
    }

    /// The number of weights and biases.
    fn count(inputs: usize, hidden: usize) -> usize {
        inputs * hidden + 2 * hidden + 1
    }

    /// Does it have as many parameters as its shape needs, all of them finite?
    pub(crate) fn is_sound(&self) -> bool {
        let count = Self::count(self.inputs, self.hidden);
        let sound = |numbers: &[f32]| numbers.len() == count && numbers.iter().all(|x| x.is_finite());
        sound(&self.means) && sound(&self.spreads)
    }

    fn hidden_weights(&self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    fn hidden_biases(&self) -> Range<usize> {
        let start = self.inputs * self.hidden;
        start..start + self.hidden
    }

    fn output_weights(&self) -> Range<usize> {
        let start = (self.inputs + 1) * self.hidden;
        start..start + self.hidden
    }

    fn output_bias(&self) -> usize {
        (self.inputs + 2) * self.hidden
    }

    /// The variance of each weight.
    fn variances(&self) -> Vec<f32> {
        let variance = |&spread: &f32| {
            let (deviation, _) = softplus(spread);
            deviation * deviation
        };
        self.spreads.iter().map(variance).collect()
    }

    /// The mean and variance of each hidden unit's sum for a state, from which samples are drawn.
    #[inline]
    fn hidden_moments(&self, variances: &[f32], row: &[(u32, f32)], means: &mut [f32], spreads: &mut [f32]) {
        let hidden = self.hidden;
        means.copy_from_slice(&self.means[self.hidden_biases()]);
        spreads.copy_from_slice(&variances[self.hidden_biases()]);
        for &(place, input) in row {
            let weights = place as usize * hidden..(place as usize + 1) * hidden;
            let squared = input * input;
            for (sum, weight) in means.iter_mut().zip(&self.means[weights.clone()]) {
                *sum += input * weight;
            }
            for (sum, variance) in spreads.iter_mut().zip(&variances[weights]) {
                *sum += squared * variance;
            }
        }
    }
}

#[cfg(test)]
mod tests;
