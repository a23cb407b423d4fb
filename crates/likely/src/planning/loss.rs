//! The loss of the planning network.

mod truncated;

use crate::compiled_reading::spread;
use crate::functions::softplus;
use crate::largest::largest;
use truncated::Record;

/// Half the squared error, or the negative log-likelihood of the cost if there is a second output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    pub spread: bool,
    /// Is the likelihood that of a Gaussian truncated at each record's lower bound? Only if there is a second output.
    pub truncated: bool,
    /// Costs are divided by this.
    pub scale: f32,
}

/// The costs of records, and lower bounds on them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<'a> {
    pub costs: &'a [f32],
    /// Empty if beliefs are not truncated.
    pub lower_bounds: &'a [f32],
}

impl Loss {
    /// The gradient by the outputs for these records, each with its weight; outputs are stored record by record.
    pub fn gradient(&self, outputs: &[f32], known: Targets, weights: &[f32], gradient: &mut Vec<f32>) {
        gradient.clear();
        if self.truncated {
            for ((record, cost), &weight) in self.truncated(outputs, known).zip(weights) {
                let (by_mean, by_phi) = record.by_mean_and_phi(cost);
                gradient.extend([weight * by_mean, weight * by_phi]);
            }
            return;
        }
        let records = outputs.chunks_exact(1 + usize::from(self.spread)).zip(known.costs).zip(weights);
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

    /// The largest error of a record's mean.
    pub fn largest_error(&self, outputs: &[f32], known: Targets) -> f32 {
        if self.truncated {
            return largest(self.truncated(outputs, known).map(|(record, cost)| record.error(cost)));
        }
        let means = outputs.iter().step_by(1 + usize::from(self.spread));
        largest(means.zip(known.costs).map(|(mean, cost)| mean * self.scale - cost))
    }

    /// Records of a truncated belief, with their costs.
    fn truncated<'a>(
        &self,
        outputs: &'a [f32],
        known: Targets<'a>,
    ) -> impl Iterator<Item = (Record, f32)> + 'a {
        let scale = self.scale;
        let (outputs, _) = outputs.as_chunks();
        let records = outputs.iter().zip(known.lower_bounds).zip(known.costs);
        records.map(move |((&[mean, phi], &lower_bound), &cost)| {
            (Record { mean, phi, lower_bound, scale }, cost)
        })
    }
}

/// The gradient of ½(error/σ)² + ln σ. It passes through the clamp of φ, so that a φ beyond its bounds can come back.
fn by_mean_and_phi(error: f32, phi: f32) -> (f32, f32) {
    let (sigma, slope) = softplus(spread::clamp(phi));
    let relative = error / sigma;
    (relative / sigma, (1.0 - relative * relative) / sigma * slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known<'a>(costs: &'a [f32], lower_bounds: &'a [f32]) -> Targets<'a> {
        Targets { costs, lower_bounds }
    }

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
        let loss = Loss { spread: false, truncated: false, scale: 10.0 };
        assert!(loss.largest_error(&[f32::NAN, 2.0], known(&[12.0, 20.0], &[])).is_nan());
        let loss = Loss { spread: true, truncated: true, scale: 10.0 };
        assert!(loss.largest_error(&[f32::NAN, 2.0], known(&[12.0], &[9.0])).is_nan());
    }

    #[test]
    fn errors_are_told_in_costs() {
        let loss = Loss { spread: true, truncated: false, scale: 10.0 };
        assert_eq!(loss.largest_error(&[1.0, 0.0, 2.0, 0.0], known(&[12.0, 21.0], &[])), 2.0);
        let mut gradient = Vec::new();
        let loss = Loss { spread: false, truncated: false, scale: 10.0 };
        loss.gradient(&[1.0, 2.0], known(&[12.0, 21.0], &[]), &[0.5, 0.25], &mut gradient);
        assert!((gradient[0] + 0.1).abs() < 1e-6 && (gradient[1] + 0.025).abs() < 1e-6);
    }

    #[test]
    fn each_record_has_its_own_bound_and_weight() {
        let loss = Loss { spread: true, truncated: true, scale: 10.0 };
        let outputs = [1.0, -2.0, 1.5, -1.0];
        let mut gradient = Vec::new();
        loss.gradient(&outputs, known(&[12.0, 21.0], &[11.0, 16.0]), &[0.5, 0.25], &mut gradient);
        let of = |mean, phi, lower_bound, cost| {
            Record { mean, phi, lower_bound, scale: 10.0 }.by_mean_and_phi(cost)
        };
        let (first, second) = (of(1.0, -2.0, 11.0, 12.0), of(1.5, -1.0, 16.0, 21.0));
        assert_eq!(gradient, [0.5 * first.0, 0.5 * first.1, 0.25 * second.0, 0.25 * second.1]);
        let error = loss.largest_error(&outputs, known(&[12.0, 21.0], &[11.0, 16.0]));
        assert!(error > 0.0 && error < 6.0, "{error}");
    }
}
