//! The categorical distribution over the costs 0..=H, and its logits.

use crate::{Distribution, Invalid};

/// A probability for each cost 0, 1, …, H. They need not sum to one exactly: all but [`Distribution::log_density`] and
/// [`Distribution::confidence`] divide by the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Categorical<'a> {
    probabilities: &'a [f32],
}

impl<'a> Categorical<'a> {
    /// The distribution with these probabilities, of which there has to be one.
    pub fn new(probabilities: &'a [f32]) -> Result<Self, Invalid> {
        if probabilities.is_empty() { Err(Invalid::Empty) } else { Ok(Self { probabilities }) }
    }

    /// The probabilities of the costs 0, 1, …
    pub fn probabilities(&self) -> &'a [f32] {
        self.probabilities
    }

    /// The most probable cost, of several the least, and its probability.
    fn top(&self) -> (usize, f32) {
        let mut top = (0, f32::NEG_INFINITY);
        for (cost, &probability) in self.probabilities.iter().enumerate() {
            if probability > top.1 {
                top = (cost, probability);
            }
        }
        top
    }

    fn sum(&self) -> f64 {
        self.probabilities.iter().copied().map(f64::from).sum()
    }

    /// E\[f(h*)\].
    fn expected(&self, f: impl Fn(f64) -> f64) -> f64 {
        let weighted = self.probabilities.iter().enumerate().map(|(cost, &p)| f64::from(p) * f(cost as f64));
        weighted.sum::<f64>() / self.sum()
    }
}

impl Distribution for Categorical<'_> {
    fn log_density(&self, value: f64) -> f64 {
        let is_cost = value >= 0.0 && value.fract() == 0.0;
        let probability = if is_cost { self.probabilities.get(value as usize) } else { None };
        probability.map_or(f64::NEG_INFINITY, |&probability| f64::from(probability).ln())
    }

    fn mean(&self) -> f64 {
        self.expected(|cost| cost)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expected(|cost| (cost - mean) * (cost - mean))
    }

    fn cdf(&self, value: f64) -> f64 {
        if value < 0.0 { 0.0 } else { self.expected(|cost| if cost <= value { 1.0 } else { 0.0 }) }
    }

    fn quantile(&self, level: f64) -> f64 {
        let target = level * self.sum();
        let mut below = 0.0;
        for (cost, &probability) in self.probabilities.iter().enumerate() {
            below += f64::from(probability);
            if below >= target && below > 0.0 {
                return cost as f64;
            }
        }
        (self.probabilities.len() - 1) as f64
    }

    fn mode(&self) -> f64 {
        self.top().0 as f64
    }

    /// The top probability (*confidence*: c^NN(s) = maxᵢ f(s)ᵢ).
    fn confidence(&self) -> f64 {
        f64::from(self.top().1)
    }
}

/// The target that logits are trained towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The label of a state: this cost.
    Cost(usize),
    /// The label of a state: a cost from the first to the last.
    Between(usize, usize),
    /// The same probability for every cost, for noise from outside the distribution of the states (*confidence*, L^OOD).
    Uniform,
}

/// The probabilities pᵢ = exp(zᵢ)/Σⱼ exp(zⱼ) of the logits z, into `probabilities`, which is as long.
pub fn softmax(logits: &[f32], probabilities: &mut [f32]) {
    let normaliser = Normaliser::of(logits);
    for (probability, &logit) in probabilities.iter_mut().zip(logits) {
        *probability = normaliser.log_probability(logit).exp() as f32;
    }
}

/// −Σᵢ tᵢ·ln pᵢ for the target t and the [`softmax`] p of the logits: the negative log-likelihood of a cost or
/// of several together, and for the uniform target the mean of all of them. It is infinite for a cost that has no logit.
pub fn cross_entropy(logits: &[f32], target: Target) -> f64 {
    let normaliser = Normaliser::of(logits);
    let log_probability = |&logit: &f32| normaliser.log_probability(logit);
    match target {
        Target::Cost(cost) => -logits.get(cost).map_or(f64::NEG_INFINITY, log_probability),
        Target::Between(first, last) => {
            let among = Normaliser::of(between(logits, first, last));
            normaliser.log_total() - among.log_total()
        }
        Target::Uniform => -logits.iter().map(log_probability).sum::<f64>() / logits.len() as f64,
    }
}

/// The derivatives p − t of [`cross_entropy`] with regard to the logits, into `gradient`, which is as long. Where the
/// target is a range of costs, t is p conditioned on that range.
pub fn cross_entropy_gradient(logits: &[f32], target: Target, gradient: &mut [f32]) {
    let normaliser = Normaliser::of(logits);
    let among = match target {
        Target::Between(first, last) => Some((first..=last, Normaliser::of(between(logits, first, last)))),
        Target::Cost(_) | Target::Uniform => None,
    };
    for (cost, (slope, &logit)) in gradient.iter_mut().zip(logits).enumerate() {
        let probability = normaliser.log_probability(logit).exp();
        let wanted = match (target, &among) {
            (Target::Cost(label), _) => f64::from(u8::from(label == cost)),
            (Target::Uniform, _) => 1.0 / logits.len() as f64,
            (_, Some((costs, among))) if costs.contains(&cost) => among.log_probability(logit).exp(),
            _ => 0.0,
        };
        *slope = (probability - wanted) as f32;
    }
}

fn between(logits: &[f32], first: usize, last: usize) -> &[f32] {
    logits.get(first..logits.len().min(last.saturating_add(1))).unwrap_or_default()
}

/// ln Σᵢ exp(zᵢ) in two parts, the largest zᵢ and the rest, so that no exponential overflows and the digits of the rest
/// are not lost when the largest is large.
pub(crate) struct Normaliser {
    largest: f64,
    log_sum: f64,
}

impl Normaliser {
    pub(crate) fn of(logits: &[f32]) -> Self {
        let largest = f64::from(logits.iter().copied().fold(f32::NEG_INFINITY, f32::max));
        let sum: f64 = logits.iter().map(|&logit| (f64::from(logit) - largest).exp()).sum();
        Self { largest, log_sum: sum.ln() }
    }

    pub(crate) fn log_total(&self) -> f64 {
        self.largest + self.log_sum
    }

    pub(crate) fn log_probability(&self, logit: f32) -> f64 {
        f64::from(logit) - self.largest - self.log_sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_have_their_moments_and_quantiles() -> Result<(), Invalid> {
        let belief = Categorical::new(&[0.125, 0.5, 0.25, 0.125])?;
        assert_eq!((belief.mean(), belief.mode(), belief.confidence()), (1.375, 1.0, 0.5));
        assert_eq!(
            belief.variance(),
            0.125 * 1.375_f64.powi(2)
                + 0.5 * 0.375_f64.powi(2)
                + 0.25 * 0.625_f64.powi(2)
                + 0.125 * 1.625_f64.powi(2)
        );
        assert_eq!(
            [0.0, 0.125, 0.126, 0.625, 0.9, 1.0].map(|level| belief.quantile(level)),
            [0.0, 0.0, 1.0, 1.0, 3.0, 3.0]
        );
        assert_eq!([-1.0, 0.0, 1.5, 9.0].map(|value| belief.cdf(value)), [0.0, 0.125, 0.625, 1.0]);
        Ok(())
    }

    #[test]
    fn only_whole_costs_up_to_the_last_are_possible() -> Result<(), Invalid> {
        let belief = Categorical::new(&[0.25, 0.75])?;
        assert_eq!(belief.log_density(1.0), 0.75_f64.ln());
        for value in [-1.0, 0.5, 2.0, 1e300, f64::INFINITY] {
            assert_eq!(belief.log_density(value), f64::NEG_INFINITY, "{value}");
        }
        assert_eq!(Categorical::new(&[]), Err(Invalid::Empty));
        Ok(())
    }

    #[test]
    fn of_equally_probable_costs_the_least_is_the_mode() -> Result<(), Invalid> {
        assert_eq!(Categorical::new(&[0.2, 0.4, 0.4])?.mode(), 1.0);
        Ok(())
    }

    #[test]
    fn impossible_costs_are_no_quantile() -> Result<(), Invalid> {
        assert_eq!(Categorical::new(&[0.0, 1.0, 0.0])?.quantile(0.0), 1.0);
        Ok(())
    }

    #[test]
    fn the_gradient_of_the_cross_entropy_is_its_slope() {
        let logits = [0.5_f32, -1.25, 2.0, 0.0];
        for target in
            [Target::Cost(0), Target::Cost(2), Target::Between(1, 2), Target::Between(2, 9), Target::Uniform]
        {
            let mut gradient = [0.0; 4];
            cross_entropy_gradient(&logits, target, &mut gradient);
            for cost in 0..logits.len() {
                let step = 1.0 / 1024.0;
                let [mut above, mut below] = [logits; 2];
                above[cost] += step;
                below[cost] -= step;
                let slope =
                    (cross_entropy(&above, target) - cross_entropy(&below, target)) / (2.0 * f64::from(step));
                assert!((slope - f64::from(gradient[cost])).abs() < 1e-6, "{target:?}, {cost}");
            }
        }
    }

    #[test]
    fn large_logits_neither_overflow_nor_lose_the_likelihood() {
        let logits = [3e38_f32, 3e38, -3e38];
        let mut probabilities = [0.0; 3];
        softmax(&logits, &mut probabilities);
        assert_eq!(probabilities, [0.5, 0.5, 0.0]);
        assert_eq!(cross_entropy(&[1e4, 0.0], Target::Cost(1)), 1e4);
        assert_eq!(cross_entropy(&[1e4, 0.0], Target::Cost(0)), 0.0);
        assert_eq!(cross_entropy(&[1.0, 0.0], Target::Cost(2)), f64::INFINITY);
        assert_eq!(cross_entropy(&[1.0, 0.0], Target::Between(2, 4)), f64::INFINITY);
        let (one, range) = (Target::Cost(1), Target::Between(1, 1));
        assert!((cross_entropy(&[0.5, 1.0], one) - cross_entropy(&[0.5, 1.0], range)).abs() < 1e-12);
    }
}
