//! The standard deviation of the network's sampled outputs.

use super::Bayes;
use crate::Rows;
use crate::normals::Noise;
use tools::threads::in_parallel;

/// The number of states that a thread processes at a time.
const CHUNK: usize = 512;

/// Computes the uncertainty of states: the standard deviation of a number of samples of the output.
///
/// All samples of a state share the mean and variance of its hidden sums. Only these sums and the outputs are sampled, all
/// samples side by side, so that the loops over them are vectorised.
#[derive(Clone, Debug)]
pub(crate) struct Uncertainty<'a> {
    network: &'a Bayes,
    variances: Vec<f32>,
    samples: usize,
}

/// Buffers for one state.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    hidden_means: Vec<f32>,
    hidden_spreads: Vec<f32>,
    output_means: Vec<f32>,
    output_variances: Vec<f32>,
}

impl<'a> Uncertainty<'a> {
    /// With `samples` samples.
    pub fn new(network: &'a Bayes, samples: usize) -> Self {
        Self { network, variances: network.variances(), samples }
    }

    /// The number of normal deviates for a state.
    pub fn deviates(network: &Bayes, samples: usize) -> usize {
        samples * (network.hidden + 1)
    }

    pub fn work(&self) -> Work {
        Work {
            hidden_means: vec![0.0; self.network.hidden],
            hidden_spreads: vec![0.0; self.network.hidden],
            output_means: vec![0.0; self.samples],
            output_variances: vec![0.0; self.samples],
        }
    }

    /// The standard deviation of the outputs for a state, sampled by these deviates.
    pub fn deviation(&self, row: &[(u32, f32)], deviates: &[f32], work: &mut Work) -> f32 {
        let Work { hidden_means, hidden_spreads, output_means, output_variances } = work;
        let network = self.network;
        network.hidden_moments(&self.variances, row, hidden_means, hidden_spreads);
        output_means.fill(network.means[network.output_bias()]);
        output_variances.fill(self.variances[network.output_bias()]);
        let weights = network.means[network.output_weights()].iter();
        let outputs = weights.zip(&self.variances[network.output_weights()]);
        let sums = hidden_means.iter().zip(hidden_spreads.iter());
        let (for_hidden, for_outputs) = deviates.split_at(self.samples * network.hidden);
        let samples = for_hidden.chunks_exact(self.samples.max(1));
        for (((&mean, &variance), (&weight, &weight_variance)), deviates) in sums.zip(outputs).zip(samples) {
            let unit = Unit { mean, deviation: variance.sqrt(), weight, weight_variance };
            unit.add_samples(deviates, output_means, output_variances);
        }
        for ((output, variance), deviate) in output_means.iter_mut().zip(output_variances).zip(for_outputs) {
            *output += variance.sqrt() * deviate;
        }
        standard_deviation(output_means)
    }

    /// The standard deviations for all rows, each with its own window of the noise.
    pub fn deviations(&self, rows: &Rows, noise: &Noise, threads: usize) -> Vec<f32> {
        let chunks = in_parallel(rows.len().div_ceil(CHUNK), threads, |chunk| {
            let mut work = self.work();
            let numbers = chunk * CHUNK..rows.len().min((chunk + 1) * CHUNK);
            let one = |number| self.deviation(rows.row(number), noise.window(number as u64), &mut work);
            numbers.map(one).collect::<Vec<f32>>()
        });
        chunks.into_iter().flatten().collect()
    }
}

/// The distribution of a hidden unit's sum, and the mean and variance of its weight in the output.
struct Unit {
    mean: f32,
    deviation: f32,
    weight: f32,
    weight_variance: f32,
}

impl Unit {
    /// Adds the unit's part to the mean and variance of the output, for all samples.
    #[inline]
    fn add_samples(&self, deviates: &[f32], output_means: &mut [f32], output_variances: &mut [f32]) {
        let outputs = output_means.iter_mut().zip(output_variances);
        for ((output_mean, output_variance), deviate) in outputs.zip(deviates) {
            let sum = self.mean + self.deviation * deviate;
            let value = if sum > 0.0 { sum } else { 0.0 };
            *output_mean += value * self.weight;
            *output_variance += value * value * self.weight_variance;
        }
    }
}

fn standard_deviation(values: &[f32]) -> f32 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().copied().map(f64::from).sum::<f64>() / count;
    let squares = values.iter().map(|&value| (f64::from(value) - mean) * (f64::from(value) - mean));
    (squares.sum::<f64>() / count).sqrt() as f32
}
