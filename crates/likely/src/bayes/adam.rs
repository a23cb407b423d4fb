//! The optimiser of the network of uncertainty: Adam as published, or as in the authors' code.

use crate::As;
use serde::{Deserialize, Serialize};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// The number of steps made.
    pub steps: u64,
    /// The moving mean of the gradients: by the means of all weights, then by their spreads.
    pub first: Vec<f32>,
    /// The moving mean of their squares, in the same order.
    pub second: Vec<f32>,
}

impl Moments {
    /// The state before the first step, for `numbers` parameters.
    pub(super) fn new(numbers: usize) -> Self {
        Self { steps: 0, first: vec![0.0; numbers], second: vec![0.0; numbers] }
    }

    /// Moves the parameters from `offset` on one step against the gradient.
    fn step(&mut self, offset: usize, values: &mut [f32], gradients: &[f32], step: Step) {
        let first = self.first[offset..].iter_mut();
        let second = self.second[offset..].iter_mut();
        for ((value, &gradient), (first, second)) in values.iter_mut().zip(gradients).zip(first.zip(second)) {
            *first += (gradient - *first) * (1.0 - BETA_1);
            *second += (gradient * gradient - *second) * (1.0 - BETA_2);
            let direction = step.of_first * *first + step.of_gradient * gradient;
            *value -= step.rate * direction / (second.sqrt() + step.epsilon);
        }
    }

    /// Moves means and spreads one step against their gradients.
    pub(super) fn descend(
        &mut self,
        how: As,
        learning_rate: f32,
        (means, spreads): (&mut [f32], &mut [f32]),
        (mean_gradients, spread_gradients): (&[f32], &[f32]),
    ) {
        self.steps += 1;
        let step = Step::new(how, learning_rate, self.steps);
        let offset = means.len();
        self.step(0, means, mean_gradients, step);
        self.step(offset, spreads, spread_gradients, step);
    }
}

/// The coefficients of a step, the same for all parameters.
#[derive(Clone, Copy, Debug)]
struct Step {
    rate: f32,
    epsilon: f32,
    /// The weight of the moving mean in the direction.
    of_first: f32,
    /// The weight of the gradient itself, for Nesterov's momentum.
    of_gradient: f32,
}

impl Step {
    fn new(how: As, learning_rate: f32, steps: u64) -> Self {
        let (corrected_for, nesterov) = match how {
            As::Paper => (steps, false),
            As::Code => (1, true),
        };
        let first = 1.0 - power(f64::from(BETA_1), corrected_for);
        let second = (1.0 - power(f64::from(BETA_2), corrected_for)).sqrt();
        Self {
            rate: (f64::from(learning_rate) * second / first) as f32,
            // TensorFlow adds ε to the root before bias correction; Kingma and Ba after it.
            epsilon: if nesterov { EPSILON } else { (f64::from(EPSILON) * second) as f32 },
            of_first: if nesterov { BETA_1 } else { 1.0 },
            of_gradient: if nesterov { 1.0 - BETA_1 } else { 0.0 },
        }
    }
}

/// A power with the same bits on all platforms, which `f64::powi` does not promise.
fn power(base: f64, exponent: u64) -> f64 {
    libm::pow(base, exponent as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same in `f64`, as it is written in the paper on Adam, or in TensorFlow's documentation.
    fn naive(how: As, gradients: &[f64]) -> f64 {
        let (mut value, mut first, mut second) = (1.0, 0.0, 0.0);
        for (steps, gradient) in (1..).zip(gradients) {
            first = 0.9 * first + 0.1 * gradient;
            second = 0.999 * second + 0.001 * gradient * gradient;
            value -= match how {
                As::Paper => {
                    let corrected = first / (1.0 - 0.9_f64.powi(steps));
                    0.01 * corrected / ((second / (1.0 - 0.999_f64.powi(steps))).sqrt() + 1e-8)
                }
                As::Code => {
                    let rate = 0.01 * (1.0 - 0.999_f64).sqrt() / (1.0 - 0.9);
                    rate * (0.1 * gradient + 0.9 * first) / (second.sqrt() + 1e-8)
                }
            };
        }
        value
    }

    #[test]
    fn steps_are_as_they_are_defined() {
        let gradients: Vec<f64> = (0..200).map(|step| (step as f64 * 0.7).sin() + 0.1).collect();
        for how in [As::Paper, As::Code] {
            let (mut mean, mut spread) = ([1.0], [1.0]);
            let mut moments = Moments::new(2);
            for gradient in &gradients {
                let gradient = [*gradient as f32];
                moments.descend(how, 0.01, (&mut mean, &mut spread), (&gradient, &gradient));
            }
            assert_eq!(mean, spread);
            assert!((f64::from(mean[0]) - naive(how, &gradients)).abs() < 1e-5, "{how:?}: {mean:?}");
        }
    }
}
