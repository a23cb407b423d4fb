//! The kind of belief of the planning network.

use serde::{Deserialize, Serialize};

/// The kind of belief of a planning network with a second output. `belief::Scaled` turns the outputs into such a belief.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeliefKind {
    /// A Gaussian.
    #[default]
    Gaussian,
    /// A Gaussian that is truncated slightly below the lower bound on the cost.
    Truncated,
}

impl BeliefKind {
    /// Files from before there was another kind stay the same.
    pub(super) fn is_gaussian(&self) -> bool {
        *self == Self::Gaussian
    }
}
