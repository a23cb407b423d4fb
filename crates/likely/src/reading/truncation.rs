//! What is left of a Gaussian above a lower bound.

use belief::{Distribution, OPEN, TruncatedGaussian, normal};

/// A quantile of what is left of Gaussians above lower bounds, all in costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Truncation {
    /// The probability of less.
    level: f64,
    /// How far below a lower bound a Gaussian is cut off.
    pub open: f64,
    /// The standard deviation where the second output is not trusted.
    pub beyond: f64,
}

impl Truncation {
    /// With the probability of what is so many standard deviations below the mean of a Gaussian that is whole.
    pub fn new(deviations: f64) -> Self {
        Self { level: normal::cdf(-deviations), open: OPEN, beyond: 1.0 }
    }

    /// The quantile for a Gaussian above a bound; no number if it is none.
    pub fn value(&self, mean: f64, deviation: f64, lower_bound: u32) -> f32 {
        let lower = f64::from(lower_bound);
        let belief = TruncatedGaussian::open(mean, deviation, lower, f64::INFINITY, self.open);
        belief.map_or(f32::NAN, |belief| belief.quantile(self.level) as f32)
    }
}
