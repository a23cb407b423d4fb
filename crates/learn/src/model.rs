//! A trained model and all there is to know about it.

use belief::Calibration;
use heuristics::Entry;
use serde::{Deserialize, Serialize};

use crate::head::Head;
use crate::net::Net;
use crate::signature::Signature;
use crate::training::{Config, Found};
use crate::trial::Trial;
use crate::upper_bound::UpperBound;
use network::Layer;

/// A trained model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it is.
    pub about: About,
    /// Its weights.
    pub network: Net,
    /// How its beliefs compare with costs that are known, for readings that have to know.
    pub calibration: Calibration,
}

impl Model {
    /// What no model that was trained has: files may come from anybody.
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

/// All about a model but its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// What it can be asked about.
    pub signature: Signature,
    /// What its outputs mean.
    pub head: Head,
    /// The heuristic that its estimate is added to.
    pub residual: Option<String>,
    /// The admissible heuristic whose values its belief respects.
    pub lower: Option<String>,
    /// What its belief takes for upper bounds. Files from before there were any do not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper: Option<UpperBound>,
    /// How it was trained.
    pub training: TrainingRecord,
}

/// How a model was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// With what options.
    pub config: Config,
    /// The checksum of the data.
    pub data: String,
    /// The name of the domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// How the data was made.
    pub recipes: Vec<serde_json::Value>,
    /// How many problems it was trained on.
    pub problems: usize,
    /// How many states it was trained on.
    pub states: usize,
    /// How many states its scores are from; 0 if there were none but those it was trained on.
    pub validation_states: usize,
    /// Where in training the weights were found, and how good they are on the validation problems.
    pub found: Found,
    /// How it did in search on the validation problems, where that was tried.
    pub trial: Option<Trial>,
}
