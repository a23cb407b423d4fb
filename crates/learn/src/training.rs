//! Training: minibatch optimisation by Adam, epoch by epoch, with validation, restarts and checkpoints.

mod backend;
mod config;
mod curve;
mod device;
mod hidden;
mod hypergraph_design;
mod loss;
mod machine_size;
mod metric;
mod noise;
mod progress;
#[cfg(test)]
mod tests;
mod wl_design;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use search::Budget;
use serde::Serialize;

use self::backend::Backend;
pub use self::config::Config;
pub use self::curve::Curve;
pub use self::device::{Device, DeviceError};
pub use self::hidden::Hidden;
pub use self::hypergraph_design::{HypergraphDesign, Start};
pub use self::loss::Loss;
pub use self::machine_size::MachineSize;
pub use self::metric::{Metric, Scores};
pub use self::noise::{MOST_CHANGES, Noise, NoiseKind};
pub use self::progress::{Best, Counts, Found, Progress};
pub use self::wl_design::{LinearFit, RankPenalty, WlDesign};
use crate::examples::Examples;
use crate::features::FeatureRows;
use crate::net::{InputSizes, Net};
use network::hypergraph::Initialisation;

/// Trains a network, epoch by epoch. All random numbers derive from the seed, the attempt and the epoch, so that training
/// resumed from a checkpoint gives the same result as training without an interruption.
#[derive(Debug)]
pub struct Trainer<'a> {
    config: &'a Config,
    train: &'a Examples,
    validation: &'a Examples,
    sizes: InputSizes,
    threads: usize,
    progress: Progress,
    backend: Backend,
    noise: Option<noise::Source>,
    /// A buffer for a batch.
    batch: Examples,
    /// A buffer for the gradient of the loss by a batch's outputs.
    gradient: Vec<f32>,
}

/// The record of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Epoch {
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// The number of the epoch in the attempt, from 1.
    pub epoch: u64,
    /// The number of steps of the attempt so far.
    pub steps: u64,
    /// The mean loss of the epoch's batches, each before its step.
    pub loss: f64,
    /// The scores on the validation problems, if they were due.
    pub validation: Option<Scores>,
    /// Are these the best weights so far by the selection metric?
    pub is_best: bool,
}

impl<'a> Trainer<'a> {
    /// Starts training a network for features of these sizes.
    ///
    /// # Errors
    /// When the device can't be used.
    pub fn new(
        config: &'a Config,
        sizes: InputSizes,
        train: &'a Examples,
        validation: &'a Examples,
    ) -> Result<Self, DeviceError> {
        let progress = Progress::begin(config, sizes, &train.rows, Counts::default(), Vec::new());
        Self::resume(config, sizes, train, validation, progress)
    }

    /// Resumes training.
    ///
    /// # Errors
    /// When the device can't be used.
    pub fn resume(
        config: &'a Config,
        sizes: InputSizes,
        train: &'a Examples,
        validation: &'a Examples,
        progress: Progress,
    ) -> Result<Self, DeviceError> {
        let backend = Backend::new(config, &progress, 1)?;
        let batch = Examples::new(train.rows.like());
        let noise = match (config.noise, sizes) {
            (Some(noise), InputSizes::Numbers(inputs)) => {
                noise.source(&train.rows, &train.unlabelled, inputs)
            }
            _ => None,
        };
        let gradient = Vec::new();
        Ok(Self { config, train, validation, sizes, threads: 1, progress, backend, noise, batch, gradient })
    }

    /// Uses `threads` threads for logic machines and hypergraph networks, which benefit from them. Results don't depend on their
    /// number.
    ///
    /// # Errors
    /// When the device can't be used.
    pub fn with_threads(mut self, threads: usize) -> Result<Self, DeviceError> {
        self.threads = threads;
        if matches!(self.backend, Backend::Logic(_) | Backend::Hypergraph(_)) {
            self.backend = Backend::new(self.config, &self.progress, threads)?;
        }
        Ok(self)
    }

    /// The progress so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The best weights so far by the selection metric.
    pub fn best(&self) -> Option<&Best> {
        let metric = self.config.select;
        let value = |best: &Best| best.found.scores.get(metric).unwrap_or(f64::INFINITY);
        let candidates = self.progress.best.iter().filter(|best| best.metric == metric);
        candidates.min_by(|first, second| value(first).total_cmp(&value(second)))
    }

    /// Is training finished?
    pub fn is_done(&self) -> bool {
        self.progress.counts.attempts >= self.config.attempts || self.train.is_empty()
    }

    /// The share of the steps that are done, of as many as there are without early stopping.
    pub fn share_done(&self) -> f64 {
        let Counts { attempts, steps, .. } = self.progress.counts;
        let all = f64::from(self.config.attempts.max(1)) * self.config.steps.max(1) as f64;
        (f64::from(attempts) * self.config.steps as f64 + steps as f64) / all
    }

    /// The current weights with their scores, whether a validation is due or not.
    pub fn current(&self) -> Best {
        let Counts { attempts, steps, .. } = self.progress.counts;
        let found = Found { attempt: attempts, step: steps, scores: self.scores() };
        Best { metric: self.config.select, found, network: self.progress.network.clone() }
    }

    /// Makes one pass over all examples, in a random order. If the budget is exhausted, the epoch is undone, and the result is
    /// `None`.
    ///
    /// # Errors
    /// When the device fails.
    pub fn epoch(&mut self, budget: &Budget) -> Result<Option<Epoch>, DeviceError> {
        let config = self.config;
        let counts = self.progress.counts;
        let before = (self.progress.network.clone(), self.progress.adam.clone());
        let mut random = self.random(counts.epochs + 1);
        let mut order: Vec<u32> = (0..self.train.len() as u32).collect();
        order.shuffle(&mut random);
        let (mut loss, mut batches) = (0.0, 0_u32);
        for positions in order.chunks(config.batch) {
            if self.progress.counts.steps == config.steps {
                break;
            }
            if budget.check().is_err() {
                (self.progress.network, self.progress.adam) = before;
                self.progress.counts = counts;
                self.backend = Backend::new(config, &self.progress, self.threads)?;
                return Ok(None);
            }
            loss += self.step(positions, &mut random)?;
            batches += 1;
        }
        self.backend.fetch(&mut self.progress)?;
        self.progress.counts.epochs += 1;
        self.progress.counts.all_epochs += 1;
        let (validation, is_best) = self.validate_if_due();
        let epoch = Epoch {
            attempt: counts.attempts + 1,
            epoch: counts.epochs + 1,
            steps: self.progress.counts.steps,
            loss: loss / f64::from(batches.max(1)),
            validation,
            is_best,
        };
        if self.attempt_is_over() {
            let Counts { attempts, all_epochs, .. } = self.progress.counts;
            let counts = Counts { attempts: attempts + 1, all_epochs, ..Counts::default() };
            let best = std::mem::take(&mut self.progress.best);
            self.progress = Progress::begin(config, self.sizes, &self.train.rows, counts, best);
            self.backend = Backend::new(config, &self.progress, self.threads)?;
        }
        Ok(Some(epoch))
    }

    /// Makes one step on a batch. Returns the mean loss of its states before the step, without that of noise.
    fn step(&mut self, positions: &[u32], random: &mut ChaCha8Rng) -> Result<f64, DeviceError> {
        let Self { config, batch, progress, backend, noise, gradient, .. } = self;
        batch.clear();
        batch.extend_from(self.train, positions.iter().map(|&position| position as usize));
        if let Some(noise) = noise {
            noise.add(positions.len(), random, &mut batch.rows);
        }
        let head = config.head;
        let mut sum = 0.0;
        let loss = |outputs: &[f32], gradient: &mut [f32]| {
            let all = outputs.len() / head.outputs();
            let (share, to_a_row) = (1.0 / all as f32, all / batch.rows.len());
            let answers = outputs.chunks(head.outputs()).zip(gradient.chunks_mut(head.outputs()));
            for (answer, (outputs, gradient)) in answers.enumerate() {
                let row = answer / to_a_row;
                match batch.targets.get(row) {
                    Some(&target) => {
                        let loss = config.loss(outputs, batch.known[row], target, gradient);
                        sum += loss / to_a_row as f64;
                    }
                    None => head.loss_of_noise(outputs, gradient),
                }
                gradient.iter_mut().for_each(|slope| *slope *= share);
            }
        };
        backend.step(config, batch, progress, random, loss, gradient)?;
        progress.counts.steps += 1;
        Ok(sum / positions.len() as f64)
    }

    fn attempt_is_over(&self) -> bool {
        let Counts { steps, stale, .. } = self.progress.counts;
        steps >= self.config.steps || self.config.patience.is_some_and(|patience| stale >= patience)
    }

    fn validate_if_due(&mut self) -> (Option<Scores>, bool) {
        let Counts { epochs, steps, .. } = self.progress.counts;
        let due = epochs.is_multiple_of(self.config.validate_every.max(1)) || steps >= self.config.steps;
        if !due {
            return (None, false);
        }
        let scores = self.scores();
        (Some(scores), self.progress.record(self.config, scores))
    }

    /// The scores on the validation set, or on the training set if there is none.
    fn scores(&self) -> Scores {
        let examples = self.validation.or(self.train);
        Scores::in_training(self.config, &self.progress.network, examples, self.threads)
    }

    /// The random stream of an epoch.
    fn random(&self, epoch: u64) -> ChaCha8Rng {
        random(self.config.seed, self.progress.counts.attempts, epoch)
    }
}

impl Progress {
    /// New initial weights, from a random stream of the attempt.
    fn begin(
        config: &Config,
        sizes: InputSizes,
        train: &FeatureRows,
        counts: Counts,
        best: Vec<Best>,
    ) -> Self {
        let hypergraphs = train
            .hypergraphs()
            .map_or(Initialisation::Faithful, |states| config.hypergraph.initialisation(states));
        let mut random = random(config.seed, counts.attempts, 0);
        let network = Net::new(&config.shape(sizes), hypergraphs, &mut random);
        let adam = network.optimiser(config.adam());
        Self { counts, network, adam, best }
    }

    /// Keeps the weights if they are the best of the attempt by any metric. True if they are the best of all attempts by the
    /// selection metric.
    fn record(&mut self, config: &Config, scores: Scores) -> bool {
        let found = Found { attempt: self.counts.attempts, step: self.counts.steps, scores };
        let mut is_best = false;
        for metric in Metric::ALL {
            let Some(value) = scores.get(metric) else { continue };
            let better = |best: &Best| best.metric == metric && best.found.scores.get(metric) <= Some(value);
            if self.best.iter().filter(|best| best.found.attempt == found.attempt).any(better) {
                continue;
            }
            is_best |= metric == config.select && !self.best.iter().any(better);
            self.best.retain(|best| best.metric != metric || best.found.attempt != found.attempt);
            self.best.push(Best { metric, found, network: self.network.clone() });
        }
        match (scores.get(config.select), self.counts.best_of_attempt) {
            (Some(value), best) if best.is_none_or(|best| value < best - config.least_gain) => {
                self.counts.best_of_attempt = Some(value);
                self.counts.stale = 0;
            }
            _ => self.counts.stale += 1,
        }
        is_best
    }
}

/// A random stream that depends only on the seed, the attempt and the epoch.
fn random(seed: u64, attempt: u32, epoch: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(attempt) << 40 | epoch);
    random
}
