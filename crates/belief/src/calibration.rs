//! What a model keeps of states whose cost is known.

use crate::{Dial, Thresholds};

/// What a model keeps of states whose cost is known, for readings that need to know how its beliefs compare with the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// How confident it is of them, for readings that trust it above a threshold.
    pub thresholds: Option<Thresholds>,
    /// The quantiles that keep their probabilities. Where it is missing, a probability is what the model believes it to be.
    pub dial: Option<Dial>,
}
