//! Learning to rank: weights by which what is better has the lower score.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;
use search::{Budget, Exhausted};

use crate::sparse::{SparseMatrix, difference, dot};

/// Pairs of which one is better. Pairs of the same difference are one, which counts as often as they were given.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// What the worse one has more than the better one.
    differences: SparseMatrix,
    weights: Vec<f64>,
    numbers: FxHashMap<Vec<(u32, u32)>, usize>,
}

/// What weights shall be besides right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// Small: a support vector machine, ½‖w‖² + C Σ max(0, 1 − w·d).
    Squares,
    /// Few: ‖w‖₁ + C Σ max(0, 1 − w·d)², whose solutions have zeros, as those of a linear program have.
    Absolute,
}

/// How ranking is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankOptions {
    /// What weights shall be besides right.
    pub penalty: Penalty,
    /// How much it costs to rank a pair wrongly: C.
    pub cost: f64,
    /// How often all pairs are gone through at most.
    pub rounds: u32,
    /// Where the order of pairs comes from.
    pub seed: u64,
}

/// Random samples of pairs, each of which leads to weights of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bagging {
    /// How many samples there are.
    pub samples: u32,
    /// The share of the pairs in a sample.
    pub share: f64,
    /// How many pairs a sample has on average at least, unless there are fewer.
    pub at_least: f64,
}

/// Learning ends when no derivative is farther than this from what it has to be.
const TOLERANCE: f64 = 1e-3;

impl Pairs {
    /// No pairs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pair. One without a difference teaches nothing.
    pub fn push(&mut self, better: &[(u32, f32)], worse: &[(u32, f32)]) {
        let more = difference(worse, better);
        if more.is_empty() {
            return;
        }
        let key = more.iter().map(|&(column, value)| (column, value.to_bits())).collect();
        let next = self.differences.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.differences.push(more);
            self.weights.push(0.0);
        }
        self.weights[number] += 1.0;
    }

    /// A random sample of a share of the pairs: each as often as a Poisson number says, and with a weight so much larger.
    fn sample(&self, share: f64, random: &mut ChaCha8Rng) -> Self {
        let mut sample = Self::new();
        for (row, weight) in self.differences.rows().zip(&self.weights) {
            let count = poisson(weight * share, random);
            if count > 0 {
                sample.differences.push(row.iter().copied());
                sample.weights.push(f64::from(count) / share);
            }
        }
        sample
    }

    /// The number of different pairs.
    pub fn len(&self) -> usize {
        self.differences.len()
    }

    /// Are there no pairs?
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }

    /// The share of pairs, each as often as it was given, that weights rank rightly; half for those of the same score.
    pub fn accuracy(&self, weights: &[f64]) -> f64 {
        let right = |difference: &[(u32, f32)]| match dot(difference, weights) {
            more if more > 0.0 => 1.0,
            more if more < 0.0 => 0.0,
            _ => 0.5,
        };
        let sum: f64 =
            self.differences.rows().zip(&self.weights).map(|(row, weight)| weight * right(row)).sum();
        sum / self.weights.iter().sum::<f64>().max(1.0)
    }
}

/// Weights for `columns` columns by which pairs are ranked. The same pairs, options and seed give the same bits.
///
/// # Errors
/// When the budget is spent.
pub fn rank(
    pairs: &Pairs,
    columns: usize,
    options: &RankOptions,
    budget: &Budget,
) -> Result<Vec<f64>, Exhausted> {
    match options.penalty {
        Penalty::Squares => squares(pairs, columns, options, budget),
        Penalty::Absolute => absolute(pairs, columns, options, budget),
    }
}

/// The mean of the weights by which random samples of the pairs are ranked: bagging (Breiman 1996), with Poisson numbers. What a few pairs
/// at the margin say is in some of the samples, what most of them say in all.
///
/// # Errors
/// When the budget is spent.
///
/// # Panics
/// If there are no samples, or no share of the pairs is in one.
pub fn rank_bagged(
    pairs: &Pairs,
    columns: usize,
    options: &RankOptions,
    bagging: Bagging,
    budget: &Budget,
) -> Result<Vec<f64>, Exhausted> {
    let Bagging { samples, share, at_least } = bagging;
    assert!(samples > 0 && share > 0.0, "samples without pairs");
    let all: f64 = pairs.weights.iter().sum();
    let share = share.max(at_least / all).min(1.0);
    let mut mean = vec![0.0; columns];
    for number in 0..samples {
        let sample = pairs.sample(share, &mut stream(options.seed, number));
        let weights = rank(&sample, columns, options, budget)?;
        mean.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight / f64::from(samples));
    }
    Ok(mean)
}

/// The random stream of a sample. The first of the seed is that of the order in which pairs are gone through.
fn stream(seed: u64, sample: u32) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(sample) + 1);
    random
}

/// A random number of a Poisson distribution: how many events there are before as much time has passed as this mean.
fn poisson(mean: f64, random: &mut ChaCha8Rng) -> u32 {
    let (mut passed, mut events) = (0.0, 0);
    loop {
        passed -= libm::log(1.0 - random.random::<f64>());
        if passed > mean {
            return events;
        }
        events += 1;
    }
}

/// Coordinate descent in the dual (Hsieh et al., ICML 2008): each pair has a multiplier between 0 and its cost.
fn squares(
    pairs: &Pairs,
    columns: usize,
    options: &RankOptions,
    budget: &Budget,
) -> Result<Vec<f64>, Exhausted> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut weights = vec![0.0; columns];
    let mut multipliers = vec![0.0; pairs.len()];
    let lengths: Vec<f64> = pairs
        .differences
        .rows()
        .map(|row| row.iter().map(|&(_, value)| f64::from(value) * f64::from(value)).sum())
        .collect();
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    for _ in 0..options.rounds {
        budget.check()?;
        order.shuffle(&mut random);
        let mut worst: f64 = 0.0;
        for &pair in &order {
            let row = pairs.differences.row(pair);
            let most = options.cost * pairs.weights[pair];
            let slope = dot(row, &weights) - 1.0;
            let before = multipliers[pair];
            let is_free = |slope: f64| (slope < 0.0 && before < most) || (slope > 0.0 && before > 0.0);
            if !is_free(slope) {
                continue;
            }
            worst = worst.max(slope.abs());
            let after = (before - slope / lengths[pair]).clamp(0.0, most);
            multipliers[pair] = after;
            for &(column, value) in row {
                weights[column as usize] += (after - before) * f64::from(value);
            }
        }
        if worst < TOLERANCE {
            break;
        }
    }
    Ok(weights)
}

/// Coordinate descent on the weights with one-dimensional Newton steps (Yuan et al., JMLR 2010).
fn absolute(
    pairs: &Pairs,
    columns: usize,
    options: &RankOptions,
    budget: &Budget,
) -> Result<Vec<f64>, Exhausted> {
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut by_column: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
    for (pair, row) in pairs.differences.rows().enumerate() {
        row.iter().for_each(|&(column, value)| by_column[column as usize].push((pair, value.into())));
    }
    let mut weights = vec![0.0; columns];
    // 1 − w·d of each pair.
    let mut slacks = vec![1.0; pairs.len()];
    let mut order: Vec<usize> = (0..columns).filter(|&column| !by_column[column].is_empty()).collect();
    for _ in 0..options.rounds {
        budget.check()?;
        order.shuffle(&mut random);
        let mut worst: f64 = 0.0;
        for &column in &order {
            let entries = &by_column[column];
            let loss = |step: f64| -> f64 {
                let slack = |&(pair, value): &(usize, f64)| (slacks[pair] - step * value).max(0.0);
                options.cost
                    * entries.iter().map(|entry| pairs.weights[entry.0] * slack(entry).powi(2)).sum::<f64>()
            };
            let (mut slope, mut curve) = (0.0, 1e-12);
            for &(pair, value) in entries.iter().filter(|(pair, _)| slacks[*pair] > 0.0) {
                let weight = 2.0 * options.cost * pairs.weights[pair] * value;
                slope -= weight * slacks[pair];
                curve += weight * value;
            }
            let weight: f64 = weights[column];
            let violation = if weight > 0.0 {
                (slope + 1.0).abs()
            } else if weight < 0.0 {
                (slope - 1.0).abs()
            } else {
                (slope.abs() - 1.0).max(0.0)
            };
            worst = worst.max(violation);
            if violation == 0.0 {
                continue;
            }
            let mut step = if slope + 1.0 <= curve * weight {
                -(slope + 1.0) / curve
            } else if slope - 1.0 >= curve * weight {
                -(slope - 1.0) / curve
            } else {
                -weight
            };
            // The step is exact while no pair changes sides; else it is shortened until it is a gain (Armijo's rule).
            let expected = slope * step + (weight + step).abs() - weight.abs();
            let now = loss(0.0);
            for _ in 0..30 {
                let gain = (weight + step).abs() - weight.abs() + loss(step) - now;
                if gain <= 0.01 * expected.min(0.0) {
                    break;
                }
                step *= 0.5;
            }
            weights[column] += step;
            entries.iter().for_each(|&(pair, value)| slacks[pair] -= step * value);
        }
        if worst < TOLERANCE * options.cost.max(1.0) {
            break;
        }
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks four things by a hidden weight of the first column, with noise in the second.
    fn pairs() -> Pairs {
        let things: [&[(u32, f32)]; 4] =
            [&[(1, 3.0)], &[(0, 1.0)], &[(0, 2.0), (1, 1.0)], &[(0, 3.0), (1, 2.0)]];
        let mut pairs = Pairs::new();
        for (better, first) in things.iter().enumerate() {
            things[better + 1..].iter().for_each(|second| pairs.push(first, second));
        }
        pairs
    }

    #[test]
    fn what_can_be_ranked_is_ranked_with_a_margin_by_both_penalties() {
        for penalty in [Penalty::Squares, Penalty::Absolute] {
            let options = RankOptions { penalty, cost: 100.0, rounds: 10_000, seed: 1 };
            let pairs = pairs();
            let weights = rank(&pairs, 2, &options, &Budget::unlimited()).unwrap();
            assert!((pairs.accuracy(&weights) - 1.0).abs() < 1e-9, "{penalty:?} {weights:?}");
            assert!(pairs.differences.rows().all(|row| dot(row, &weights) > 0.9), "{penalty:?} {weights:?}");
        }
    }

    #[test]
    fn poisson_numbers_have_their_mean_and_variance() {
        for mean in [0.05, 0.7, 6.0] {
            let mut random = stream(1, 0);
            let numbers: Vec<f64> = (0..20_000).map(|_| f64::from(poisson(mean, &mut random))).collect();
            let found = numbers.iter().sum::<f64>() / 20_000.0;
            let variance = numbers.iter().map(|number| (number - found).powi(2)).sum::<f64>() / 20_000.0;
            let is_near = |number: f64| (number / mean - 1.0).abs() < 0.1;
            assert!(is_near(found) && is_near(variance), "{mean}: {found} {variance}");
        }
    }

    #[test]
    fn samples_differ_and_have_as_many_pairs_as_asked_for() {
        let mut many = Pairs::new();
        for number in 0..4000_u32 {
            many.push(&[(0, 1.0)], &[(0, 2.0 + (number % 200) as f32), (1, (number % 7) as f32)]);
        }
        let samples = [0, 1].map(|number| many.sample(0.1, &mut stream(1, number)));
        assert_ne!(samples[0].weights, samples[1].weights);
        for sample in samples {
            let counted: f64 = sample.weights.iter().map(|weight| weight * 0.1).sum();
            assert!((counted - 400.0).abs() < 100.0, "{counted}");
        }
    }

    #[test]
    fn the_mean_of_samples_ranks_and_is_the_same_again() {
        let options = RankOptions { penalty: Penalty::Squares, cost: 100.0, rounds: 10_000, seed: 1 };
        let few = Bagging { samples: 20, share: 0.1, at_least: 1000.0 };
        let of = |pairs: &Pairs, seed: u64| {
            rank_bagged(pairs, 2, &RankOptions { seed, ..options }, few, &Budget::unlimited()).unwrap()
        };
        let weights = of(&pairs(), 1);
        assert!((pairs().accuracy(&weights) - 1.0).abs() < 1e-9, "{weights:?}");
        assert_eq!(weights, of(&pairs(), 1));
        assert_ne!(weights, of(&pairs(), 2));
        assert_eq!(of(&Pairs::new(), 1), [0.0, 0.0]);
    }

    #[test]
    fn the_machine_s_weights_have_the_least_objective_nearby() {
        let mut pairs = pairs();
        // One that contradicts the others.
        pairs.push(&[(0, 3.0)], &[(0, 1.0)]);
        for penalty in [Penalty::Squares, Penalty::Absolute] {
            let options = RankOptions { penalty, cost: 0.7, rounds: 100_000, seed: 1 };
            let objective = |weights: &[f64]| -> f64 {
                let slacks = pairs.differences.rows().map(|row| (1.0 - dot(row, weights)).max(0.0));
                let slacks = slacks.zip(&pairs.weights).map(|(slack, weight)| (slack, weight * options.cost));
                match penalty {
                    Penalty::Squares => {
                        let loss: f64 = slacks.map(|(slack, cost)| slack * cost).sum();
                        loss + weights.iter().map(|weight| weight * weight / 2.0).sum::<f64>()
                    }
                    Penalty::Absolute => {
                        let loss: f64 = slacks.map(|(slack, cost)| slack * slack * cost).sum();
                        loss + weights.iter().map(|weight| weight.abs()).sum::<f64>()
                    }
                }
            };
            let weights = rank(&pairs, 2, &options, &Budget::unlimited()).unwrap();
            let least = objective(&weights);
            for step in [-0.05, -0.01, 0.01, 0.05] {
                for column in 0..2 {
                    let mut other = weights.clone();
                    other[column] += step;
                    assert!(objective(&other) > least - 1e-3, "{penalty:?} {weights:?} {column} {step}");
                }
            }
        }
    }
}
