//! A trained model and its description.

use belief::Calibration;
use data::{DataSet, Split};
use heuristics::Entry;
use serde::{Deserialize, Serialize};

use crate::features::FeatureKind;
use crate::head::Head;
use crate::net::Net;
use crate::prepare::Prepared;
use crate::signature::Signature;
use crate::training::{Config, Found};
use crate::trial::Trial;
use crate::upper_bound::UpperBound;
use network::Layer;

/// A trained model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its description.
    pub about: About,
    /// Its weights.
    pub network: Net,
    /// The calibration of its beliefs by known costs, for readings that need it.
    pub calibration: Calibration,
}

impl Model {
    /// Does it take about a microsecond for a state of a search? So do linear models that need no other heuristic.
    pub fn is_quick(&self) -> bool {
        let About { residual, lower, upper, .. } = &self.about;
        matches!(self.network, Net::Linear(_)) && residual.is_none() && lower.is_none() && upper.is_none()
    }

    /// A fault that no trained model has, if there is one: model files are not trusted.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let About { signature, head, lower, .. } = &self.about;
        let shape = self.network.shape();
        let is_finite =
            |layer: &Layer| layer.weights.iter().chain(&layer.biases).all(|number| number.is_finite());
        let is_admissible = |name: &String| Entry::find(name).is_none_or(|entry| entry.is_admissible);
        if !signature.is_well_formed() {
            Some("its inputs are not those of its features")
        } else if shape.inputs() != signature.sizes() || shape.outputs() != head.outputs() {
            Some("its network does not fit its inputs and outputs")
        } else if matches!(self.network, Net::Linear(_)) && signature.features != FeatureKind::Wl {
            Some("its weights are not those of its features")
        } else if !self.network.layers().iter().all(is_finite) {
            Some("its weights are not all finite")
        } else if !head.is_well_formed() {
            Some("its spread is not a number above 0")
        } else if !lower.as_ref().is_none_or(is_admissible) {
            Some("its lower bound is no admissible heuristic")
        } else {
            None
        }
    }
}

/// The description of a model: everything but its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Its inputs, and the tasks it can be used for.
    pub signature: Signature,
    /// The meaning of its outputs.
    pub head: Head,
    /// The heuristic that its output is added to.
    pub residual: Option<String>,
    /// The admissible heuristic that bounds its belief from below.
    pub lower: Option<String>,
    /// The source of upper bounds for its belief. Files from before there were any stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<UpperBound>,
    /// How it was trained.
    pub training: TrainingRecord,
}

impl About {
    /// The description of a model with the weights that training on a data set has found.
    pub fn trained(
        config: &Config,
        data: &DataSet,
        checksum: &str,
        prepared: &Prepared,
        found: Found,
    ) -> Self {
        let problems = data.problems.iter().filter(|problem| problem.split == Split::Train).count();
        let training = TrainingRecord {
            config: config.clone(),
            data: checksum.to_owned(),
            domain: data.domain_name(),
            recipes: data.recipes.clone(),
            problems,
            states: prepared.train.len(),
            validation_states: prepared.validation.len(),
            found,
            trial: None,
        };
        Self {
            signature: prepared.signature.clone(),
            head: config.head,
            residual: config.residual.clone(),
            lower: config.lower.clone(),
            upper: config.upper.clone(),
            training,
        }
    }
}

/// How a model was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// The options.
    pub config: Config,
    /// The checksum of the data.
    pub data: String,
    /// The name of the domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The recipes of the data.
    pub recipes: Vec<serde_json::Value>,
    /// The number of training problems.
    pub problems: usize,
    /// The number of training states.
    pub states: usize,
    /// The number of validation states that its scores are from; 0 if they are from the training states.
    pub validation_states: usize,
    /// The point in training at which the weights were found, and their scores on the validation problems.
    pub found: Found,
    /// Its result in search on the validation problems, if that was tried.
    pub trial: Option<Trial>,
}
