//! Training the network of uncertainty until it is certain of all states in the buffer.

use super::gradient::{Gradient, Minibatch};
use super::weighted::Weighted;
use super::{Bayes, Moments, Uncertainty};
use crate::chance::{Purpose, stream};
use crate::largest::largest;
use crate::normals::{Noise, fill_normal};
use crate::training_set::TrainingSet;
use search::Exhausted;
use serde::{Deserialize, Serialize};

/// How the network of uncertainty is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitSettings {
    /// The learning rate.
    pub learning_rate: f32,
    /// The number of samples for each record of a step.
    pub step_samples: usize,
    /// The number of records of a step.
    pub minibatch: usize,
    /// The number of steps between two computations of the uncertainty.
    pub steps_per_round: usize,
    /// The largest number of rounds.
    pub rounds: usize,
    /// The number of samples for the uncertainty of a state.
    pub samples: usize,
    /// Training ends when the standard deviations of all states in the buffer are below this: √(κε).
    pub certain_below: f32,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            learning_rate: 0.01,
            step_samples: 5,
            minibatch: 100,
            steps_per_round: 50,
            rounds: 101,
            samples: 100,
            certain_below: 0.8,
        }
    }
}

/// The result of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The rounds it took.
    pub rounds: usize,
    /// Are all states of the buffer certain enough at the end?
    pub certain: bool,
    /// The largest standard deviation of a state of the buffer at the end.
    pub largest: f32,
}

impl Bayes {
    /// The optimiser before its first step.
    pub(crate) fn moments(&self) -> Moments {
        Moments::new(2 * self.means.len())
    }

    /// Trains until the uncertainty of all records is low or all rounds are over; with `always`, through all rounds.
    pub(crate) fn fit(
        &mut self,
        moments: &mut Moments,
        settings: &FitSettings,
        beta: f32,
        always: bool,
        set: &TrainingSet,
    ) -> Result<Fit, Exhausted> {
        let mut gradient = Gradient::new(self);
        let mut round = 0;
        loop {
            let deviations = self.deviations(settings, round, set);
            let largest = largest(deviations.iter().copied());
            let certain = largest < settings.certain_below;
            if round == settings.rounds || (certain && !always) || set.rows.is_empty() {
                return Ok(Fit { rounds: round, certain, largest });
            }
            let weights = weights(&deviations, settings.certain_below);
            self.round(moments, settings, beta, &mut gradient, (round, weights), set);
            set.budget.check()?;
            round += 1;
        }
    }

    /// The uncertainty of all records.
    fn deviations(&self, settings: &FitSettings, round: usize, set: &TrainingSet) -> Vec<f32> {
        let mut random = stream(set.seed, Purpose::BufferNoise, [set.iteration, round as u64]);
        let noise = Noise::new(&mut random, Uncertainty::deviates(self, settings.samples));
        Uncertainty::new(self, settings.samples).deviations(set.rows, &noise, set.threads)
    }

    fn round(
        &mut self,
        moments: &mut Moments,
        settings: &FitSettings,
        beta: f32,
        gradient: &mut Gradient,
        (round, mut weights): (usize, Weighted),
        set: &TrainingSet,
    ) {
        let mut random = stream(set.seed, Purpose::Minibatches, [set.iteration, round as u64]);
        let (mut drawn, samples) = (Vec::new(), settings.step_samples);
        let mut deviates = vec![0.0; settings.minibatch * samples * (self.hidden + 1)];
        for _ in 0..settings.steps_per_round {
            weights.draw(settings.minibatch, &mut random, &mut drawn);
            fill_normal(&mut random, &mut deviates);
            let rows: Vec<&[(u32, f32)]> = drawn.iter().map(|&record| set.rows.row(record)).collect();
            let costs: Vec<f32> = drawn.iter().map(|&record| set.costs[record]).collect();
            let batch = Minibatch { rows: &rows, costs: &costs, samples, deviates: &deviates };
            gradient.compute(self, &batch, beta);
            let parameters = (self.means.as_mut_slice(), self.spreads.as_mut_slice());
            moments.descend(
                set.how,
                settings.learning_rate,
                parameters,
                (&gradient.means, &gradient.spreads),
            );
        }
    }
}

/// The weights for drawing records: exp(σ) where a record is uncertain, e⁻¹ where it is certain enough, all scaled by the
/// largest.
fn weights(deviations: &[f32], certain_below: f32) -> Weighted {
    /// Positive, so that every record can be drawn when the others have been.
    const LEAST: f64 = 1e-200;
    let exponent = |&deviation: &f32| if deviation >= certain_below { f64::from(deviation) } else { -1.0 };
    let largest = deviations.iter().map(exponent).fold(-1.0, f64::max);
    Weighted::new(deviations.iter().map(|deviation| libm::exp(exponent(deviation) - largest).max(LEAST)))
}
