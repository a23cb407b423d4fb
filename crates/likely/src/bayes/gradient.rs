//! The loss of the network of uncertainty and its gradient, by local reparameterisation (Kingma et al. 2015): the sums of units
//! are sampled instead of the weights, which takes fewer random numbers and gives gradients of less variance.

use super::{Bayes, PRIOR_VARIANCE};
use crate::functions::softplus;

/// A minibatch: inputs, costs, and the normal deviates for its samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Minibatch<'a> {
    pub rows: &'a [&'a [(u32, f32)]],
    pub costs: &'a [f32],
    /// The number of samples for each record.
    pub samples: usize,
    /// For each record and sample: one for each hidden unit, then one for the output.
    pub deviates: &'a [f32],
}

/// The gradient of the loss by the means and the spreads of all weights, and buffers to compute it.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    pub means: Vec<f32>,
    pub spreads: Vec<f32>,
    /// The standard deviations of all weights; `slopes` has their derivatives by the spreads.
    deviations: Vec<f32>,
    slopes: Vec<f32>,
    variances: Vec<f32>,
    hidden: HiddenWork,
}

/// Buffers for the hidden units of one record.
#[derive(Clone, Debug)]
struct HiddenWork {
    means: Vec<f32>,
    variances: Vec<f32>,
    deviations: Vec<f32>,
    values: Vec<f32>,
    mean_gradients: Vec<f32>,
    variance_gradients: Vec<f32>,
}

impl Gradient {
    pub fn new(network: &Bayes) -> Self {
        let (count, hidden) = (network.means.len(), network.hidden);
        let (all, units) = (|| vec![0.0; count], || vec![0.0; hidden]);
        Self {
            means: all(),
            spreads: all(),
            deviations: all(),
            slopes: all(),
            variances: all(),
            hidden: HiddenWork {
                means: units(),
                variances: units(),
                deviations: units(),
                values: units(),
                mean_gradients: units(),
                variance_gradients: units(),
            },
        }
    }

    /// Computes the gradient of β · KL − the mean log-likelihood, where observed costs have noise of variance 1.
    pub fn compute(&mut self, network: &Bayes, batch: &Minibatch, beta: f32) {
        self.prepare(network);
        let share = 1.0 / (batch.rows.len() * batch.samples).max(1) as f32;
        let of_record = batch.samples * (network.hidden + 1);
        let deviates = batch.deviates.chunks_exact(of_record.max(1));
        for ((row, &cost), deviates) in batch.rows.iter().zip(batch.costs).zip(deviates) {
            self.add_record(network, row, cost, share, deviates);
        }
        self.finish(network, beta);
    }

    fn prepare(&mut self, network: &Bayes) {
        self.means.fill(0.0);
        self.spreads.fill(0.0);
        let room = self.deviations.iter_mut().zip(&mut self.slopes).zip(&mut self.variances);
        for (((deviation, slope), variance), &spread) in room.zip(&network.spreads) {
            (*deviation, *slope) = softplus(spread);
            *variance = *deviation * *deviation;
        }
    }

    /// Adds a record's share. Until [`finish`](Self::finish), `spreads` holds gradients by variances.
    fn add_record(&mut self, network: &Bayes, row: &[(u32, f32)], cost: f32, share: f32, deviates: &[f32]) {
        let hidden = &mut self.hidden;
        network.hidden_moments(&self.variances, row, &mut hidden.means, &mut hidden.variances);
        for (deviation, variance) in hidden.deviations.iter_mut().zip(&hidden.variances) {
            *deviation = variance.sqrt();
        }
        hidden.mean_gradients.fill(0.0);
        hidden.variance_gradients.fill(0.0);
        for deviates in deviates.chunks_exact(network.hidden + 1) {
            self.add_sample(network, cost, share, deviates);
        }
        self.add_hidden(network, row);
    }

    fn add_sample(&mut self, network: &Bayes, cost: f32, share: f32, deviates: &[f32]) {
        let Some((&output_deviate, deviates)) = deviates.split_last() else { return };
        let (weights, bias) = (network.output_weights(), network.output_bias());
        let (output, deviation) = self.output(network, deviates);
        let gradient = (output + deviation * output_deviate - cost) * share;
        let variance_gradient = 0.5 * gradient * output_deviate / deviation;
        self.means[bias] += gradient;
        self.spreads[bias] += variance_gradient;

        let Self { hidden, .. } = self;
        let weight_gradients = self.means[weights.clone()].iter_mut().zip(&mut self.spreads[weights.clone()]);
        for ((by_mean, by_variance), value) in weight_gradients.zip(&hidden.values) {
            *by_mean += gradient * value;
            *by_variance += variance_gradient * value * value;
        }
        let weights = network.means[weights.clone()].iter().zip(&self.variances[weights]);
        let sums = hidden.mean_gradients.iter_mut().zip(&mut hidden.variance_gradients);
        let units = hidden.values.iter().zip(deviates).zip(&hidden.deviations);
        for (((by_mean, by_variance), (weight, variance)), ((&value, deviate), deviation)) in
            sums.zip(weights).zip(units)
        {
            let by_value = gradient * weight + 2.0 * variance_gradient * value * variance;
            let by_sum = if value > 0.0 { by_value } else { 0.0 };
            *by_mean += by_sum;
            *by_variance += 0.5 * by_sum * deviate / deviation;
        }
    }

    /// Samples the hidden units; returns the output's mean and standard deviation.
    fn output(&mut self, network: &Bayes, deviates: &[f32]) -> (f32, f32) {
        let hidden = &mut self.hidden;
        let sums = hidden.means.iter().zip(&hidden.deviations).zip(deviates);
        for (value, ((mean, deviation), deviate)) in hidden.values.iter_mut().zip(sums) {
            let sum = mean + deviation * deviate;
            *value = if sum > 0.0 { sum } else { 0.0 };
        }
        let (mut mean, mut variance) =
            (network.means[network.output_bias()], self.variances[network.output_bias()]);
        let weights = network.means[network.output_weights()].iter();
        let weights = weights.zip(&self.variances[network.output_weights()]);
        for (value, (weight, weight_variance)) in hidden.values.iter().zip(weights) {
            mean += value * weight;
            variance += value * value * weight_variance;
        }
        (mean, variance.sqrt())
    }

    /// Backpropagates the gradients by the hidden sums to the weights of the hidden layer.
    fn add_hidden(&mut self, network: &Bayes, row: &[(u32, f32)]) {
        let Self { hidden, means, spreads, .. } = self;
        let mut add = |to: std::ops::Range<usize>, input: f32| {
            for (sum, gradient) in means[to.clone()].iter_mut().zip(&hidden.mean_gradients) {
                *sum += input * gradient;
            }
            for (sum, gradient) in spreads[to].iter_mut().zip(&hidden.variance_gradients) {
                *sum += input * input * gradient;
            }
        };
        add(network.hidden_biases(), 1.0);
        for &(place, input) in row {
            add(place as usize * network.hidden..(place as usize + 1) * network.hidden, input);
        }
    }

    /// Turns gradients by variances into those by spreads, and adds the gradient of the KL divergence from the prior.
    fn finish(&mut self, network: &Bayes, beta: f32) {
        let weights = network.means.iter().zip(&self.deviations).zip(&self.slopes);
        let gradients = self.means.iter_mut().zip(&mut self.spreads);
        for ((by_mean, by_spread), ((mean, deviation), slope)) in gradients.zip(weights) {
            let prior = deviation / PRIOR_VARIANCE - 1.0 / deviation;
            *by_mean += beta * mean / PRIOR_VARIANCE;
            *by_spread = (2.0 * *by_spread * deviation + beta * prior) * slope;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::normals::fill_normal;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// The loss in `f64`, as it is defined, without a thought to speed.
    fn loss(network: &Bayes, parameters: &[f64], batch: &Minibatch, beta: f64) -> f64 {
        let (means, spreads) = parameters.split_at(network.means.len());
        let deviations: Vec<f64> = spreads.iter().map(|spread| spread.exp().ln_1p()).collect();
        let draw = |inputs: &[(usize, f64)], weight: &dyn Fn(usize) -> usize, bias: usize, deviate: f32| {
            let mean: f64 = inputs.iter().map(|&(place, x)| x * means[weight(place)]).sum();
            let variance: f64 =
                inputs.iter().map(|&(place, x)| (x * deviations[weight(place)]).powi(2)).sum();
            mean + means[bias] + (variance + deviations[bias].powi(2)).sqrt() * f64::from(deviate)
        };
        let (units, mut total) = (network.hidden, 0.0);
        for (record, (row, &cost)) in batch.rows.iter().zip(batch.costs).enumerate() {
            let row: Vec<(usize, f64)> = row.iter().map(|&(place, x)| (place as usize, x.into())).collect();
            for sample in 0..batch.samples {
                let deviates =
                    &batch.deviates[(record * batch.samples + sample) * (units + 1)..][..units + 1];
                let unit = |unit: usize| {
                    let bias = network.hidden_biases().start + unit;
                    (unit, draw(&row, &|place| place * units + unit, bias, deviates[unit]).max(0.0))
                };
                let values: Vec<(usize, f64)> = (0..units).map(unit).collect();
                let weight = |place| network.output_weights().start + place;
                let output = draw(&values, &weight, network.output_bias(), deviates[units]);
                total += 0.5 * (output - f64::from(cost)).powi(2) + 0.5 * std::f64::consts::TAU.ln();
            }
        }
        let prior = f64::from(PRIOR_VARIANCE);
        let divergence: f64 = means
            .iter()
            .zip(&deviations)
            .map(|(mean, deviation)| {
                (prior.sqrt() / deviation).ln() + (deviation * deviation + mean * mean) / (2.0 * prior) - 0.5
            })
            .sum();
        beta * divergence + total / (batch.rows.len() * batch.samples) as f64
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let network = Bayes::new(6, 5, &mut random);
        let rows: [&[(u32, f32)]; 3] = [&[(0, 1.0), (3, 1.0)], &[(1, 0.5), (4, 0.25), (5, 1.0)], &[]];
        let mut deviates = vec![0.0; 3 * 4 * 6];
        fill_normal(&mut random, &mut deviates);
        let batch = Minibatch { rows: &rows, costs: &[3.0, 7.0, 1.0], samples: 4, deviates: &deviates };
        let mut gradient = Gradient::new(&network);
        gradient.compute(&network, &batch, 0.05);
        let found = gradient.means.iter().chain(&gradient.spreads);

        let parameters: Vec<f64> = network.means.iter().chain(&network.spreads).map(|&x| x.into()).collect();
        for (place, &found) in found.enumerate() {
            let moved = |by: f64| {
                let mut parameters = parameters.clone();
                parameters[place] += by;
                loss(&network, &parameters, &batch, 0.05)
            };
            let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!(
                (f64::from(found) - expected).abs() < 1e-4 * expected.abs().max(1.0),
                "{place}: {found} {expected}"
            );
        }
    }
}
