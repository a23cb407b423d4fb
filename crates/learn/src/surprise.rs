//! The surprise −ln p of a cost, or a range, under a Gaussian, and its gradient.

use belief::{Distribution, Gaussian, Gradient, OPEN, TruncatedGaussian};

use crate::cost_range::CostRange;

/// A Gaussian, truncated or not.
pub(crate) trait Bell: Distribution {
    /// The same, truncated to this range; `None` if nothing of it lies there.
    fn given(&self, lower: f64, upper: f64) -> Option<TruncatedGaussian>;

    /// The possible cost that is nearest to this one.
    fn possible(&self, cost: f64) -> f64;

    /// The derivatives of −ln p(`cost`).
    fn slopes(&self, cost: f64) -> Gradient;
}

impl Bell for Gaussian {
    fn given(&self, lower: f64, upper: f64) -> Option<TruncatedGaussian> {
        TruncatedGaussian::new(self.mean(), self.sigma(), lower, upper).ok()
    }

    fn possible(&self, cost: f64) -> f64 {
        cost
    }

    fn slopes(&self, cost: f64) -> Gradient {
        self.gradient(cost)
    }
}

impl Bell for TruncatedGaussian {
    fn given(&self, lower: f64, upper: f64) -> Option<TruncatedGaussian> {
        Self::new(self.mu(), self.sigma(), self.lower().max(lower), self.upper().min(upper)).ok()
    }

    fn possible(&self, cost: f64) -> f64 {
        cost.max(self.lower()).min(self.upper())
    }

    fn slopes(&self, cost: f64) -> Gradient {
        self.gradient(cost)
    }
}

/// −ln p(cost), and its derivatives; for a range, −ln P(range).
///
/// Truncated to the range, the belief has the density p(c) / P(range) at every cost c in it. So −ln P(range) is the difference of
/// the two log-densities at any such c, and its derivatives are differences, too. This is accurate even if the range is so unlikely
/// that P(range) would underflow. (p is a density and P a probability: a mean over both kinds can only compare models on the same
/// data.)
pub(crate) fn surprise(belief: &impl Bell, target: CostRange) -> (f64, Gradient) {
    // Slightly wider at both ends, as open bounds are, so that narrow ranges have some probability.
    let within = || belief.given(target.least() - OPEN, target.most() + OPEN);
    let Some(within) = target.known().is_none().then(within).flatten() else {
        let cost = target.most();
        return (-belief.log_density(belief.possible(cost)), belief.slopes(cost));
    };
    let cost = within.mode();
    let (outer, inner) = (belief.slopes(cost), within.gradient(cost));
    let slopes = Gradient { mu: outer.mu - inner.mu, sigma: outer.sigma - inner.sigma };
    (within.log_density(cost) - belief.log_density(cost), slopes)
}
