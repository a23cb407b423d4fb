//! How good a model is on states whose cost is known.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// A measure of how good a model is; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// The mean negative logarithm of how likely the belief finds the cost.
    Nll,
    /// The mean squared difference between the belief's mean and the cost.
    Mse,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Nll, Self::Mse];
}

impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nll => "nll",
            Self::Mse => "mse",
        })
    }
}

/// The value of each measure that there is one of: a number without a spread has no likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The mean negative log-likelihood.
    pub nll: Option<f64>,
    /// The mean squared error.
    pub mse: Option<f64>,
}

impl Scores {
    /// What is finite of these values.
    pub fn new(nll: f64, mse: f64) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self { nll: finite(nll), mse: finite(mse) }
    }

    /// The value of one measure.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Nll => self.nll,
            Metric::Mse => self.mse,
        }
    }
}

impl Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for metric in Metric::ALL {
            if let Some(value) = self.get(metric) {
                write!(f, "{separator}{metric} {value:.4}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}
