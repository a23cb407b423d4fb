//! The optimiser: Adam, or AdamW with weight decay.

use super::{Gradients, Parameters};
use simd::{Kernel, Processor, Vector};

/// The settings of [`Adam`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamSettings {
    /// The learning rate.
    pub learning_rate: f64,
    /// The decay rate of the moving mean of the gradients.
    pub beta1: f64,
    /// The decay rate of the moving mean of their squares.
    pub beta2: f64,
    /// Added to the denominator, to keep steps small where gradients are close to 0.
    pub epsilon: f64,
    /// The share of each parameter, times the learning rate, that is lost at each step (decoupled: AdamW).
    pub weight_decay: f64,
}

impl Default for AdamSettings {
    fn default() -> Self {
        AdamSettings { learning_rate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weight_decay: 0.0 }
    }
}

/// Adam with decoupled weight decay. All of its state is public, to be stored and restored exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// May be changed between steps.
    pub settings: AdamSettings,
    /// The number of steps made.
    pub steps: u64,
    /// The moving mean of the gradients, in the order of [`Parameters::parameters`].
    pub first: Vec<f32>,
    /// The moving mean of their squares, in the same order.
    pub second: Vec<f32>,
}

impl Adam {
    /// The optimiser before its first step.
    pub fn new(settings: AdamSettings, network: &impl Parameters) -> Self {
        let count = network.parameters().map(<[f32]>::len).sum();
        Adam { settings, steps: 0, first: vec![0.0; count], second: vec![0.0; count] }
    }

    /// Moves the network one step against the gradients.
    ///
    /// # Panics
    /// If the gradients or the state belong to a network of another shape.
    pub fn step(&mut self, network: &mut impl Parameters, gradients: &Gradients) {
        self.steps += 1;
        let factors = Factors::new(&self.settings, self.steps);
        let processor = Processor::detect();
        let (mut first, mut second) = (self.first.as_mut_slice(), self.second.as_mut_slice());
        for (values, gradients) in network.parameters_mut().zip(gradients.parameters()) {
            let (first_here, first_rest) = first.split_at_mut(values.len());
            let (second_here, second_rest) = second.split_at_mut(values.len());
            assert_eq!(values.len(), gradients.len(), "gradients of a network of another shape");
            processor.run(Step { factors, values, gradients, first: first_here, second: second_here });
            (first, second) = (first_rest, second_rest);
        }
    }
}

/// The coefficients of a step, the same for all parameters.
#[derive(Clone, Copy)]
pub(super) struct Factors {
    pub keep: f32,
    pub rate: f32,
    /// The bias correction: the moving means begin with zeros.
    pub second_correction: f32,
    pub epsilon: f32,
    pub one_minus_beta1: f32,
    pub beta2: f32,
    pub one_minus_beta2: f32,
}

impl Factors {
    pub fn new(settings: &AdamSettings, steps: u64) -> Self {
        let AdamSettings { learning_rate, beta1, beta2, epsilon, weight_decay } = *settings;
        Factors {
            keep: (1.0 - learning_rate * weight_decay) as f32,
            rate: (learning_rate / (1.0 - power(beta1, steps))) as f32,
            second_correction: (1.0 / (1.0 - power(beta2, steps)).sqrt()) as f32,
            epsilon: epsilon as f32,
            one_minus_beta1: (1.0 - beta1) as f32,
            beta2: beta2 as f32,
            one_minus_beta2: (1.0 - beta2) as f32,
        }
    }
}

/// A power with the same bits on all platforms, which `f64::powi` does not promise.
fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

struct Step<'a> {
    factors: Factors,
    values: &'a mut [f32],
    gradients: &'a [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self) {
        let f = self.factors;
        let means = self.first.iter_mut().zip(self.second);
        for ((value, gradient), (first, second)) in self.values.iter_mut().zip(self.gradients).zip(means) {
            *first = f.one_minus_beta1.mul_add(gradient - *first, *first);
            *second = f.beta2.mul_add(*second, f.one_minus_beta2 * gradient * gradient);
            let spread = second.sqrt().mul_add(f.second_correction, f.epsilon);
            *value = (-f.rate).mul_add(*first / spread, f.keep * *value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Activation, Network, Shape};
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// One number's state in `f64`, moved as the paper has it.
    struct Naive {
        value: f64,
        first: f64,
        second: f64,
    }

    impl Naive {
        fn step(&mut self, settings: &AdamSettings, steps: i32, gradient: f64) {
            let AdamSettings { learning_rate, beta1, beta2, epsilon, weight_decay } = *settings;
            self.value -= learning_rate * weight_decay * self.value;
            self.first = beta1 * self.first + (1.0 - beta1) * gradient;
            self.second = beta2 * self.second + (1.0 - beta2) * gradient * gradient;
            let first = self.first / (1.0 - beta1.powi(steps));
            let second = self.second / (1.0 - beta2.powi(steps));
            self.value -= learning_rate * first / (second.sqrt() + epsilon);
        }
    }

    #[test]
    fn steps_are_those_of_the_paper() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let shape = Shape { inputs: 7, hidden: vec![19], outputs: 3, activation: Activation::Relu };
        for weight_decay in [0.0, 0.1] {
            let settings = AdamSettings { learning_rate: 0.01, weight_decay, ..AdamSettings::default() };
            let mut network = Network::new(&shape, &mut rng);
            let mut adam = Adam::new(settings, &network);
            let numbers = network.parameters().flatten();
            let mut naive: Vec<Naive> =
                numbers.map(|&value| Naive { value: value.into(), first: 0.0, second: 0.0 }).collect();
            for steps in 1..=50 {
                let mut gradients = Gradients { layers: network.layers.clone() };
                for layer in &mut gradients.layers {
                    layer.weights.iter_mut().for_each(|x| *x = rng.random_range(-1.0..1.0));
                    // Numbers that nothing depends on stay where they are but for the decay.
                    layer.biases.fill(0.0);
                }
                adam.step(&mut network, &gradients);
                let numbers = gradients.parameters().flatten();
                naive.iter_mut().zip(numbers).for_each(|(naive, &x)| naive.step(&settings, steps, x.into()));
            }
            assert_eq!(adam.steps, 50);
            for (found, naive) in network.parameters().flatten().zip(&naive) {
                assert!((f64::from(*found) - naive.value).abs() < 2e-6, "{found} {}", naive.value);
            }
        }
    }

    #[test]
    fn a_stored_and_restored_state_goes_on_to_the_same_bits() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let shape = Shape { inputs: 7, hidden: vec![19], outputs: 3, activation: Activation::Relu };
        let mut network = Network::new(&shape, &mut rng);
        let gradients = Gradients { layers: Network::new(&shape, &mut rng).layers };
        let mut adam = Adam::new(AdamSettings::default(), &network);
        adam.step(&mut network, &gradients);
        let Adam { settings, steps, first, second } = adam.clone();
        let (mut restored, mut other) = (Adam { settings, steps, first, second }, network.clone());
        adam.step(&mut network, &gradients);
        restored.step(&mut other, &gradients);
        assert_eq!((adam, network), (restored, other));
    }
}
