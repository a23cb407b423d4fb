//! From a network's outputs to a belief, and how wrong that belief is.

use belief::{
    Belief, Categorical, Distribution, Gaussian, Gradient, OPEN, Point, Reading, Target, TruncatedGaussian,
    Value,
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

use crate::cost_range::CostRange;
use crate::surprise::surprise;
use network::math;

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
pub struct Known {
    /// What the network's estimate is added to.
    pub residual: f32,
    /// The cost is at least this; −∞ if nothing is known.
    pub lower: f32,
    /// The cost is at most this; ∞ if nothing is known.
    pub upper: f32,
}

impl Known {
    /// A cost, or the bound that it is beyond.
    pub(crate) fn clip(self, cost: f32) -> f32 {
        cost.min(self.upper).max(self.lower)
    }
}

impl Default for Known {
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
    pub fn belief<'a>(self, outputs: &[f32], known: Known, room: &'a mut Vec<f32>) -> Option<Belief<'a>> {
        match self {
            Self::Point => Point::new(mean(outputs, known), f64::from(known.lower)).ok().map(Belief::Point),
            Self::Gaussian { sigma } => gaussian(sigma, outputs, known).map(Belief::Gaussian),
            Self::Truncated { sigma } => truncated(sigma, outputs, known).map(Belief::Truncated),
            Self::Scaled { scale, open: None } => scaled(scale, outputs, known).map(Belief::Gaussian),
            Self::Scaled { scale, open: Some(open) } => {
                scaled_above(scale, open, outputs, known).map(Belief::Truncated)
            }
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
    pub fn loss(self, outputs: &[f32], known: Known, target: CostRange, gradient: &mut [f32]) -> f64 {
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
            Self::Scaled { scale, open: None } => scaled(scale, outputs, known).map(|belief| {
                let (loss, slopes) = surprise(&belief, target);
                write_scaled_gradient(scale, outputs, slopes, gradient);
                loss
            }),
            Self::Scaled { scale, open: Some(open) } => {
                scaled_above(scale, open, outputs, known).map(|belief| {
                    let (loss, slopes) = surprise(&belief, target);
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

fn mean(outputs: &[f32], known: Known) -> f64 {
    f64::from(outputs[0]) + f64::from(known.residual)
}

fn gaussian(sigma: Sigma, outputs: &[f32], known: Known) -> Option<Gaussian> {
    Gaussian::new(mean(outputs, known), sigma.of(outputs), 0.0).ok()
}

fn truncated(sigma: Sigma, outputs: &[f32], known: Known) -> Option<TruncatedGaussian> {
    let (lower, upper) = (f64::from(known.lower), f64::from(known.upper));
    TruncatedGaussian::open(mean(outputs, known), sigma.of(outputs), lower, upper, OPEN).ok()
}

fn scaled(scale: f64, outputs: &[f32], known: Known) -> Option<Gaussian> {
    let (mean, deviation) = in_costs(scale, outputs, known);
    Gaussian::new(mean, deviation, 0.0).ok()
}

fn scaled_above(scale: f64, open: f64, outputs: &[f32], known: Known) -> Option<TruncatedGaussian> {
    let (mean, deviation) = in_costs(scale, outputs, known);
    let (lower, upper) = (f64::from(known.lower), f64::from(known.upper));
    TruncatedGaussian::open(mean, deviation, lower, upper, open).ok()
}

/// The mean and the standard deviation that scaled outputs stand for.
fn in_costs(scale: f64, outputs: &[f32], known: Known) -> (f64, f64) {
    let mean = scale * f64::from(outputs[0]) + f64::from(known.residual);
    // What is no number stays none.
    let spread = f64::from(outputs[1]).clamp(SPREAD_BOUNDS.0, SPREAD_BOUNDS.1);
    (mean, scale * spread.exp().ln_1p())
}

/// Writes the derivatives by scaled outputs, given those by mean and spread in costs.
fn write_scaled_gradient(scale: f64, outputs: &[f32], slopes: Gradient, gradient: &mut [f32]) {
    gradient[0] = (slopes.mu * scale) as f32;
    gradient[1] = (slopes.sigma * scale * softplus_slope(outputs[1])) as f32;
}

/// The second output of a scaled Gaussian counts between these only, as in the paper on likely-admissible heuristics.
const SPREAD_BOUNDS: (f64, f64) = (-5.0, 1.0);

/// The derivative of the softplus of what counts of an output.
fn softplus_slope(output: f32) -> f64 {
    let output = f64::from(output);
    let counts = (SPREAD_BOUNDS.0..=SPREAD_BOUNDS.1).contains(&output);
    if counts { sigmoid(output) } else { 0.0 }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADS: [Head; 8] = [
        Head::Point,
        Head::Gaussian { sigma: Sigma::Learned },
        Head::Gaussian { sigma: Sigma::Fixed(FIXED_SIGMA) },
        Head::Truncated { sigma: Sigma::Learned },
        Head::Truncated { sigma: Sigma::Fixed(FIXED_SIGMA) },
        Head::Scaled { scale: 10.0, open: None },
        Head::Scaled { scale: 10.0, open: Some(0.2) },
        Head::Categorical { highest: 3 },
    ];

    #[test]
    fn gradients_are_those_of_the_loss() {
        let known = Known { residual: 2.0, lower: 1.0, upper: 9.0 };
        let targets = [CostRange::exact(2.0), CostRange::new(1.0, 2.0), CostRange::new(3.0, 8.0)];
        for (head, target) in HEADS.into_iter().flat_map(|head| targets.map(|target| (head, target))) {
            let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
            let mut gradient = vec![0.0; outputs.len()];
            head.loss(&outputs, known, target, &mut gradient);
            for place in 0..outputs.len() {
                let step = 1.0 / 512.0;
                let loss = |change: f32| {
                    let mut moved = outputs.clone();
                    moved[place] += change;
                    head.loss(&moved, known, target, &mut vec![0.0; moved.len()])
                };
                let slope = (loss(step) - loss(-step)) / (2.0 * f64::from(step));
                assert!((slope - f64::from(gradient[place])).abs() < 1e-4, "{head:?}, {target:?}, {place}");
            }
        }
    }

    #[test]
    fn the_loss_of_a_range_is_how_likely_the_belief_finds_it() {
        let known = Known { residual: 2.0, lower: 1.0, upper: 9.0 };
        for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
            let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
            let margin = if matches!(head, Head::Categorical { .. }) { 0.0 } else { OPEN };
            let mut room = Vec::new();
            let belief = head.belief(&outputs, known, &mut room).unwrap();
            for (least, most) in [(1.0, 2.0), (2.0, 3.0), (1.0, 30.0)] {
                let loss =
                    head.loss(&outputs, known, CostRange::new(least, most), &mut vec![0.0; outputs.len()]);
                let range = CostRange::new(least, most);
                assert!((loss + head.log_likelihood(&belief, range)).abs() < 1e-6, "{head:?}, {range:?}");
                let before = if margin > 0.0 { least - margin } else { least - 1.0 };
                let likely = belief.cdf(most + margin) - belief.cdf(before);
                assert!((loss + likely.ln()).abs() < 1e-6, "{head:?}, {least}, {most}: {loss}, {likely}");
            }
        }
    }

    #[test]
    fn ranges_that_are_far_away_or_between_categories_are_not_impossible() {
        let known = Known { lower: 1.0, ..Known::default() };
        for head in HEADS {
            let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
            for (least, most) in [(500.0, 900.0), (2.3, 2.7), (1.0, f64::INFINITY)] {
                let mut gradient = vec![f32::NAN; outputs.len()];
                let range = CostRange::new(least, most);
                let loss = head.loss(&outputs, known, range, &mut gradient);
                assert!(
                    loss.is_finite() && gradient.iter().all(|slope| slope.is_finite()),
                    "{head:?}, {range:?}"
                );
                let mut room = Vec::new();
                let belief = head.belief(&outputs, known, &mut room).unwrap();
                let likelihood = head.log_likelihood(&belief, range);
                assert!(
                    head == Head::Point || (loss + likelihood).abs() < 1e-5 * (1.0 + loss.abs()),
                    "{head:?}"
                );
            }
        }
    }

    #[test]
    fn a_cost_below_the_lower_bound_is_as_likely_in_validation_as_in_training() {
        let known = Known { lower: 5.0, ..Known::default() };
        for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
            let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
            let cost = CostRange::exact(2.0);
            let loss = head.loss(&outputs, known, cost, &mut vec![0.0; outputs.len()]);
            let mut room = Vec::new();
            let belief = head.belief(&outputs, known, &mut room).unwrap();
            let likelihood = head.log_likelihood(&belief, cost);
            assert!(loss.is_finite() && (loss + likelihood).abs() < 1e-6, "{head:?}: {loss} {likelihood}");
        }
    }

    #[test]
    fn a_point_within_the_range_is_not_wrong() {
        let loss = |target| Head::Point.loss(&[5.0], Known::default(), target, &mut [0.0]);
        assert_eq!(
            [(4.0, 6.0), (6.0, 8.0), (1.0, 3.0)].map(|(a, b)| loss(CostRange::new(a, b))),
            [0.0, 1.0, 4.0]
        );
    }

    #[test]
    fn the_loss_is_what_the_belief_says_of_the_target() {
        let known = Known { residual: 2.0, lower: 1.0, upper: f32::INFINITY };
        for head in HEADS.into_iter().filter(|head| *head != Head::Point) {
            let outputs: Vec<f32> = [0.25, -0.5, 1.0, 0.75][..head.outputs()].to_vec();
            let loss = head.loss(&outputs, known, CostRange::exact(2.0), &mut vec![0.0; outputs.len()]);
            let mut room = Vec::new();
            let belief = head.belief(&outputs, known, &mut room).unwrap();
            assert!((loss + belief.log_density(2.0)).abs() < 1e-6, "{head:?}");
        }
    }

    #[test]
    fn outputs_that_are_not_finite_are_no_belief() {
        for head in HEADS {
            let outputs = vec![f32::NAN; head.outputs()];
            assert!(head.belief(&outputs, Known::default(), &mut Vec::new()).is_none(), "{head:?}");
            assert!(
                head.loss(&outputs, Known::default(), CostRange::exact(1.0), &mut vec![0.0; outputs.len()])
                    .is_nan(),
                "{head:?}"
            );
        }
    }

    #[test]
    fn costs_beyond_the_last_category_count_as_it() {
        let head = Head::Categorical { highest: 3 };
        assert_eq!([0.4, 2.6, 9.0, -1.0].map(|cost| head.representable(cost)), [0.0, 3.0, 3.0, 0.0]);
        assert_eq!(Head::Point.representable(9.5), 9.5);
    }

    #[test]
    fn a_scaled_belief_may_be_cut_off_below_the_lower_bound() {
        let head = Head::Scaled { scale: 10.0, open: Some(0.5) };
        let mut room = Vec::new();
        let known = Known { lower: 9.0, ..Known::default() };
        let belief = head.belief(&[0.7, 0.0], known, &mut room).unwrap();
        let expected = TruncatedGaussian::new(7.0, 10.0 * 2.0_f64.ln(), 8.5, f64::INFINITY).unwrap();
        assert!((belief.quantile(0.1) - expected.quantile(0.1)).abs() < 1e-6);
        assert!((belief.at_least() - 8.5).abs() < 1e-9);
        // Where nothing is known it is a whole one.
        let whole = Head::Scaled { scale: 10.0, open: None };
        let [one, other] = [head, whole].map(|head| {
            head.belief(&[0.7, 0.0], Known::default(), &mut Vec::new()).map(|belief| belief.quantile(0.1))
        });
        assert!((one.unwrap() - other.unwrap()).abs() < 1e-9);
        assert!(head.is_well_formed() && whole.is_well_formed());
        for open in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(!Head::Scaled { scale: 10.0, open: Some(open) }.is_well_formed());
        }
    }

    #[test]
    fn scaled_heads_are_read_and_written_as_before_there_were_truncated_ones() {
        let (text, head) = (r#"{"belief":"scaled","scale":10.0}"#, Head::Scaled { scale: 10.0, open: None });
        assert_eq!(serde_json::from_str::<Head>(text).unwrap(), head);
        assert_eq!(serde_json::to_string(&head).unwrap(), text);
        let truncated = Head::Scaled { scale: 10.0, open: Some(0.1) };
        let text = serde_json::to_string(&truncated).unwrap();
        assert_eq!(serde_json::from_str::<Head>(&text).unwrap(), truncated);
    }

    #[test]
    fn a_scaled_spread_has_bounds_and_its_value_is_a_whole_number() {
        let head = Head::Scaled { scale: 10.0, open: None };
        let deviation = |spread: f32| {
            let mut room = Vec::new();
            let belief = head.belief(&[0.7, spread], Known::default(), &mut room).unwrap();
            assert!((belief.mean() - 7.0).abs() < 1e-6);
            belief.variance().sqrt()
        };
        assert_eq!(deviation(-9.0), deviation(-5.0));
        assert_eq!(deviation(3.0), deviation(1.0));
        assert!((deviation(0.0) - 10.0 * 2.0_f64.ln()).abs() < 1e-9);
        assert_eq!([2.4, 2.6, 3.5].map(|value| head.meant(value)), [2.0, 3.0, 4.0]);
        assert_eq!(Head::Point.meant(2.4), 2.4);
    }
}
