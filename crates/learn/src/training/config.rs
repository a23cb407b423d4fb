//! The options of training.

use serde::{Deserialize, Serialize};

use belief::Admissibility;

use super::{Device, Hidden, HypergraphDesign, LinearFit, MachineSize, Metric, Noise, WlDesign};
use crate::cost_range::CostRange;
use crate::features::FeatureKind;
use crate::head::{Head, Prior};
use crate::net::{InputSizes, NetShape};
use crate::targets::Targets;
use crate::upper_bound::UpperBound;
use network::{Activation, AdamSettings, Shape};

/// The options of training. Together with the data they determine every bit of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The kind of features.
    pub features: FeatureKind,
    /// The widths of the hidden layers.
    pub hidden: Hidden,
    /// The activation after each hidden layer.
    pub activation: Activation,
    /// The size of the logic machine, for logic features. Files from before there were such stay the same.
    #[serde(default, skip_serializing_if = "MachineSize::is_usual")]
    pub machine: MachineSize,
    /// The design of the hypergraph network, for hypergraphs. Files from before there were such stay the same.
    #[serde(default, skip_serializing_if = "HypergraphDesign::is_usual")]
    pub hypergraph: HypergraphDesign,
    /// The colours of Weisfeiler-Leman features. Files from before there were such stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wl: Option<WlDesign>,
    /// The way in which a linear model is found at once; missing if training goes step by step. Files from before there was such
    /// a way stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linear: Option<LinearFit>,
    /// The meaning of the outputs.
    pub head: Head,
    /// The heuristic that the network's output is added to.
    pub residual: Option<String>,
    /// The admissible heuristic that gives lower bounds.
    pub lower: Option<String>,
    /// The loss of a categorical belief, if it is not the likelihood. Files from before there was such a loss stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub admissibility: Option<Admissibility>,
    /// The source of upper bounds. Files from before there were any stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<UpperBound>,
    /// The targets. Files from before there was a choice stay the same.
    #[serde(default, skip_serializing_if = "Targets::is_usual")]
    pub targets: Targets,
    /// The batch size, in states.
    pub batch: usize,
    /// The largest number of steps of an attempt.
    pub steps: u64,
    /// The learning rate.
    pub learning_rate: f64,
    /// The weight decay of each step, relative to the learning rate.
    pub weight_decay: f64,
    /// The norm to which gradients are clipped.
    pub clip: Option<f64>,
    /// The dropout probability of hidden units.
    pub dropout: f32,
    /// Noise in batches, on which the belief is to be uniform. Only for features of zeros and ones, and for categorical beliefs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// The number of epochs from one validation to the next.
    pub validate_every: u64,
    /// The number of validations without improvement after which an attempt ends.
    pub patience: Option<u64>,
    /// The least improvement that resets the patience.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub least_gain: f64,
    /// The metric on the validation set by which weights are selected.
    pub select: Metric,
    /// If given: among the best weights of each attempt by each metric, those are selected that solve the most validation problems
    /// by greedy search, which evaluates at most this many states on each.
    pub select_by_search: Option<u64>,
    /// The number of attempts, each with other initial weights; the best of all is kept.
    pub attempts: u32,
    /// The seed of all randomness.
    pub seed: u64,
    /// The device to train on.
    pub device: Device,
}

impl Config {
    /// The shape of the network.
    pub fn shape(&self, sizes: InputSizes) -> NetShape {
        let outputs = self.head.outputs();
        match sizes {
            InputSizes::Numbers(inputs) => {
                let hidden = self.hidden.widths(inputs, outputs);
                NetShape::Dense(Shape { inputs, hidden, outputs, activation: self.activation })
            }
            InputSizes::Relations(relations) => NetShape::Logic(self.machine.shape(relations, outputs)),
            InputSizes::Hypergraph(roles) => NetShape::Hypergraph(self.hypergraph.shape(roles, outputs)),
        }
    }

    /// The loss of outputs for a cost, with its derivatives by each output; NaN if the outputs are not finite.
    pub(crate) fn loss(&self, outputs: &[f32], known: Prior, target: CostRange, gradient: &mut [f32]) -> f64 {
        match self.admissibility {
            Some(admissibility) => {
                // Of a range, no cost but the least is certain not to be too high.
                let cost = self.head.representable(target.least().floor()) as usize;
                admissibility.loss(outputs, cost, gradient)
            }
            None => self.head.loss(outputs, known, target, gradient),
        }
    }

    /// The memory of training in bytes, as far as it grows with the network.
    pub fn training_bytes(&self, sizes: InputSizes) -> u64 {
        // The parameters, their gradient, the optimiser's two moments, two layouts for the processor, the copies for undoing an
        // epoch, the best so far, and a checkpoint while it is written.
        const COPIES: u64 = 1 + 1 + 2 + 2 + 3 + 1 + 8;
        self.shape(sizes).parameters().saturating_mul(COPIES * size_of::<f32>() as u64)
    }

    /// The options of the optimiser.
    pub fn adam(&self) -> AdamSettings {
        let (learning_rate, weight_decay) = (self.learning_rate, self.weight_decay);
        AdamSettings { learning_rate, weight_decay, ..AdamSettings::default() }
    }
}

/// Files from before there was this option stay the same.
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Default for Config {
    /// The options of the paper on bounds for its linear model: learned σ, residual over ff, lower bounds by landmark cuts.
    fn default() -> Self {
        Self {
            features: FeatureKind::Planning,
            hidden: Hidden::Widths(Vec::new()),
            activation: Activation::Sigmoid,
            machine: MachineSize::default(),
            hypergraph: HypergraphDesign::default(),
            wl: None,
            linear: None,
            head: Head::Truncated { sigma: crate::head::Sigma::Learned },
            residual: Some("ff".to_owned()),
            lower: Some("lmcut".to_owned()),
            admissibility: None,
            upper: None,
            targets: Targets::default(),
            batch: 256,
            steps: 10_000,
            learning_rate: 0.01,
            weight_decay: 0.0,
            clip: Some(0.1),
            dropout: 0.0,
            noise: None,
            validate_every: 10,
            patience: None,
            least_gain: 0.0,
            select: Metric::Nll,
            select_by_search: None,
            attempts: 1,
            seed: 42,
            device: Device::Cpu,
        }
    }
}
