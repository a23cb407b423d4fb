//! From a network's outputs to a belief, and how wrong that belief is.

use belief::{
    Belief, Bounds, Categorical, Distribution, Gaussian, Gradient, OPEN, PHI_BOUNDS, Point, Reading, Scaled,
    Target, TruncatedGaussian, Value,
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

use crate::cost_range::CostRange;
use crate::surprise::surprise;
use simd::math;

/// The variance of a Gaussian whose spread is not learned is 2: σ is 0.5^(−1/2) in the authors' code.
pub const FIXED_SIGMA: f64 = std::f64::consts::SQRT_2;

/// What the outputs of a network mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "belief", rename_all = "kebab-case")]
pub enum Head {
    /// One output: the cost. Trained by squared error.
    Point,
    /// A Gaussian.
    Gaussian {
        /// Where its spread comes from.
        sigma: Sigma,
    },
    /// A Gaussian between a lower and an upper bound.
    Truncated {
        /// Where its spread comes from.
        sigma: Sigma,
    },
    /// A Gaussian by outputs that are costs divided by a scale: the mean, and a number whose softplus is the spread. Models that
    /// are grown from the goal have it.
    Scaled {
        /// What costs are divided by.
        scale: f64,
        /// How far below the lower bound it is cut off; missing if it is a whole one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<f64>,
    },
    /// An output for each cost from 0 to the highest.
    Categorical {
        /// The highest cost; what costs more counts as this.
        highest: u32,
    },
}

/// Where the spread of a Gaussian comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sigma {
    /// It is the same for all states.
    Fixed(f64),
    /// It is an output of the network.
    Learned,
}

/// What is known of a state beside the network's outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// What the network's estimate is added to.
    pub residual: f32,
    /// The cost is at least this; −∞ if nothing is known.
    pub lower: f32,
    /// The cost is at most this; ∞ if nothing is known.
    pub upper: f32,
}

impl Prior {
    /// A cost, or the bound that it is beyond.
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

    /// The belief that outputs express; `None` if they are not finite. Where it has probabilities, they are put into the
    /// room given.
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
                // One output that is not finite leaves none of the probabilities finite.
                let is_finite = room.first().is_some_and(|probability| probability.is_finite());
                Categorical::new(room).ok().filter(|_| is_finite).map(Belief::Categorical)
            }
        }
    }

    /// Could it be a trained model's?
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

    /// The reading that suits a search best where none is asked for: that of the paper the head comes from.
    pub fn usual_reading(self) -> Reading {
        match self {
            Self::Categorical { .. } => Reading::of(Value::Argmax),
            Self::Point | Self::Gaussian { .. } | Self::Truncated { .. } => Reading::of(Value::Mean),
            Self::Scaled { .. } => Reading::of(Value::Quantile(0.9)),
        }
    }

    /// What a search takes for the cost when this value was read. A network that is grown is rounded to the
    /// nearest whole number, as by the searches it was grown with.
    pub(crate) fn meant(self, value: f32) -> f32 {
        match self {
            Self::Scaled { .. } => value.round_ties_even(),
            _ => value,
        }
    }

    /// The cost that stands for this one: categories are whole numbers and have an end.
    pub fn representable(self, cost: f64) -> f64 {
        match self {
            Self::Categorical { highest } => cost.round().clamp(0.0, f64::from(highest)),
            _ => cost,
        }
    }

    /// The logarithm of how likely a belief finds a cost, or a range of them.
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

    /// The categories of a range: at least one. A cost that is known is rounded.
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

    /// How wrong the outputs are about a cost, with the derivatives by each output; not a number if the outputs are not finite.
    /// For a range, what counts is how likely it is that the cost lies in it.
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
    /// Writes the derivatives of how far the outputs are from knowing nothing: the cross-entropy to a belief in which all
    /// costs are equally likely. Where there is no such belief, noise teaches nothing.
    pub(crate) fn loss_of_noise(self, outputs: &[f32], gradient: &mut [f32]) {
        match self {
            Self::Categorical { .. } => belief::cross_entropy_gradient(outputs, Target::Uniform, gradient),
            Self::Point | Self::Gaussian { .. } | Self::Truncated { .. } | Self::Scaled { .. } => {
                gradient.fill(0.0);
            }
        }
    }
}

impl Sigma {
    fn outputs(self) -> usize {
        usize::from(self == Self::Learned)
    }

    /// Learned: between 0.1 and 10.1, as in the authors' code.
    fn of(self, outputs: &[f32]) -> f64 {
        match self {
            Self::Fixed(sigma) => sigma,
            Self::Learned => 10.0 * sigmoid(f64::from(outputs[1])) + 0.1,
        }
    }

    /// Writes the derivatives by the outputs, given those by mean and spread.
    fn write_gradient(self, outputs: &[f32], slopes: Gradient, gradient: &mut [f32]) {
        gradient[0] = slopes.mu as f32;
        if self == Self::Learned {
            let s = sigmoid(f64::from(outputs[1]));
            gradient[1] = (slopes.sigma * 10.0 * s * (1.0 - s)) as f32;
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

/// Writes the derivatives by scaled outputs, given those by mean and spread in costs.
fn write_scaled_gradient(scale: f64, outputs: &[f32], slopes: Gradient, gradient: &mut [f32]) {
    gradient[0] = (slopes.mu * scale) as f32;
    gradient[1] = (slopes.sigma * scale * softplus_slope(outputs[1])) as f32;
}

/// The derivative of the softplus of what counts of an output.
fn softplus_slope(output: f32) -> f64 {
    let counts = (PHI_BOUNDS.0..=PHI_BOUNDS.1).contains(&output);
    if counts { sigmoid(output.into()) } else { 0.0 }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests;
