//! A model's calibration on states whose cost is known.

use crate::{Dial, Thresholds};

/// A model's calibration on states whose cost is known, for readings that need to know how its beliefs compare with the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    /// Its confidence on those states, for readings that trust it above a threshold.
    pub thresholds: Option<Thresholds>,
    /// The quantiles whose probabilities hold on those states. Without it, the model's own probabilities are used.
    pub dial: Option<Dial>,
}
