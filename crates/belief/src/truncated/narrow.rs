//! The case of an interval so narrow that quadrature is exact.

use crate::{
    normal::{decay, log_decay},
    quadrature::integrate,
};

/// Newton's method doubles the digits of the first guess at a quantile, which has at least one. It ends after a step
/// so small that the next would change no digit.
const STEPS: usize = 8;
const LAST_STEP: f64 = 1e-9;

/// The normal curve over `width` standard deviations from `near`, as a distribution over 0..1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow {
    pub near: f64,
    pub width: f64,
}

impl Narrow {
    pub fn mean(&self) -> f64 {
        let [mass, first] = self.integrate(|offset| [1.0, offset]);
        0.5 + first / mass
    }

    pub fn variance(&self) -> f64 {
        let [mass, first, second] = self.integrate(|offset| [1.0, offset, offset * offset]);
        let offset = first / mass;
        second / mass - offset * offset
    }

    pub fn log_density(&self, x: f64) -> f64 {
        let [mass] = self.integrate(|_| [1.0]);
        log_decay(self.near, self.width * x) - mass.ln()
    }

    pub fn cdf(&self, x: f64) -> f64 {
        (self.mass_below(x) / self.mass_below(1.0)).min(1.0)
    }

    /// By Newton's method, from the quantile of an exponential distribution that falls as much over 0..1.
    pub fn quantile(&self, level: f64) -> f64 {
        let target = level * self.mass_below(1.0);
        let fall = log_decay(self.near, self.width);
        let guess = if fall.abs() < 1e-3 { level } else { (level * fall.exp_m1()).ln_1p() / fall };
        let mut x = guess.clamp(0.0, 1.0);
        for _ in 0..STEPS {
            let step = (self.mass_below(x) - target) / decay(self.near, self.width * x);
            x = (x - step).clamp(0.0, 1.0);
            if step.abs() <= LAST_STEP * x {
                break;
            }
        }
        x
    }

    fn integrate<const N: usize>(&self, weights: impl Fn(f64) -> [f64; N]) -> [f64; N] {
        integrate(|offset| decay(self.near, self.width * (0.5 + offset)), weights)
    }

    /// The integral of the curve from 0 to `x`, where the curve is 1 at 0.
    fn mass_below(&self, x: f64) -> f64 {
        let [mass] = Self { near: self.near, width: self.width * x }.integrate(|_| [1.0]);
        x * mass
    }
}
