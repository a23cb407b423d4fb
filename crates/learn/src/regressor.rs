//! A regressor from numbers to beliefs about costs, for state spaces of your own.

use std::fmt::{self, Display};

use belief::Belief;
use search::Budget;

use crate::features::FeatureRows;
use crate::head::{Head, Prior};
use crate::net::{InputSizes, NetEvaluator};
use crate::training::{Config, DeviceError, Trainer};
use crate::{CostRange, Examples};

/// A network from a vector of numbers that describe a state to a belief about its cost.
///
/// ```
/// use belief::Distribution;
/// use learn::training::Config;
/// use learn::{Head, Regressor, Sigma};
/// use search::Budget;
///
/// let examples: Vec<(Vec<f32>, u32)> = (0..50).map(|n| (vec![n as f32 / 50.0], n / 5)).collect();
/// let head = Head::Gaussian { sigma: Sigma::Learned };
/// let config = Config { head, steps: 3000, batch: 50, clip: None, ..Regressor::config() };
/// let mut regressor = Regressor::fit(&examples, &config, &Budget::unlimited())?;
/// let (mean, high) = regressor.believe(&[0.5], |belief| (belief.mean(), belief.quantile(0.9))).unwrap();
/// assert!((mean - 5.0).abs() < 0.5 && high > mean, "{mean} {high}");
/// # Ok::<(), learn::FitError>(())
/// ```
#[derive(Debug)]
pub struct Regressor {
    head: Head,
    evaluator: NetEvaluator,
    rows: FeatureRows,
    room: Vec<f32>,
}

impl Regressor {
    /// Options to start from: a linear model with a Gaussian belief, and nothing that needs a planning task.
    pub fn config() -> Config {
        let head = Head::Gaussian { sigma: crate::Sigma::Learned };
        Config { head, residual: None, lower: None, upper: None, ..Config::default() }
    }

    /// Trains on states and their costs; all states have the same number of inputs. Every fifth is for validation, by which the
    /// best weights are chosen.
    ///
    /// # Errors
    /// When there are no examples, they have different numbers of inputs, or the device can't be used.
    pub fn fit(examples: &[(Vec<f32>, u32)], config: &Config, budget: &Budget) -> Result<Self, FitError> {
        let width = examples.first().ok_or(FitError::NoExamples)?.0.len();
        if let Some(example) = examples.iter().position(|(inputs, _)| inputs.len() != width) {
            return Err(FitError::Width { example, inputs: examples[example].0.len(), expected: width });
        }
        let rows = FeatureRows::Numbers { width, numbers: Vec::new() };
        let mut parts = [Examples::new(rows.clone()), Examples::new(rows.clone())];
        for (number, (inputs, cost)) in examples.iter().enumerate() {
            let part = &mut parts[usize::from(number % 5 == 4)];
            push(&mut part.rows, inputs);
            part.known.push(Prior::default());
            part.targets.push(CostRange::exact(f64::from(*cost)));
        }
        let [train, validation] = &parts;
        let mut trainer = Trainer::new(config, InputSizes::Numbers(width), train, validation)?;
        while !trainer.is_done() && trainer.epoch(budget)?.is_some() {}
        let current = trainer.current();
        let network = &trainer.best().unwrap_or(&current).network;
        Ok(Self { head: config.head, evaluator: NetEvaluator::new(network), rows, room: Vec::new() })
    }

    /// Passes the belief about a state to `read`; `None` if it has another number of inputs than the examples had, or the network's
    /// outputs are not finite.
    pub fn believe<T>(&mut self, inputs: &[f32], read: impl FnOnce(&Belief<'_>) -> T) -> Option<T> {
        if !matches!(self.rows, FeatureRows::Numbers { width, .. } if width == inputs.len()) {
            return None;
        }
        self.rows.clear();
        push(&mut self.rows, inputs);
        let outputs = self.evaluator.evaluate(&self.rows);
        self.head.belief(outputs, Prior::default(), &mut self.room).map(|belief| read(&belief))
    }
}

/// Appends a row, which has to be as long as the others.
fn push(rows: &mut FeatureRows, inputs: &[f32]) {
    if let FeatureRows::Numbers { numbers, .. } = rows {
        numbers.extend(inputs);
    }
}

/// Why training failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FitError {
    /// There are no examples.
    NoExamples,
    /// An example has another number of inputs than the first one.
    Width {
        /// Its number, from 0.
        example: usize,
        /// Its number of inputs.
        inputs: usize,
        /// That of the first one.
        expected: usize,
    },
    /// The device can't be used.
    Device(DeviceError),
}

impl From<DeviceError> for FitError {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

impl Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoExamples => f.write_str("there are no examples to learn from"),
            Self::Width { example, inputs, expected } => {
                write!(f, "example {example} has {inputs} inputs, and the first one {expected}")
            }
            Self::Device(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_that_do_not_fit_are_refused() {
        let (config, budget) = (Config { steps: 5, ..Regressor::config() }, Budget::unlimited());
        let fit = |examples: &[(Vec<f32>, u32)]| Regressor::fit(examples, &config, &budget);
        assert_eq!(fit(&[]).unwrap_err(), FitError::NoExamples);
        let uneven = fit(&[(vec![1.0], 1), (vec![1.0, 2.0], 2)]).unwrap_err();
        assert_eq!(uneven, FitError::Width { example: 1, inputs: 2, expected: 1 });
        let mut regressor = fit(&[(vec![1.0], 1), (vec![2.0], 2)]).unwrap();
        assert!(
            regressor.believe(&[1.0, 2.0], |_| ()).is_none() && regressor.believe(&[1.0], |_| ()).is_some()
        );
    }
}
