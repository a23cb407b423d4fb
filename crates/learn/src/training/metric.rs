//! Metrics for selecting weights.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::examples::Examples;
use crate::head::Head;
use crate::metrics::{self, Metrics};
use crate::net::Net;

/// A metric of a model; lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// The mean negative log-likelihood of the cost.
    Nll,
    /// The mean squared error of the belief's mean.
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

/// The value of each metric, if it has one: a point estimate has no likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The mean negative log-likelihood.
    pub nll: Option<f64>,
    /// The mean squared error.
    pub mse: Option<f64>,
}

impl Scores {
    /// Of a network's beliefs about examples.
    pub(crate) fn of(head: Head, network: &Net, examples: &Examples, threads: usize) -> Self {
        let metrics = Metrics::new(&metrics::judge(head, network, examples, threads));
        metrics.map_or(Self { nll: None, mse: None }, |metrics| Self::new(metrics.nll, metrics.mse))
    }

    /// The scores of these values; those that are not finite are dropped.
    pub fn new(nll: f64, mse: f64) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        Self { nll: finite(nll), mse: finite(mse) }
    }

    /// The value of one metric.
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
