//! How surprising a cost is for a Gaussian, and what follows for its mean and spread.

use belief::{Distribution, Gaussian, Gradient, OPEN, TruncatedGaussian};

use crate::cost_range::CostRange;

/// A Gaussian, cut off or not.
pub(crate) trait Bell: Distribution {
    /// The same, given that it lies between these; `None` if nothing does.
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

/// −ln p(cost), and its derivatives. Of a cost that is known as a range, −ln P(range).
///
/// The belief within the range alone has the density p(c) / P(range) at every cost c in it: −ln P(range) is a difference of two
/// logarithms, and so are its derivatives. Both are accurate where the range is far from all that is likely, and P(range)
/// would be zero. (The one is a density and the other a probability: a mean over both kinds compares models on the same data, no more.)
pub(crate) fn surprise(belief: &impl Bell, target: CostRange) -> (f64, Gradient) {
    // Open at both ends as bounds are, so that narrow ranges are not impossible.
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
