//! What the planning network believes.

use serde::{Deserialize, Serialize};

/// What a planning network that says a spread believes of the cost of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Belief {
    /// A Gaussian.
    #[default]
    Gaussian,
    /// A Gaussian that is cut off a little below what the cost is known to be at least.
    Truncated,
}

impl Belief {
    /// Files of before there was another don't change.
    pub(super) fn is_gaussian(&self) -> bool {
        *self == Self::Gaussian
    }
}
