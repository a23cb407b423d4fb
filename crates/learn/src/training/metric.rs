//! Metrics for selecting weights.

use std::fmt::{self, Display};

use belief::Admissibility;
use serde::{Deserialize, Serialize};

use super::Config;
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
    /// The mean loss, where that is no likelihood.
    Loss,
}

impl Metric {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nll, Self::Mse, Self::Loss];

    /// The metric by which weights are selected if nothing else is asked for: what training makes small, as far as it is defined.
    pub fn usual(head: Head, admissibility: Option<Admissibility>) -> Self {
        match head {
            Head::Point => Self::Mse,
            _ if admissibility.is_some() => Self::Loss,
            _ => Self::Nll,
        }
    }
}

impl Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nll => "nll",
            Self::Mse => "mse",
            Self::Loss => "loss",
        })
    }
}

/// The value of each metric, if it has one: a point estimate has no likelihood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The mean negative log-likelihood.
    pub nll: Option<f64>,
    /// The mean squared error.
    pub mse: Option<f64>,
    /// The mean loss, where that is no likelihood. Files from before there was such a loss stay the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
}

impl Scores {
    /// Of a network's beliefs about examples.
    pub(crate) fn of(head: Head, network: &Net, examples: &Examples, threads: usize) -> Self {
        let metrics = Metrics::new(&metrics::judge(head, network, examples, threads));
        metrics.map_or(Self::default(), |metrics| Self::new(metrics.nll, metrics.mse))
    }

    /// The same, with the mean loss by the options of training if that is no likelihood.
    pub(crate) fn in_training(config: &Config, network: &Net, examples: &Examples, threads: usize) -> Self {
        let loss = config.admissibility.map(|_| mean_loss(config, network, examples));
        Self { loss: loss.and_then(finite), ..Self::of(config.head, network, examples, threads) }
    }

    /// The scores of these values; those that are not finite are dropped.
    pub fn new(nll: f64, mse: f64) -> Self {
        Self { nll: finite(nll), mse: finite(mse), loss: None }
    }

    /// The value of one metric.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Nll => self.nll,
            Metric::Mse => self.mse,
            Metric::Loss => self.loss,
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

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The mean loss of a network's outputs by the options of training.
fn mean_loss(config: &Config, network: &Net, examples: &Examples) -> f64 {
    let mut gradient = vec![0.0; config.head.outputs()];
    let mut losses = 0.0;
    metrics::each_output(config.head, network, examples, 0..examples.len(), |outputs, known, target| {
        losses += config.loss(outputs, known, target, &mut gradient);
    });
    losses / examples.len() as f64
}
