//! Which costs a network has learned.

use belief::Scaled;

/// Which costs a network has learned: there its second output counts. Elsewhere, the standard deviation is taken to be 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LearnedCosts {
    /// All there are.
    All,
    /// Those below this, as nearly all are that it has learned from so far.
    Below(f32),
    /// None yet.
    None,
}

impl LearnedCosts {
    /// What outputs mean, for costs divided by a scale, of which one like 1 in the paper is a unit.
    pub(crate) fn outputs(self, scale: f64, unit: f64) -> Scaled {
        let learned_below = match self {
            Self::All => f64::INFINITY,
            Self::Below(cost) => cost.into(),
            Self::None => f64::NEG_INFINITY,
        };
        Scaled { learned_below, sigma_beyond: unit, ..Scaled::new(scale, None) }
    }
}
