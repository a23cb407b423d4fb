//! The planning network: one hidden layer, and the cost with its spread, or the cost alone.

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

/// What the planning network says, and how it is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanningSettings {
    /// The number of hidden units.
    pub hidden: usize,
    /// Is there a second output, for the spread of the cost?
    pub spread: bool,
    /// What is believed of the cost, where there is one.
    #[serde(default, skip_serializing_if = "BeliefKind::is_gaussian")]
    pub belief: BeliefKind,
    /// Costs are divided by this before they are learned.
    pub scale: f32,
    /// The probability with which a hidden number is dropped in training; only where there is a spread to learn from it.
    pub dropout: f32,
    /// The size of a step.
    pub learning_rate: f64,
    /// The most steps of an iteration, each with the whole buffer.
    pub steps: usize,
    /// No more steps are made when the cost of no record is missed by as much as this.
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
    /// The number of outputs: the cost, and the spread if it is wanted.
    pub fn outputs(&self) -> usize {
        1 + usize::from(self.spread)
    }

    /// Do lower bounds count?
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
    /// Goes on from iteration to iteration.
    pub adam: Adam,
}

/// What a training came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// The steps made.
    pub steps: usize,
    /// By how much the cost of a record was missed at most when that was last looked at: before each step.
    pub largest_error: f32,
}

/// Training does not end early before this many steps have been made.
const STEPS_AT_LEAST: usize = 3;

impl Planning {
    /// A network to begin with: normal weights with variance 2/inputs of their layer (He et al. 2015), no biases.
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

    /// Makes steps with all records at once, which are repeated in turn until there are `repeated_to` rows, if that is
    /// given.
    pub(crate) fn fit(
        &mut self,
        settings: &PlanningSettings,
        repeated_to: Option<usize>,
        set: &TrainingSet,
    ) -> Result<Trained, Exhausted> {
        let loss = Loss { spread: settings.spread, truncated: settings.truncates(), scale: settings.scale };
        let batch = Batch::new(&self.network, settings, repeated_to, set);
        let mut trained = Trained { steps: 0, largest_error: 0.0 };
        for step in 0..settings.steps {
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
