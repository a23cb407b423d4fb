//! The truncated Gaussian distribution.

mod central;
mod narrow;
mod tail;

use std::cmp::Ordering;

use self::{central::Central, narrow::Narrow, tail::Tail};
use crate::{Distribution, Gradient, Invalid, normal::is_narrow};

/// The margin by which bounds are moved outwards in the *bounds* paper (S1.3).
pub const OPEN: f64 = 0.1;

/// From this many standard deviations between μ and the nearer bound, the tail is computed from that bound, not from μ.
const TAIL: f64 = 3.0;

/// N(μ, σ²) given that it lies between two bounds, either of which may be infinite (*bounds*, Eq. 9):
///
/// p(x) = φ((x − μ)/σ) / (σ·Z) for lower ≤ x ≤ upper, with Z = Φ((upper − μ)/σ) − Φ((lower − μ)/σ).
///
/// μ need not lie between the bounds. All quantities keep about 13 digits wherever the bounds are. To that end x
/// is measured from μ only while that is near; otherwise from the bound nearer to μ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TruncatedGaussian {
    mu: f64,
    sigma: f64,
    lower: f64,
    upper: f64,
}

/// The same distribution as `anchor` + `scale`·X, where X has one of three shapes. X grows from the bound nearer to μ
/// to the other, so `scale` is below zero if the upper bound is the nearer.
struct Standard {
    anchor: f64,
    scale: f64,
    shape: Shape,
}

enum Shape {
    Narrow(Narrow),
    Central(Central),
    Tail(Tail),
}

impl TruncatedGaussian {
    /// N(`mu`, `sigma`²) between `lower` and `upper`, which are −∞ and ∞ where there is no bound.
    pub fn new(mu: f64, sigma: f64, lower: f64, upper: f64) -> Result<Self, Invalid> {
        if !mu.is_finite() {
            Err(Invalid::Location(mu))
        } else if !(sigma.is_finite() && sigma > 0.0) {
            Err(Invalid::Deviation(sigma))
        } else if lower.partial_cmp(&upper) != Some(Ordering::Less) {
            Err(Invalid::Bounds(lower, upper))
        } else {
            Ok(Self { mu, sigma, lower, upper })
        }
    }

    /// The same, with both bounds moved outwards by `margin` (see [`OPEN`]): were a target at a bound, its likelihood
    /// would grow without end as μ leaves the bounds (*bounds*, S1.3).
    pub fn open(mu: f64, sigma: f64, lower: f64, upper: f64, margin: f64) -> Result<Self, Invalid> {
        Self::new(mu, sigma, lower - margin, upper + margin)
    }

    /// The mean before truncation.
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// The standard deviation before truncation.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The lower bound, or −∞.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// The upper bound, or ∞.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// The derivatives of −ln p(`value`) (*bounds*, Eq. 10) with regard to μ and σ:
    ///
    /// (E − v)/σ² and (Var + (E − μ)² − (v − μ)²)/σ³ = (Var + (E − v)·(E + v − 2μ))/σ³.
    ///
    /// The product keeps the digits that the difference of squares would lose. Both are finite for a value outside the
    /// bounds too, where p is zero, and lead towards it.
    pub fn gradient(&self, value: f64) -> Gradient {
        let standard = self.standard();
        let scale = standard.scale / self.sigma;
        let mean = scale * standard.shape.mean();
        let excess = mean - (value - standard.anchor) / self.sigma;
        // Halved, so that opposite infinities cannot meet.
        let middle = (0.5 * standard.anchor - 0.5 * self.mu) + (0.5 * value - 0.5 * self.mu);
        let sum = 2.0 * (middle / self.sigma) + mean;
        let product = if excess == 0.0 || sum == 0.0 { 0.0 } else { excess * sum };
        Gradient {
            mu: excess / self.sigma,
            sigma: (scale * scale * standard.shape.variance() + product) / self.sigma,
        }
    }

    fn standard(&self) -> Standard {
        let (from_lower, from_upper) = (self.lower - self.mu, self.upper - self.mu);
        let (anchor, side, near) = if -from_lower <= from_upper {
            (self.lower, 1.0, from_lower / self.sigma)
        } else {
            (self.upper, -1.0, -from_upper / self.sigma)
        };
        let length = self.upper - self.lower;
        let width = length / self.sigma;
        if is_narrow(near, width) {
            Standard { anchor, scale: side * length, shape: Shape::Narrow(Narrow { near, width }) }
        } else if near < TAIL {
            let far = if side > 0.0 { from_upper / self.sigma } else { -from_lower / self.sigma };
            Standard {
                anchor: self.mu,
                scale: side * self.sigma,
                shape: Shape::Central(Central { near, far }),
            }
        } else {
            Standard { anchor, scale: side * self.sigma, shape: Shape::Tail(Tail { near, width }) }
        }
    }
}

impl Distribution for TruncatedGaussian {
    fn log_density(&self, value: f64) -> f64 {
        if !(self.lower <= value && value <= self.upper) {
            return f64::NEG_INFINITY;
        }
        let standard = self.standard();
        let x = (value - standard.anchor) / standard.scale;
        standard.shape.log_density(x) - standard.scale.abs().ln()
    }

    /// μ + σ·(φ(α) − φ(β))/Z with α and β the standardised bounds (*bounds*, Eq. 11).
    #[inline]
    fn mean(&self) -> f64 {
        let standard = self.standard();
        (standard.anchor + standard.scale * standard.shape.mean()).clamp(self.lower, self.upper)
    }

    fn variance(&self) -> f64 {
        let standard = self.standard();
        let variance = standard.scale * (standard.scale * standard.shape.variance());
        let length = self.upper - self.lower;
        variance.clamp(0.0, (self.sigma * self.sigma).min(0.25 * length * length))
    }

    fn cdf(&self, value: f64) -> f64 {
        if value <= self.lower {
            return 0.0;
        } else if value >= self.upper {
            return 1.0;
        }
        let standard = self.standard();
        let from_near = standard.shape.cdf((value - standard.anchor) / standard.scale);
        if standard.scale > 0.0 { from_near } else { 1.0 - from_near }
    }

    fn quantile(&self, level: f64) -> f64 {
        let standard = self.standard();
        let below = level.clamp(0.0, 1.0);
        let above = 1.0 - below;
        let x = if standard.scale > 0.0 {
            standard.shape.quantile(below, above)
        } else {
            standard.shape.quantile(above, below)
        };
        (standard.anchor + standard.scale * x).clamp(self.lower, self.upper)
    }

    /// μ, moved to the nearest bound if it lies beyond one.
    fn mode(&self) -> f64 {
        self.mu.clamp(self.lower, self.upper)
    }

    fn confidence(&self) -> f64 {
        if self.upper - self.lower <= 1.0 {
            return 1.0;
        }
        let middle = self.mu.max(self.lower + 0.5).min(self.upper - 0.5);
        (self.cdf(middle + 0.5) - self.cdf(middle - 0.5)).clamp(0.0, 1.0)
    }
}

impl Shape {
    #[inline]
    fn mean(&self) -> f64 {
        match self {
            Self::Narrow(shape) => shape.mean(),
            Self::Central(shape) => shape.mean(),
            Self::Tail(shape) => shape.mean(),
        }
    }

    fn variance(&self) -> f64 {
        match self {
            Self::Narrow(shape) => shape.variance(),
            Self::Central(shape) => shape.variance(),
            Self::Tail(shape) => shape.variance(),
        }
    }

    fn log_density(&self, x: f64) -> f64 {
        match self {
            Self::Narrow(shape) => shape.log_density(x),
            Self::Central(shape) => shape.log_density(x),
            Self::Tail(shape) => shape.log_density(x),
        }
    }

    fn cdf(&self, x: f64) -> f64 {
        match self {
            Self::Narrow(shape) => shape.cdf(x),
            Self::Central(shape) => shape.cdf(x),
            Self::Tail(shape) => shape.cdf(x),
        }
    }

    /// The quantile at the level `below`, for which 1 − `below` = `above` is passed too, to keep the digits of levels
    /// close to 1.
    fn quantile(&self, below: f64, above: f64) -> f64 {
        match self {
            Self::Narrow(shape) => shape.quantile(below),
            Self::Central(shape) => shape.quantile(below, above),
            Self::Tail(shape) => shape.quantile(below, above),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFINITY: f64 = f64::INFINITY;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 1e-13 * right.abs().max(1.0)
    }

    #[test]
    fn the_values_published_with_the_stable_formulas_come_out() -> Result<(), Invalid> {
        let belief = TruncatedGaussian::new(0.0, 1.0, 10.0, 11.0)?;
        assert!((belief.mean() - 10.0981).abs() < 5e-5);
        assert!((belief.variance() - 0.0094).abs() < 5e-5);
        assert!((belief.log_density(10.5) + 2.8126).abs() < 5e-5);
        Ok(())
    }

    #[test]
    fn without_bounds_it_is_a_gaussian() -> Result<(), Invalid> {
        let truncated = TruncatedGaussian::new(3.0, 2.0, -INFINITY, INFINITY)?;
        let gaussian = crate::Gaussian::new(3.0, 2.0, 0.0)?;
        assert_eq!((truncated.mean(), truncated.variance(), truncated.mode()), (3.0, 4.0, 3.0));
        for value in [-40.0, 2.0, 3.0, 7.5] {
            assert!(close(truncated.log_density(value), gaussian.log_density(value)));
            assert!(close(truncated.cdf(value), gaussian.cdf(value)));
            assert!(close(truncated.gradient(value).mu, gaussian.gradient(value).mu));
            assert!(close(truncated.gradient(value).sigma, gaussian.gradient(value).sigma));
        }
        assert!(close(truncated.quantile(0.1), gaussian.quantile(0.1)));
        assert!(close(truncated.confidence(), gaussian.confidence()));
        Ok(())
    }

    #[test]
    fn nothing_is_possible_outside_the_bounds() -> Result<(), Invalid> {
        let belief = TruncatedGaussian::new(5.0, 1.0, 4.0, 6.0)?;
        assert_eq!((belief.log_density(3.9), belief.log_density(6.1)), (-INFINITY, -INFINITY));
        assert!(belief.log_density(4.0).is_finite() && belief.log_density(6.0).is_finite());
        assert_eq!((belief.cdf(4.0), belief.cdf(6.0)), (0.0, 1.0));
        assert_eq!((belief.quantile(0.0), belief.quantile(1.0)), (4.0, 6.0));
        Ok(())
    }

    #[test]
    fn open_bounds_reach_beyond_the_closed_ones() -> Result<(), Invalid> {
        let belief = TruncatedGaussian::open(5.0, 1.0, 5.0, 5.0, OPEN)?;
        assert_eq!((belief.lower(), belief.upper()), (4.9, 5.1));
        assert_eq!(TruncatedGaussian::open(5.0, 1.0, -INFINITY, INFINITY, OPEN)?.lower(), -INFINITY);
        Ok(())
    }

    #[test]
    fn the_mode_is_mu_or_the_bound_before_it() -> Result<(), Invalid> {
        assert_eq!(TruncatedGaussian::new(5.0, 1.0, 4.0, 6.0)?.mode(), 5.0);
        assert_eq!(TruncatedGaussian::new(3.0, 1.0, 4.0, 6.0)?.mode(), 4.0);
        assert_eq!(TruncatedGaussian::new(9.0, 1.0, 4.0, 6.0)?.mode(), 6.0);
        Ok(())
    }

    #[test]
    fn an_interval_no_longer_than_one_leaves_no_doubt() -> Result<(), Invalid> {
        assert_eq!(TruncatedGaussian::new(9.0, 5.0, 4.0, 5.0)?.confidence(), 1.0);
        let wider = TruncatedGaussian::new(9.0, 5.0, 4.0, 7.0)?;
        assert!(close(wider.confidence(), 1.0 - wider.cdf(6.0)));
        Ok(())
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let kind = |mu, sigma, lower, upper| TruncatedGaussian::new(mu, sigma, lower, upper).err();
        assert_eq!(kind(INFINITY, 1.0, 0.0, 1.0), Some(Invalid::Location(INFINITY)));
        assert_eq!(kind(0.0, 0.0, 0.0, 1.0), Some(Invalid::Deviation(0.0)));
        assert_eq!(kind(0.0, 1.0, 1.0, 1.0), Some(Invalid::Bounds(1.0, 1.0)));
        assert_eq!(kind(0.0, 1.0, INFINITY, INFINITY), Some(Invalid::Bounds(INFINITY, INFINITY)));
        assert!(kind(0.0, 1.0, f64::NAN, 1.0).is_some());
    }
}
