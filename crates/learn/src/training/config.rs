//! The options of training.

use serde::{Deserialize, Serialize};

use super::{Device, Hidden, HypergraphDesign, MachineSize, Metric, Noise};
use crate::features::FeatureKind;
use crate::head::Head;
use crate::net::{InputSizes, NetShape};
use crate::targets::Targets;
use crate::upper_bound::UpperBound;
use network::{Activation, AdamSettings, Shape};

/// The options of training. Together with the data they determine every bit of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// What the network sees of a state.
    pub features: FeatureKind,
    /// The widths of the hidden layers.
    pub hidden: Hidden,
    /// What follows each hidden layer.
    pub activation: Activation,
    /// The size of the logic machine, for logic features. Files of before there were such do not change.
    #[serde(default, skip_serializing_if = "MachineSize::is_usual")]
    pub machine: MachineSize,
    /// The design of the hypergraph network, for hypergraphs. Files of before there were such do not change.
    #[serde(default, skip_serializing_if = "HypergraphDesign::is_usual")]
    pub hypergraph: HypergraphDesign,
    /// What the outputs mean.
    pub head: Head,
    /// The heuristic that the network's estimate is added to.
    pub residual: Option<String>,
    /// The admissible heuristic that gives lower bounds.
    pub lower: Option<String>,
    /// What gives upper bounds. Files from before there were any do not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<UpperBound>,
    /// What is learned of the costs. Files of before there was a choice do not change.
    #[serde(default, skip_serializing_if = "Targets::is_usual")]
    pub targets: Targets,
    /// How many states there are to a step.
    pub batch: usize,
    /// How many steps there are at most.
    pub steps: u64,
    /// How far a step goes.
    pub learning_rate: f64,
    /// How much weights shrink at each step, as a share of the learning rate.
    pub weight_decay: f64,
    /// How long a gradient may be; what is longer is shortened.
    pub clip: Option<f64>,
    /// How likely a hidden unit is left out in a step.
    pub dropout: f32,
    /// What is mixed into batches for the network to know nothing of. Only for features of zeros and ones and beliefs that
    /// can say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// How many epochs there are between two validations.
    pub validate_every: u64,
    /// After how many validations without a better one training ends.
    pub patience: Option<u64>,
    /// By how much a validation has to be better for patience to last.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub least_gain: f64,
    /// By which measure on the validation problems weights are chosen.
    pub select: Metric,
    /// If a number: among the best weights of each attempt by each measure, those are chosen that solve the most
    /// validation problems by greedy search, evaluating at most that many states on each.
    pub select_by_search: Option<u64>,
    /// How often training is begun with other weights; the best of all is kept.
    pub attempts: u32,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Where training happens.
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

    /// The bytes that training takes, as far as they grow with the network.
    pub fn training_bytes(&self, sizes: InputSizes) -> u64 {
        // The numbers themselves, the gradient by them, the optimiser's two means, two layouts for the processor, what an epoch can
        // be taken back to, the best so far, and a checkpoint while it is written.
        const COPIES: u64 = 1 + 1 + 2 + 2 + 3 + 1 + 8;
        self.shape(sizes).parameters().saturating_mul(COPIES * size_of::<f32>() as u64)
    }

    /// The options of the optimiser.
    pub fn adam(&self) -> AdamSettings {
        let (learning_rate, weight_decay) = (self.learning_rate, self.weight_decay);
        AdamSettings { learning_rate, weight_decay, ..AdamSettings::default() }
    }
}

/// Files of before there was such a number don't change.
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Default for Config {
    /// The paper on bounds, for its linear model: learned spread, residual over ff, lower bounds by landmark cuts.
    fn default() -> Self {
        Self {
            features: FeatureKind::Planning,
            hidden: Hidden::Widths(Vec::new()),
            activation: Activation::Sigmoid,
            machine: MachineSize::default(),
            hypergraph: HypergraphDesign::default(),
            head: Head::Truncated { sigma: crate::head::Sigma::Learned },
            residual: Some("ff".to_owned()),
            lower: Some("lmcut".to_owned()),
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
