//! The kind of belief that the planning network has.

use serde::{Deserialize, Serialize};

/// The kind of belief that a planning network has which says a spread: what its outputs mean is `belief::Scaled`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeliefKind {
    /// A Gaussian.
    #[default]
    Gaussian,
    /// A Gaussian that is cut off a little below what the cost is known to be at least.
    Truncated,
}

impl BeliefKind {
    /// Files of before there was another don't change.
    pub(super) fn is_gaussian(&self) -> bool {
        *self == Self::Gaussian
    }
}
