//! What the planning network is trained to make small.

use crate::functions::softplus;
use crate::largest::largest;
use crate::reading::spread;

/// Half the squared error, or the negative log-likelihood of the cost where the network says its spread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub spread: bool,
    /// Costs are divided by this.
    pub scale: f32,
}

impl Loss {
    /// The gradient by the outputs for records of these costs, each with its weight; outputs stand record by record.
    pub fn gradient(&self, outputs: &[f32], costs: &[f32], weights: &[f32], gradient: &mut Vec<f32>) {
        gradient.clear();
        let records = outputs.chunks_exact(1 + usize::from(self.spread)).zip(costs).zip(weights);
        for ((outputs, &cost), &weight) in records {
            match *outputs {
                [mean, phi] => {
                    let (by_mean, by_phi) = by_mean_and_phi(mean - cost / self.scale, phi);
                    gradient.extend([weight * by_mean, weight * by_phi]);
                }
                [mean] => gradient.push(weight * (mean - cost / self.scale)),
                _ => (),
            }
        }
    }

    /// By how much the cost of a record is missed at most.
    pub fn largest_error(&self, outputs: &[f32], costs: &[f32]) -> f32 {
        let means = outputs.iter().step_by(1 + usize::from(self.spread));
        largest(means.zip(costs).map(|(mean, cost)| mean * self.scale - cost))
    }
}

/// The gradient of ½(error/σ)² + ln σ. It passes through the clamp: a spread at its bounds can come back from them.
fn by_mean_and_phi(error: f32, phi: f32) -> (f32, f32) {
    let (sigma, slope) = softplus(spread::clamp(phi));
    let relative = error / sigma;
    (relative / sigma, (1.0 - relative * relative) / sigma * slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likelihood(error: f64, phi: f64) -> f64 {
        let sigma = phi.exp().ln_1p();
        0.5 * (error / sigma).powi(2) + sigma.ln()
    }

    #[test]
    fn the_gradient_is_that_of_the_likelihood() {
        for (error, phi) in [(0.3, -1.0), (-2.0, 0.5), (0.01, -4.5), (1.0, 0.99)] {
            let (by_mean, by_phi) = by_mean_and_phi(error, phi);
            let (error, phi) = (f64::from(error), f64::from(phi));
            let expected = (likelihood(error + 1e-6, phi) - likelihood(error - 1e-6, phi)) / 2e-6;
            assert!((f64::from(by_mean) / expected - 1.0).abs() < 1e-4, "{by_mean} {expected}");
            let expected = (likelihood(error, phi + 1e-6) - likelihood(error, phi - 1e-6)) / 2e-6;
            assert!((f64::from(by_phi) / expected - 1.0).abs() < 1e-4, "{by_phi} {expected}");
        }
    }

    #[test]
    fn a_spread_beyond_its_bounds_is_drawn_back() {
        assert_eq!(by_mean_and_phi(0.1, 7.0), by_mean_and_phi(0.1, 1.0));
        assert!(by_mean_and_phi(0.1, 7.0).1 > 0.0);
        assert!(by_mean_and_phi(0.1, -9.0).1 < 0.0);
    }

    #[test]
    fn outputs_that_are_no_numbers_do_not_pass_for_right() {
        let loss = Loss { spread: false, scale: 10.0 };
        assert!(loss.largest_error(&[f32::NAN, 2.0], &[12.0, 20.0]).is_nan());
    }

    #[test]
    fn errors_are_told_in_costs() {
        let loss = Loss { spread: true, scale: 10.0 };
        assert_eq!(loss.largest_error(&[1.0, 0.0, 2.0, 0.0], &[12.0, 21.0]), 2.0);
        let mut gradient = Vec::new();
        Loss { spread: false, scale: 10.0 }.gradient(&[1.0, 2.0], &[12.0, 21.0], &[0.5, 0.25], &mut gradient);
        assert!((gradient[0] + 0.1).abs() < 1e-6 && (gradient[1] + 0.025).abs() < 1e-6);
    }
}
