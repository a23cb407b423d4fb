//! A trained model and all there is to know about it.

use belief::Calibration;
use serde::{Deserialize, Serialize};

use crate::head::Head;
use crate::network::Network;
use crate::signature::Signature;
use crate::training::{Config, Found};
use crate::trial::Trial;

/// A trained model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it is.
    pub about: About,
    /// Its weights.
    pub network: Network,
    /// How sure it is of states whose cost is known, for readings with a threshold of trust.
    pub calibration: Option<Calibration>,
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
    /// How the data was made.
    pub recipes: Vec<serde_json::Value>,
    /// How many problems it was trained on.
    pub problems: usize,
    /// How many states it was trained on.
    pub states: usize,
    /// Where in training the weights were found, and how good they are on the validation problems.
    pub found: Found,
    /// How it did in search on the validation problems, where that was tried.
    pub trial: Option<Trial>,
}
