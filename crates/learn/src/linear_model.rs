//! Linear models of counts: a weight for each, with a spread.

use linear::MonotoneFit;
use serde::{Deserialize, Serialize};

/// A weight for each count of a state. Outputs are the cost that is expected and its standard deviation.
///
/// Weights are whole multiples of a power of two, 2⁻³⁰ unless they are large, and counts are whole: sums are exact, whatever the
/// order, so that a search that follows them from state to state has the same bits as one that computes each from nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearModel {
    /// By input but the last, which is the number of colours that were never seen.
    weights: Vec<f32>,
    bias: f32,
    /// The standard deviation by each colour that was never seen.
    unseen: f32,
    spread: Spread,
    /// A weight of 1 as a whole number.
    one: f64,
}

/// Where the standard deviation of a linear model comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// From what regression has left open: xᵀA⁻¹x, where x has the counts and a 1 for the bias, and the noise.
    Posterior {
        /// The lower triangle R of A = RRᵀ, row by row.
        factor: Vec<f32>,
        /// The variance that weights can't explain.
        noise: f32,
    },
    /// From how far costs were from a fit to scores that only rank.
    Fit(MonotoneFit),
}

/// All of a linear model's file but its tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearForm {
    /// The bias.
    pub bias: f32,
    /// The standard deviation by each colour that was never seen.
    pub unseen: f32,
    /// The variance that weights can't explain; none where the spread is that of a fit.
    pub noise: Option<f32>,
}

/// A weight of 1 as a whole number, where the largest is this: such that the sum of a hundred thousand weights still is a whole
/// number of 64 bits.
fn one(largest: f32) -> f64 {
    const SMALL: f32 = 65_536.0;
    f64::exp2(30.0 - f64::from((largest / SMALL).max(1.0)).log2().ceil())
}

impl LinearModel {
    /// One for as many counts as there are weights; `None` if its numbers could not be those of a model.
    pub fn new(weights: Vec<f32>, bias: f32, unseen: f32, spread: Spread) -> Option<Self> {
        let columns = weights.len() + 1;
        let is_spread = match &spread {
            Spread::Posterior { factor, noise } => {
                let diagonal = (0..columns).map(|row| (row + 1) * (row + 2) / 2 - 1);
                factor.len() == columns * (columns + 1) / 2
                    && factor.iter().all(|number| number.is_finite())
                    && diagonal.into_iter().all(|place| factor[place] > 0.0)
                    && noise.is_finite()
                    && *noise > 0.0
            }
            Spread::Fit(_) => true,
        };
        let are_finite = weights.iter().all(|weight| weight.is_finite());
        let is_right = is_spread && are_finite && bias.is_finite() && unseen.is_finite() && unseen >= 0.0;
        let one = one(weights.iter().fold(0.0, |largest, weight| largest.max(weight.abs())));
        is_right.then_some(Self { weights, bias, unseen, spread, one })
    }

    /// One that knows nothing.
    pub(crate) fn zeros(inputs: usize) -> Self {
        let spread = Spread::Fit(MonotoneFit::new(Vec::new()));
        Self { weights: vec![0.0; inputs.saturating_sub(1)], bias: 0.0, unseen: 0.0, spread, one: one(0.0) }
    }

    /// The weight of each count.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The constant beside the weights.
    pub fn bias(&self) -> f32 {
        self.bias
    }

    /// Where the standard deviation comes from.
    pub fn spread(&self) -> &Spread {
        &self.spread
    }

    /// All of its file but its tables.
    pub(crate) fn form(&self) -> LinearForm {
        let noise = match self.spread {
            Spread::Posterior { noise, .. } => Some(noise),
            Spread::Fit(_) => None,
        };
        LinearForm { bias: self.bias, unseen: self.unseen, noise }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len() + 1
    }

    /// Does its standard deviation depend on more than the sum of weights?
    pub(crate) fn looks_at_counts(&self) -> bool {
        matches!(self.spread, Spread::Posterior { .. })
    }

    /// Weights as whole numbers.
    pub(crate) fn whole_weights(&self) -> impl Iterator<Item = i64> {
        self.weights.iter().map(|&weight| (f64::from(weight) * self.one).round() as i64)
    }

    /// The cost that is expected and its standard deviation, by the sum of whole weights; without looking at counts, the standard
    /// deviation is as if the weights were known.
    pub(crate) fn outputs_by_sum(&self, sum: i64, unseen: u32, counts: Option<&[f32]>) -> [f32; 2] {
        let score = sum as f64 / self.one + f64::from(self.bias);
        let never_seen = f64::from(self.unseen) * f64::from(unseen);
        let (mean, variance) = match &self.spread {
            Spread::Posterior { factor, noise } => {
                let open = counts.map_or(0.0, |counts| open_variance(factor, counts));
                (score, f64::from(*noise) + open)
            }
            Spread::Fit(fit) => {
                let (mean, spread) = fit.at(score);
                (mean, spread * spread)
            }
        };
        [mean as f32, (variance + never_seen * never_seen).sqrt() as f32]
    }

    /// The cost that is expected and its standard deviation, of a row of counts.
    pub(crate) fn outputs(&self, row: &[f32]) -> [f32; 2] {
        let (counts, unseen) = row.split_at(self.weights.len());
        let sum = self
            .whole_weights()
            .zip(counts)
            .map(|(weight, &count)| weight.wrapping_mul(count as i64))
            .fold(0, i64::wrapping_add);
        self.outputs_by_sum(sum, unseen.first().map_or(0, |&unseen| unseen as u32), Some(counts))
    }
}

/// ‖R⁻¹x‖², where x has the counts and a 1.
fn open_variance(factor: &[f32], counts: &[f32]) -> f64 {
    let mut solved: Vec<f64> = Vec::with_capacity(counts.len() + 1);
    let mut rest = factor;
    for (row, count) in counts.iter().copied().chain([1.0]).enumerate() {
        let (own, below) = rest.split_at(row + 1);
        let sum: f64 = own.iter().zip(&solved).map(|(&entry, part)| f64::from(entry) * part).sum();
        solved.push((f64::from(count) - sum) / f64::from(own[row]));
        rest = below;
    }
    solved.iter().map(|part| part * part).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_weights_lose_only_what_does_not_matter() {
        for scale in [1.0, 65_536.0, 65_537.0, 1e9, 1e30] {
            let fit = Spread::Posterior { factor: vec![1.0; 6], noise: 1.0 };
            let model = LinearModel::new(vec![scale, -0.5 * scale], 0.0, 0.0, fit).unwrap();
            let [mean, _] = model.outputs(&[100_000.0, 100_000.0, 0.0]);
            let wanted = 0.5e5 * f64::from(scale);
            assert!((f64::from(mean) / wanted - 1.0).abs() < 1e-6, "{scale}: {mean}");
        }
    }
}
