//! The range of costs that a network has learned.

use belief::Scaled;

/// The range of costs that a network has learned. There, its second output gives the standard deviation; elsewhere, 1 is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LearnedCosts {
    /// All costs.
    All,
    /// Costs below this, as nearly all are that it has been trained on so far.
    Below(f32),
    /// None yet.
    None,
}

impl LearnedCosts {
    /// The meaning of outputs, for costs divided by `scale`, where `unit` is the cost that counts as 1 in the paper.
    pub(crate) fn outputs(self, scale: f64, unit: f64) -> Scaled {
        let learned_below = match self {
            Self::All => f64::INFINITY,
            Self::Below(cost) => cost.into(),
            Self::None => f64::NEG_INFINITY,
        };
        Scaled { learned_below, sigma_beyond: unit, ..Scaled::new(scale, None) }
    }
}
