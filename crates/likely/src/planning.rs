//! The planning network: one hidden layer, and two outputs, the mean of the cost and its spread (aleatoric uncertainty), or the
//! mean alone.

mod batch;
mod belief_kind;
mod loss;

pub use self::belief_kind::BeliefKind;

use crate::chance::{Purpose, stream};
use crate::normals::fill_normal;
use crate::training_set::TrainingSet;
use batch::Batch;
use loss::Loss;
use network::{Activation, Adam, AdamSettings, Layer, Network};
use rand_chacha::ChaCha8Rng;
use search::Exhausted;
use serde::{Deserialize, Serialize};

/// The shape of the planning network, its belief, and its training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanningSettings {
    /// The number of hidden units.
    pub hidden: usize,
    /// Is there a second output, for the spread of the cost?
    pub spread: bool,
    /// The kind of belief about the cost, if there is a second output.
    #[serde(default, skip_serializing_if = "BeliefKind::is_gaussian")]
    pub belief: BeliefKind,
    /// Costs are divided by this in training.
    pub scale: f32,
    /// The dropout probability of hidden units in training; only used if there is a second output.
    pub dropout: f32,
    /// The learning rate.
    pub learning_rate: f64,
    /// The largest number of steps of an iteration, each on the whole buffer.
    pub steps: usize,
    /// Training stops early when the largest error of a record is below this.
    pub error_below: f32,
}

impl Default for PlanningSettings {
    fn default() -> Self {
        Self {
            hidden: 20,
            spread: true,
            belief: BeliefKind::Gaussian,
            scale: 10.0,
            dropout: 0.025,
            learning_rate: 1e-3,
            steps: 1000,
            error_below: 0.5,
        }
    }
}

impl PlanningSettings {
    /// The number of outputs: the mean, and the spread if it is wanted.
    pub fn outputs(&self) -> usize {
        1 + usize::from(self.spread)
    }

    /// Are beliefs truncated at lower bounds?
    pub(crate) fn truncates(&self) -> bool {
        self.spread && self.belief == BeliefKind::Truncated
    }

    fn drops(&self) -> bool {
        self.spread && self.dropout > 0.0
    }
}

/// The planning network and its optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Planning {
    /// Two layers, relu between them.
    pub network: Network,
    /// Its state persists from iteration to iteration.
    pub adam: Adam,
}

/// The result of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// The number of steps made.
    pub steps: usize,
    /// The largest error of a record when it was last computed, which is before each step.
    pub largest_error: f32,
}

/// The number of steps before which training does not stop early.
const STEPS_AT_LEAST: usize = 3;

impl Planning {
    /// The initial network: normal weights with variance 2/inputs of their layer (He et al. 2015), biases 0.
    pub(crate) fn new(inputs: usize, settings: &PlanningSettings, random: &mut ChaCha8Rng) -> Self {
        let mut layer = |inputs: usize, outputs: usize| {
            let mut layer = Layer::zeros(inputs, outputs);
            fill_normal(random, &mut layer.weights);
            let scale = (2.0 / inputs.max(1) as f32).sqrt();
            layer.weights.iter_mut().for_each(|weight| *weight *= scale);
            layer
        };
        let layers = vec![layer(inputs, settings.hidden), layer(settings.hidden, settings.outputs())];
        let network = Network { activation: Activation::Relu, layers };
        let adam = AdamSettings { learning_rate: settings.learning_rate, ..AdamSettings::default() };
        Self { adam: Adam::new(adam, &network), network }
    }

    /// Makes this many full-batch steps at a learning rate that falls to 0, and without dropout, whose noise would be learned as spread.
    pub(crate) fn settle(
        &mut self,
        settings: &PlanningSettings,
        steps: usize,
        repeated_to: Option<usize>,
        set: &TrainingSet,
    ) -> Result<Trained, Exhausted> {
        let settings = PlanningSettings { steps, dropout: 0.0, ..settings.clone() };
        self.descend(&settings, repeated_to, true, set)
    }

    /// Makes full-batch steps. If `repeated_to` is given, the records are repeated in turn until there are as many rows.
    pub(crate) fn fit(
        &mut self,
        settings: &PlanningSettings,
        repeated_to: Option<usize>,
        set: &TrainingSet,
    ) -> Result<Trained, Exhausted> {
        self.descend(settings, repeated_to, false, set)
    }

    fn descend(
        &mut self,
        settings: &PlanningSettings,
        repeated_to: Option<usize>,
        falling: bool,
        set: &TrainingSet,
    ) -> Result<Trained, Exhausted> {
        let loss = Loss { spread: settings.spread, truncated: settings.truncates(), scale: settings.scale };
        let batch = Batch::new(&self.network, settings, repeated_to, set);
        let mut trained = Trained { steps: 0, largest_error: 0.0 };
        for step in 0..settings.steps {
            if falling {
                let rest = 1.0 - step as f64 / settings.steps as f64;
                self.adam.settings.learning_rate = settings.learning_rate * rest;
            }
            let key = (set.iteration << 32) | step as u64;
            let random = |chunk: usize| stream(set.seed, Purpose::Dropout, [key, chunk as u64]);
            trained.largest_error = batch.pass(&self.network, &loss, set.threads, random);
            if step >= STEPS_AT_LEAST && trained.largest_error < settings.error_below {
                break;
            }
            let gradients = batch.gradients(&self.network);
            self.adam.step(&mut self.network, &gradients);
            trained.steps = step + 1;
            set.budget.check()?;
        }
        Ok(trained)
    }
}

#[cfg(test)]
mod tests;
