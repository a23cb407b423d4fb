//! Beliefs about costs from numbers, for state spaces of your own.

use belief::Belief;
use search::Budget;

use crate::features::FeatureRows;
use crate::head::{Head, Known};
use crate::net::{InputSizes, NetEvaluator};
use crate::training::{Config, DeviceError, Trainer};
use crate::{CostRange, Examples};

/// A network that believes something of the cost of a state by numbers that describe it.
///
/// ```
/// use belief::Distribution;
/// use learn::training::{Config, Hidden};
/// use learn::{Head, Regressor, Sigma};
/// use search::Budget;
///
/// let examples: Vec<(Vec<f32>, u32)> = (0..50).map(|n| (vec![n as f32 / 50.0], n / 5)).collect();
/// let head = Head::Gaussian { sigma: Sigma::Learned };
/// let config = Config { head, steps: 3000, batch: 50, clip: None, ..Regressor::config() };
/// let mut regressor = Regressor::fit(&examples, &config, &Budget::unlimited())?;
/// let (mean, high) = regressor.believe(&[0.5], |belief| (belief.mean(), belief.quantile(0.9))).unwrap();
/// assert!((mean - 5.0).abs() < 0.5 && high > mean, "{mean} {high}");
/// # Ok::<(), learn::training::DeviceError>(())
/// ```
#[derive(Debug)]
pub struct Regressor {
    head: Head,
    evaluator: NetEvaluator,
    rows: FeatureRows,
    room: Vec<f32>,
}

impl Regressor {
    /// Options to begin with: a linear model that believes in a Gaussian, and nothing that needs a planning task.
    pub fn config() -> Config {
        let head = Head::Gaussian { sigma: crate::Sigma::Learned };
        Config { head, residual: None, lower: None, upper: None, ..Config::default() }
    }

    /// Trains on states, each described by as many numbers, with what they cost. Every fifth is for choosing among the weights that
    /// training comes to.
    ///
    /// # Errors
    /// When the device can't be used that the options name.
    pub fn fit(examples: &[(Vec<f32>, u32)], config: &Config, budget: &Budget) -> Result<Self, DeviceError> {
        let width = examples.first().map_or(0, |(inputs, _)| inputs.len());
        let rows = FeatureRows::Numbers { width, numbers: Vec::new() };
        let mut parts = [Examples::new(rows.clone()), Examples::new(rows.clone())];
        for (number, (inputs, cost)) in examples.iter().enumerate() {
            let part = &mut parts[usize::from(number % 5 == 4)];
            push(&mut part.rows, inputs);
            part.known.push(Known::default());
            part.targets.push(CostRange::exact(f64::from(*cost)));
        }
        let [train, validation] = &parts;
        let mut trainer = Trainer::new(config, InputSizes::Numbers(width), train, validation)?;
        while !trainer.is_done() && trainer.epoch(budget)?.is_some() {}
        let current = trainer.current();
        let network = &trainer.best().unwrap_or(&current).network;
        Ok(Self { head: config.head, evaluator: NetEvaluator::new(network), rows, room: Vec::new() })
    }

    /// Reads what is believed of a state; `None` if the network's outputs are not finite.
    pub fn believe<T>(&mut self, inputs: &[f32], read: impl FnOnce(&Belief<'_>) -> T) -> Option<T> {
        self.rows.clear();
        push(&mut self.rows, inputs);
        let outputs = self.evaluator.evaluate(&self.rows);
        self.head.belief(outputs, Known::default(), &mut self.room).map(|belief| read(&belief))
    }
}

/// Adds a row, cut off or filled up with zeros to the width of the others.
fn push(rows: &mut FeatureRows, inputs: &[f32]) {
    if let FeatureRows::Numbers { width, numbers } = rows {
        let length = numbers.len() + *width;
        numbers.extend(inputs.iter().take(*width));
        numbers.resize(length, 0.0);
    }
}
