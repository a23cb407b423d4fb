//! The case of an interval far from μ, where the normal curve falls almost exponentially.

use crate::normal::{decay, log_decay, mills};

/// To cut off less than this share changes no digit of mean and variance.
const NEGLIGIBLE: f64 = 1e-20;

/// Up to here 1/R(x) − x keeps its digits.
const HAZARD_KEEPS_DIGITS: f64 = 8.0;

/// Halley's method triples the digits of the first guess at a quantile, which has at least one. It ends after a step
/// so small that the next would change no digit.
const STEPS: usize = 6;
const LAST_STEP: f64 = 1e-6;

/// The normal curve over `width` standard deviations from `near`, which is at least 3, as a distribution over
/// 0..`width`, which may be infinite. With no end it is the excess T = x − near of a standard normal x, given that
/// x > near; with an end, T given that T < width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub near: f64,
    pub width: f64,
}

impl Tail {
    /// From E\[T\] = (1 − π)·mean + π·(width + E\[T′\]), where π = P(T > width) and T′ is the excess beyond the end.
    pub fn mean(&self) -> f64 {
        let beyond = self.beyond();
        if beyond < NEGLIGIBLE { mean_excess(self.near) } else { self.mean_without(beyond) }
    }

    /// From Var\[T\] = (1 − π)·variance + π·Var\[T′\] + (1 − π)·π·(width + E\[T′\] − mean)².
    pub fn variance(&self) -> f64 {
        let beyond = self.beyond();
        let whole = variance_of_excess(self.near);
        if beyond < NEGLIGIBLE {
            return whole;
        }
        let far = self.near + self.width;
        let apart = self.width + mean_excess(far) - self.mean_without(beyond);
        (whole - beyond * variance_of_excess(far)) / (1.0 - beyond) - beyond * apart * apart
    }

    pub fn log_density(&self, x: f64) -> f64 {
        match log_decay(self.near, x) {
            f64::NEG_INFINITY => f64::NEG_INFINITY,
            fall => fall - mills(self.near).ln() - (-self.beyond()).ln_1p(),
        }
    }

    pub fn cdf(&self, x: f64) -> f64 {
        (-(-self.folds(x)).exp_m1() / (1.0 - self.beyond())).min(1.0)
    }

    /// The quantile at the level `below` = 1 − `above`: where −ln P(T > x) is `target`, by Halley's method. The
    /// derivative of the left-hand side is the hazard λ = 1/R, and that of the hazard is λ·(λ − x).
    pub fn quantile(&self, below: f64, above: f64) -> f64 {
        let beyond = self.beyond();
        let target =
            if below < 0.5 { -(-below * (1.0 - beyond)).ln_1p() } else { -(above + below * beyond).ln() };
        if target == f64::INFINITY {
            return self.width;
        }
        let mut x = 2.0 * target / (self.near + (self.near * self.near + 2.0 * target).sqrt());
        for _ in 0..STEPS {
            let hazard = 1.0 / mills(self.near + x);
            let newton = (self.folds(x) - target) / hazard;
            let step = newton / (1.0 - 0.5 * newton * (hazard - self.near - x));
            x = (x - step).max(0.0);
            if step.abs() <= LAST_STEP * x {
                break;
            }
        }
        x.min(self.width)
    }

    /// π = P(T > width).
    fn beyond(&self) -> f64 {
        let fall = decay(self.near, self.width);
        if fall == 0.0 { 0.0 } else { fall * mills(self.near + self.width) / mills(self.near) }
    }

    fn mean_without(&self, beyond: f64) -> f64 {
        (mean_excess(self.near) - beyond * (self.width + mean_excess(self.near + self.width)))
            / (1.0 - beyond)
    }

    /// −ln P(T > x).
    fn folds(&self, x: f64) -> f64 {
        -log_decay(self.near, x) - (mills(self.near + x) / mills(self.near)).ln()
    }
}

/// E\[T\] beyond `x`.
fn mean_excess(x: f64) -> f64 {
    if x < HAZARD_KEEPS_DIGITS { 1.0 / mills(x) - x } else { excess_ratios(x).0 }
}

/// Var\[T\] beyond `x`.
fn variance_of_excess(x: f64) -> f64 {
    let (first, second) = excess_ratios(x);
    first * (second - first)
}

/// The ratios r₁ and r₂ of the moments of T beyond `x`, rₖ = E\[Tᵏ\]/E\[Tᵏ⁻¹\]. Integration by parts gives
/// rₖ = k/(x + rₖ₊₁), Laplace's continued fraction, and for large k nearly rₖ = √(x²/4 + k) − x/2. The number of
/// terms was found to suffice for 16 digits from x = 3.
fn excess_ratios(x: f64) -> (f64, f64) {
    let terms = (4.0 + 135.0 / x) as u32;
    let beyond = 2.0 * f64::from(terms + 1);
    let mut ratio = beyond / (x + (x * x + 2.0 * beyond).sqrt());
    for k in (2..=terms).rev() {
        ratio = f64::from(k) / (x + ratio);
    }
    (1.0 / (x + ratio), ratio)
}
