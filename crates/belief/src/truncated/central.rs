//! The case of a wide interval that contains μ or is not far from it.

use crate::normal::{cdf, decay, log_density, mills, quantile};

/// The standard normal distribution between `near` and `far`, either of which may be infinite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Central {
    pub near: f64,
    pub far: f64,
}

/// The density at the two ends: φ(near)/Z and φ(far)/Z, with Z = Φ(far) − Φ(near).
struct Ends {
    near: f64,
    far: f64,
}

impl Central {
    /// (φ(near) − φ(far))/Z: the *bounds* paper's Eq. 11.
    pub fn mean(&self) -> f64 {
        let ends = self.ends();
        ends.near - ends.far
    }

    /// 1 + (near·φ(near) − far·φ(far))/Z − mean².
    pub fn variance(&self) -> f64 {
        let ends = self.ends();
        let mean = ends.near - ends.far;
        1.0 + product(self.near, ends.near) - product(self.far, ends.far) - mean * mean
    }

    pub fn log_density(&self, x: f64) -> f64 {
        log_density(x) - self.mass().ln()
    }

    pub fn cdf(&self, x: f64) -> f64 {
        let below = if x < 0.0 { cdf(x) - cdf(self.near) } else { self.mass() - (cdf(-x) - cdf(-self.far)) };
        (below / self.mass()).clamp(0.0, 1.0)
    }

    /// The quantile at the level `below` = 1 − `above`, by the smaller of the two tails.
    pub fn quantile(&self, below: f64, above: f64) -> f64 {
        let mass = self.mass();
        let lower = cdf(self.near) + below * mass;
        let x = if lower < 0.5 { quantile(lower) } else { -quantile(cdf(-self.far) + above * mass) };
        x.clamp(self.near, self.far)
    }

    /// Z = Φ(far) − Φ(near).
    fn mass(&self) -> f64 {
        if self.near < 0.0 { 1.0 - cdf(self.near) - cdf(-self.far) } else { cdf(-self.near) - cdf(-self.far) }
    }

    /// With Mills' ratio R, φ(near)/Z = 1/(R(near) − Δ·R(far)) and φ(far)/Z is Δ times that, Δ = φ(far)/φ(near).
    /// Where R is infinite, both densities vanish.
    fn ends(&self) -> Ends {
        let mills_near = mills(self.near);
        if mills_near == f64::INFINITY {
            return Ends { near: 0.0, far: 0.0 };
        }
        let fall = decay(self.near, self.far - self.near);
        let near = 1.0 / (mills_near - fall * mills(self.far));
        Ends { near, far: fall * near }
    }
}

/// A bound times the density there, which vanishes at infinity.
fn product(bound: f64, density: f64) -> f64 {
    if density == 0.0 { 0.0 } else { bound * density }
}
