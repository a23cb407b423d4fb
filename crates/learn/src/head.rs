//! Heads: how a network's outputs become a belief about the cost, and the loss of that belief.

use belief::{
    Belief, Bounds, Categorical, Distribution, Gaussian, Gradient, OPEN, PHI_BOUNDS, Point, Reading, Scaled,
    Target, TruncatedGaussian, Value,
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::cost_range::CostRange;
use crate::surprise::surprise;
use simd::math;

/// The variance of a Gaussian whose spread is not learned is 2: σ is 0.5^(−1/2) in the authors' code.
pub const FIXED_SIGMA: f64 = std::f64::consts::SQRT_2;

/// The meaning of a network's outputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "belief", rename_all = "kebab-case")]
pub enum Head {
    /// One output: the cost. Trained by squared error.
    Point,
    /// A Gaussian.
    Gaussian {
        /// The source of its standard deviation.
        sigma: Sigma,
    },
    /// A Gaussian between a lower and an upper bound.
    Truncated {
        /// The source of its standard deviation.
        sigma: Sigma,
    },
    /// A Gaussian in units of a scale: the outputs are the mean, and a number whose softplus is the standard deviation. Models of
    /// the crate `likely` have it.
    Scaled {
        /// Costs are divided by this.
        scale: f64,
        /// The distance of its truncation below the lower bound; missing if it is not truncated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<f64>,
    },
    /// An output for each cost from 0 to the highest.
    Categorical {
        /// The highest cost; higher ones count as this.
        highest: u32,
    },
}

/// The source of the standard deviation of a Gaussian.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sigma {
    /// It is the same for all states.
    Fixed(f64),
    /// It is an output of the network.
    Learned,
    /// It is what the model says that it is.
    Given,
}

/// The values of other heuristics for a state, which complement the network's outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The value that the network's output is added to.
    pub residual: f32,
    /// A lower bound on the cost; −∞ if there is none.
    pub lower: f32,
    /// An upper bound on the cost; ∞ if there is none.
    pub upper: f32,
}

impl Prior {
    /// A cost clipped to the bounds.
    pub(crate) fn clip(self, cost: f32) -> f32 {
        cost.min(self.upper).max(self.lower)
    }
}

impl Default for Prior {
    fn default() -> Self {
        Self { residual: 0.0, lower: f32::NEG_INFINITY, upper: f32::INFINITY }
    }
}

impl Head {
    /// The number of outputs.
    pub fn outputs(self) -> usize {
        match self {
            Self::Point => 1,
            Self::Gaussian { sigma } | Self::Truncated { sigma } => sigma.outputs() + 1,
            Self::Scaled { .. } => 2,
            Self::Categorical { highest } => highest as usize + 1,
        }
    }

    /// The belief of these outputs; `None` if they are not finite. The probabilities of a categorical belief are stored in
    /// `room`.
    pub fn belief<'a>(self, outputs: &[f32], known: Prior, room: &'a mut Vec<f32>) -> Option<Belief<'a>> {
        match self {
            Self::Point => Point::new(mean(outputs, known), f64::from(known.lower)).ok().map(Belief::Point),
            Self::Gaussian { sigma } => gaussian(sigma, outputs, known).map(Belief::Gaussian),
            Self::Truncated { sigma } => truncated(sigma, outputs, known).map(Belief::Truncated),
            Self::Scaled { scale, open } => scaled(Scaled::new(scale, open), outputs, known),
            Self::Categorical { .. } => {
                room.clear();
                room.extend_from_slice(outputs);
                math::softmax(room, outputs.len());
                // If one output is not finite, none of the probabilities are.
                let is_finite = room.first().is_some_and(|probability| probability.is_finite());
                Categorical::new(room).ok().filter(|_| is_finite).map(Belief::Categorical)
            }
        }
    }

    /// Are its parameters valid? Model files are not trusted.
    pub(crate) fn is_well_formed(self) -> bool {
        match self {
            Self::Gaussian { sigma: Sigma::Fixed(sigma) }
            | Self::Truncated { sigma: Sigma::Fixed(sigma) } => sigma.is_finite() && sigma > 0.0,
            Self::Scaled { scale, open } => {
                scale.is_finite() && scale > 0.0 && open.is_none_or(|open| open.is_finite() && open > 0.0)
            }
            Self::Categorical { highest } => highest < u32::MAX,
            _ => true,
        }
    }

    /// The default reading for search: that of the paper the head comes from.
    pub fn usual_reading(self) -> Reading {
        match self {
            Self::Categorical { .. } => Reading::of(Value::Argmax),
            Self::Point | Self::Gaussian { .. } | Self::Truncated { .. } => Reading::of(Value::Mean),
            Self::Scaled { .. } => Reading::of(Value::Quantile(0.9)),
        }
    }

    /// The estimate for a value that was read. For models of the crate `likely`, it is rounded to the nearest integer, as in the
    /// searches they were trained by.
    pub(crate) fn meant(self, value: f32) -> f32 {
        match self {
            Self::Scaled { .. } => value.round_ties_even(),
            _ => value,
        }
    }

    /// The nearest cost that the head can represent: categories are integers up to the highest.
    pub fn representable(self, cost: f64) -> f64 {
        match self {
            Self::Categorical { highest } => cost.round().clamp(0.0, f64::from(highest)),
            _ => cost,
        }
    }

    /// The log-likelihood of a cost, or of a range, under a belief.
    pub(crate) fn log_likelihood(self, belief: &Belief<'_>, target: CostRange) -> f64 {
        match belief {
            Belief::Gaussian(belief) => -surprise(belief, target).0,
            Belief::Truncated(belief) => -surprise(belief, target).0,
            Belief::Categorical(belief) => {
                let probabilities = &belief.probabilities()[self.categories(target)];
                probabilities.iter().map(|&probability| f64::from(probability)).sum::<f64>().ln()
            }
            Belief::Point(belief) => belief.log_density(target.nearest(belief.mean())),
        }
    }

    /// The categories of a range: at least one. A known cost is rounded.
    fn categories(self, range: CostRange) -> RangeInclusive<usize> {
        let category = |cost: f64| self.representable(cost) as usize;
        match range.known() {
            Some(cost) => category(cost)..=category(cost),
            None => {
                let last = category(range.most().floor());
                category(range.least().ceil()).min(last)..=last
            }
        }
    }

    /// The loss of outputs for a cost, and its derivatives by each output; NaN if the outputs are not finite. For a range, the loss
    /// is the negative log-probability that the cost lies in it.
    pub fn loss(self, outputs: &[f32], known: Prior, target: CostRange, gradient: &mut [f32]) -> f64 {
        let loss = match self {
            Self::Point => {
                let mean = mean(outputs, known);
                let error = mean - target.nearest(mean);
                gradient[0] = (2.0 * error) as f32;
                Some(error * error)
            }
            Self::Gaussian { sigma } => gaussian(sigma, outputs, known).map(|belief| {
                let (loss, slopes) = surprise(&belief, target);
                sigma.write_gradient(outputs, slopes, gradient);
                loss
            }),
            Self::Truncated { sigma } => truncated(sigma, outputs, known).map(|belief| {
                let (loss, slopes) = surprise(&belief, target);
                sigma.write_gradient(outputs, slopes, gradient);
                loss
            }),
            Self::Scaled { scale, open } => {
                let surprised = match scaled(Scaled::new(scale, open), outputs, known) {
                    Some(Belief::Gaussian(belief)) => Some(surprise(&belief, target)),
                    Some(Belief::Truncated(belief)) => Some(surprise(&belief, target)),
                    _ => None,
                };
                surprised.map(|(loss, slopes)| {
                    write_scaled_gradient(scale, outputs, slopes, gradient);
                    loss
                })
            }
            Self::Categorical { .. } => {
                let target = match self.categories(target).into_inner() {
                    (first, last) if first == last => Target::Cost(first),
                    (first, last) => Target::Between(first, last),
                };
                belief::cross_entropy_gradient(outputs, target, gradient);
                Some(belief::cross_entropy(outputs, target))
            }
        };
        loss.unwrap_or(f64::NAN)
    }
}

impl Head {
    /// Writes the derivatives of the loss for noise: the cross-entropy to the uniform distribution over costs. For heads without
    /// such a distribution, they are 0.
    pub(crate) fn loss_of_noise(self, outputs: &[f32], gradient: &mut [f32]) {
        match self {
            Self::Categorical { .. } => belief::cross_entropy_gradient(outputs, Target::Uniform, gradient),
            Self::Point | Self::Gaussian { .. } | Self::Truncated { .. } | Self::Scaled { .. } => {
                gradient.fill(0.0);
            }
        }
    }
}

impl FromStr for Sigma {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|sigma: &f64| sigma.is_finite() && *sigma > 0.0);
        match (text, number) {
            ("learned", _) => Ok(Self::Learned),
            ("fixed", _) => Ok(Self::Fixed(FIXED_SIGMA)),
            (_, Some(sigma)) => Ok(Self::Fixed(sigma)),
            (_, None) => {
                Err("expected `learned`, `fixed` (√2, as in the paper), or a number above 0".to_owned())
            }
        }
    }
}

impl Sigma {
    fn outputs(self) -> usize {
        usize::from(matches!(self, Self::Learned | Self::Given))
    }

    /// The standard deviation; if it is learned, between 0.1 and 10.1, as in the authors' code.
    fn of(self, outputs: &[f32]) -> f64 {
        match self {
            Self::Fixed(sigma) => sigma,
            Self::Given => f64::from(outputs[1]),
            Self::Learned => 10.0 * sigmoid(f64::from(outputs[1])) + 0.1,
        }
    }

    /// Writes the derivatives by the outputs, given those by mean and standard deviation.
    fn write_gradient(self, outputs: &[f32], slopes: Gradient, gradient: &mut [f32]) {
        gradient[0] = slopes.mu as f32;
        match self {
            Self::Fixed(_) => {}
            Self::Learned => {
                let s = sigmoid(f64::from(outputs[1]));
                gradient[1] = (slopes.sigma * 10.0 * s * (1.0 - s)) as f32;
            }
            Self::Given => gradient[1] = slopes.sigma as f32,
        }
    }
}

fn mean(outputs: &[f32], known: Prior) -> f64 {
    f64::from(outputs[0]) + f64::from(known.residual)
}

fn gaussian(sigma: Sigma, outputs: &[f32], known: Prior) -> Option<Gaussian> {
    Gaussian::new(mean(outputs, known), sigma.of(outputs), 0.0).ok()
}

fn truncated(sigma: Sigma, outputs: &[f32], known: Prior) -> Option<TruncatedGaussian> {
    let (lower, upper) = (f64::from(known.lower), f64::from(known.upper));
    TruncatedGaussian::open(mean(outputs, known), sigma.of(outputs), lower, upper, OPEN).ok()
}

fn scaled(scaled: Scaled, outputs: &[f32], known: Prior) -> Option<Belief<'static>> {
    let mean = scaled.mean(outputs[0]) + f64::from(known.residual);
    let bounds = Bounds { lower: known.lower.into(), upper: known.upper.into() };
    scaled.belief(mean, outputs[1], bounds).ok()
}

/// Writes the derivatives by scaled outputs, given those by mean and standard deviation in units of cost.
fn write_scaled_gradient(scale: f64, outputs: &[f32], slopes: Gradient, gradient: &mut [f32]) {
    gradient[0] = (slopes.mu * scale) as f32;
    gradient[1] = (slopes.sigma * scale * softplus_slope(outputs[1])) as f32;
}

/// The derivative of the softplus of the clamped output: 0 where it is clamped.
fn softplus_slope(output: f32) -> f64 {
    let counts = (PHI_BOUNDS.0..=PHI_BOUNDS.1).contains(&output);
    if counts { sigmoid(output.into()) } else { 0.0 }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests;
