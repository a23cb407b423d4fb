//! The negative log-likelihood of a cost under a Gaussian truncated at a lower bound.

use crate::compiled_reading::spread;
use crate::functions::softplus;
use belief::{Distribution, OPEN, TruncatedGaussian};

/// The network's outputs for a record, and its lower bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub mean: f32,
    pub phi: f32,
    pub lower_bound: f32,
    /// Costs and bounds are divided by this.
    pub scale: f32,
}

impl Record {
    /// The gradient of −ln p(cost) by the mean and φ; NaN if the outputs are. It passes through the clamp of φ, as that of the
    /// Gaussian does.
    pub fn by_mean_and_phi(&self, cost: f32) -> (f32, f32) {
        let (sigma, slope) = softplus(spread::clamp(self.phi));
        self.belief(sigma).map_or((f32::NAN, f32::NAN), |belief| {
            let by = belief.gradient(f64::from(cost) / f64::from(self.scale));
            (by.mu as f32, (by.sigma * f64::from(slope)) as f32)
        })
    }

    /// The error of the truncated Gaussian's mean. That is not the network's output, which may be far below the bound.
    pub fn error(&self, cost: f32) -> f32 {
        let (sigma, _) = softplus(spread::clamp(self.phi));
        let mean = self.belief(sigma).map_or(f64::NAN, |belief| belief.mean());
        (mean * f64::from(self.scale) - f64::from(cost)) as f32
    }

    /// The belief in units of the outputs. A cost may equal its bound, so that the truncation is slightly below it: an open bound,
    /// as in the paper on bounds (S1.3).
    fn belief(&self, sigma: f32) -> Option<TruncatedGaussian> {
        let lower = (f64::from(self.lower_bound) - OPEN) / f64::from(self.scale);
        TruncatedGaussian::new(self.mean.into(), sigma.into(), lower, f64::INFINITY).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: f32 = 10.0;

    /// −ln p by a second implementation: the density is summed up numerically, from the bound on.
    fn likelihood(mean: f64, phi: f64, lower_bound: f64, cost: f64) -> f64 {
        let sigma = phi.exp().ln_1p();
        let (lower, cost) = ((lower_bound - OPEN) / 10.0, cost / 10.0);
        let folds = |x: f64| 0.5 * ((x - mean) / sigma).powi(2);
        // All relative to the highest point, where Simpson's rule begins or which it passes.
        let peak = folds(lower.max(mean));
        let start = lower.max(mean - 40.0 * sigma);
        // Beyond the bound the density falls at least as fast as an exponential.
        let fall = ((start - mean) / sigma).max(1.0) / sigma;
        let end = mean.max(start) + (45.0 / fall).min(12.0 * sigma);
        let steps = 20_000;
        let width = (end - start) / f64::from(steps);
        let density = |step: i32| {
            let weight = if step == 0 || step == steps { 1.0 } else { f64::from(2 + 2 * (step % 2)) };
            weight * (peak - folds(start + width * f64::from(step))).exp()
        };
        let mass = (0..=steps).map(density).sum::<f64>() * width / 3.0;
        folds(cost) - peak + mass.ln()
    }

    fn check(mean: f32, phi: f32, lower_bound: f32, cost: f32) {
        let (by_mean, by_phi) = Record { mean, phi, lower_bound, scale: SCALE }.by_mean_and_phi(cost);
        let [mean, phi, lower_bound, cost] = [mean, phi, lower_bound, cost].map(f64::from);
        let at = |by_mean: f64, by_phi: f64| likelihood(mean + by_mean, phi + by_phi, lower_bound, cost);
        let step = 1e-5;
        let slopes = [(at(step, 0.0) - at(-step, 0.0)), at(0.0, step) - at(0.0, -step)];
        for (found, slope) in [by_mean, by_phi].into_iter().zip(slopes) {
            let (found, slope) = (f64::from(found), slope / (2.0 * step));
            let what = format!("{mean} {phi} above {lower_bound}, {cost}: {found}, not {slope}");
            assert!((found - slope).abs() <= 1e-4 * slope.abs().max(1.0), "{what}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_likelihood() {
        for phi in [-4.9, -1.0, 0.5, 0.99] {
            for (mean, lower_bound, cost) in
                [(1.0, 8.0, 12.0), (1.0, 10.0, 10.0), (0.3, 5.0, 6.0), (2.0, 3.0, 7.0)]
            {
                check(mean, phi, lower_bound, cost);
            }
        }
    }

    #[test]
    fn the_gradient_holds_for_means_far_below_the_bound() {
        for phi in [-4.9, -2.0, 0.0, 0.99] {
            for mean in [0.0, -1.0, -10.0, -100.0] {
                check(mean, phi, 20.0, 20.0);
                check(mean, phi, 20.0, 23.0);
            }
        }
    }

    #[test]
    fn far_above_the_bound_it_is_the_gradient_of_the_gaussian() {
        for (mean, phi) in [(3.0, -1.0), (2.5, -4.0), (2.9, -9.0)] {
            let (by_mean, by_phi) =
                Record { mean, phi, lower_bound: 0.0, scale: SCALE }.by_mean_and_phi(28.0);
            let (mean_of_gaussian, phi_of_gaussian) = super::super::by_mean_and_phi(mean - 2.8, phi);
            assert!((by_mean - mean_of_gaussian).abs() <= 1e-4 * mean_of_gaussian.abs(), "{by_mean}");
            assert!((by_phi - phi_of_gaussian).abs() <= 1e-4 * phi_of_gaussian.abs(), "{by_phi}");
        }
    }

    #[test]
    fn a_mean_below_the_bound_is_no_error_where_the_bound_is_the_cost() {
        let record = |mean, phi| Record { mean, phi, lower_bound: 20.0, scale: SCALE };
        assert!(record(-3.0, -2.0).error(20.0).abs() < 0.2);
        assert!((record(2.5, -5.0).error(20.0) - 5.0).abs() < 1e-3);
        assert!(record(f32::NAN, 0.0).error(20.0).is_nan());
        assert!(record(f32::INFINITY, 0.0).by_mean_and_phi(20.0).0.is_nan());
    }

    #[test]
    fn gradients_are_numbers_whatever_the_outputs_and_costs() {
        for mean in [-1e30, -1e6, -1e3, 0.0, 1e3, 1e6, 1e30] {
            for phi in [f32::NEG_INFINITY, -1e9, -5.0, 1.0, 1e9, f32::INFINITY, f32::NAN] {
                for cost in [0.0, 20.0, 4e9] {
                    let (by_mean, by_phi) =
                        Record { mean, phi, lower_bound: 20.0, scale: SCALE }.by_mean_and_phi(cost);
                    assert!(
                        by_mean.is_finite() && !by_phi.is_nan(),
                        "{mean} {phi} {cost}: {by_mean} {by_phi}"
                    );
                }
            }
        }
    }
}
