//! Linear models that are found at once: by regression, or by ranking.

use std::fmt::{self, Display};

use linear::{Bagging, Knot, MonotoneFit, RankOptions, SparseMatrix};
use rustc_hash::FxHashMap;
use search::{Budget, Exhausted};
use wl::{Colour, Status};

use crate::examples::Examples;
use crate::linear_model::{LinearModel, Spread};
use crate::prepare::Prepared;
use crate::signature::Signature;
use crate::training::{LinearFit, RankPenalty};

/// Why there is no linear model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFit {
    /// The features are no rows of numbers.
    Features,
    /// The data has no pairs of which one is better: no successors that plans do not go on to.
    NoPairs,
    /// No training state has a known cost.
    NoCosts,
    /// Weights are beyond all that a model may have.
    Diverged,
    /// The budget is spent.
    Exhausted(Exhausted),
}

/// The linear model of what was prepared. The same data, options and seed give the same bits.
///
/// # Errors
/// When the data does not have what the way to find it needs, or the budget is spent.
pub fn fit(how: LinearFit, prepared: &Prepared, seed: u64, budget: &Budget) -> Result<LinearModel, NoFit> {
    match how {
        LinearFit::Regression => regression(&prepared.train, budget),
        LinearFit::Rank { penalty, cost } => {
            const ROUNDS: u32 = 1000;
            /// One machine follows the few pairs at its margin: another labelling of the same problems leads to other weights, and searches
            /// are stuck where they were not.
            const BAGGING: Bagging = Bagging { samples: 30, share: 0.1, at_least: 1000.0 };
            if prepared.pairs.is_empty() {
                return Err(NoFit::NoPairs);
            }
            let columns = columns(&prepared.train)?;
            let options = RankOptions { penalty: penalty.into(), cost, rounds: ROUNDS, seed };
            let pairs = &prepared.pairs;
            let weights = match penalty {
                RankPenalty::Squares => linear::rank_bagged(pairs, columns, &options, BAGGING, budget),
                // In a mean, few weights would be 0.
                RankPenalty::Absolute => linear::rank(pairs, columns, &options, budget),
            };
            let weights = weights.map_err(NoFit::Exhausted)?;
            ranking(weights, prepared, budget)
        }
    }
}

/// The number of counts in a row.
fn columns(examples: &Examples) -> Result<usize, NoFit> {
    let (width, _) = examples.rows.dense().ok_or(NoFit::Features)?;
    Ok(width - 1)
}

fn regression(examples: &Examples, budget: &Budget) -> Result<LinearModel, NoFit> {
    let columns = columns(examples)?;
    let (mut rows, mut costs) = (SparseMatrix::new(), Vec::new());
    for (row, cost) in known(examples)? {
        let counts = (0u32..).zip(&row[..columns]).filter(|(_, count)| **count != 0.0);
        rows.push(counts.map(|(column, &count)| (column, count)).chain([(columns as u32, 1.0)]));
        costs.push(cost);
    }
    if costs.is_empty() {
        return Err(NoFit::NoCosts);
    }
    let posterior = linear::regress(&rows, &costs, columns + 1, budget).map_err(NoFit::Exhausted)?;
    let triangle = posterior.factor.chunks(columns + 1).enumerate();
    let factor = triangle.flat_map(|(row, entries)| &entries[..=row]).map(|&entry| entry as f32).collect();
    let mut weights: Vec<f32> = posterior.weights.iter().map(|&weight| weight as f32).collect();
    let bias = weights.pop().unwrap_or(0.0);
    let spread = Spread::Posterior { factor, noise: posterior.noise_variance as f32 };
    LinearModel::new(weights, bias, posterior.prior_variance.sqrt() as f32, spread).ok_or(NoFit::Diverged)
}

/// A model whose scores rank, made to costs.
///
/// Ranking says nothing of what is the same in all states of a task: how many objects there are, and how many goals. By these, and by the
/// score itself, regression tells the cost; that changes no order among the states of a task. What is not linear in it, and the
/// spread, are those of a monotone fit.
fn ranking(ranks: Vec<f64>, prepared: &Prepared, budget: &Budget) -> Result<LinearModel, NoFit> {
    let invariants = Invariants::new(&prepared.signature, ranks.len());
    let (mut rows, mut costs) = (SparseMatrix::new(), Vec::new());
    for (row, cost) in known(&prepared.train)? {
        rows.push(invariants.row(&ranks, row));
        costs.push(cost);
    }
    let posterior = linear::regress(&rows, &costs, invariants.columns(), budget).map_err(NoFit::Exhausted)?;
    let (weights, bias) = invariants.weights(&ranks, &posterior.weights);
    let size = weights.iter().map(|weight| weight * weight).sum::<f32>() / weights.len().max(1) as f32;
    let identity = MonotoneFit::from_knots(Vec::new()).ok_or(NoFit::Diverged)?;
    let scores =
        LinearModel::new(weights.clone(), bias, 0.0, Spread::Fit(identity)).ok_or(NoFit::Diverged)?;
    let validation = known(&prepared.validation)?;
    let examples = if validation.is_empty() { known(&prepared.train)? } else { validation };
    let examples = examples.into_iter().map(|(row, cost)| (f64::from(scores.outputs(row)[0]), cost));
    let fit = as_written(&MonotoneFit::new(examples.collect())).ok_or(NoFit::Diverged)?;
    let unseen = size.sqrt() * fit.slope() as f32;
    LinearModel::new(weights, bias, unseen, Spread::Fit(fit)).ok_or(NoFit::Diverged)
}

/// The rows of examples whose cost is known, with what is to be learned of it.
fn known(examples: &Examples) -> Result<Vec<(&[f32], f64)>, NoFit> {
    let (width, numbers) = examples.rows.dense().ok_or(NoFit::Features)?;
    let rows = numbers.chunks(width).zip(&examples.targets).zip(&examples.known);
    let known =
        rows.filter_map(|((row, target), known)| Some((row, target.known()? - f64::from(known.residual))));
    Ok(known.collect())
}

/// Sums of counts that are the same in all states of a task: of each kind of objects, and of each predicate's goals, open and reached.
struct Invariants {
    /// By input: its sum, if it is part of one.
    sums: Vec<Option<u32>>,
    count: u32,
}

impl Invariants {
    fn new(signature: &Signature, inputs: usize) -> Self {
        let mut numbers = FxHashMap::default();
        let mut sums = vec![None; inputs];
        let wl = signature.wl.iter();
        for (sum, (palette, colour)) in
            sums.iter_mut().zip(wl.flat_map(|wl| wl.inputs().iter().map(|&colour| (wl.palette(), colour))))
        {
            let key = match palette.colour(colour) {
                Colour::Object(kind) => Err(kind.clone()),
                Colour::Atom { predicate, status: Status::Open | Status::Reached } => Ok(*predicate),
                _ => continue,
            };
            let next = numbers.len() as u32;
            *sum = Some(*numbers.entry(key).or_insert(next));
        }
        Self { sums, count: numbers.len() as u32 }
    }

    /// The sums, the score and the constant.
    fn columns(&self) -> usize {
        self.count as usize + 2
    }

    /// What regression looks at.
    fn row(&self, ranks: &[f64], counts: &[f32]) -> Vec<(u32, f32)> {
        let mut sums = vec![0.0; self.count as usize];
        for (sum, count) in self.sums.iter().zip(counts) {
            sum.iter().for_each(|&sum| sums[sum as usize] += count);
        }
        let score: f64 = ranks.iter().zip(counts).map(|(rank, &count)| rank * f64::from(count)).sum();
        (0u32..).zip(sums.into_iter().chain([score as f32, 1.0])).collect()
    }

    /// The weights of all inputs, and the bias.
    fn weights(&self, ranks: &[f64], found: &[f64]) -> (Vec<f32>, f32) {
        let score = self.count as usize;
        // Lower scores are better, whatever the costs of few examples say.
        let unit = found[score].max(1e-3);
        let own = |sum: &Option<u32>| sum.map_or(0.0, |sum| found[sum as usize]);
        let weights = ranks.iter().zip(&self.sums).map(|(rank, sum)| (unit * rank + own(sum)) as f32);
        (weights.collect(), found[score + 1] as f32)
    }
}

/// The fit with its numbers as a file has them, without knots that are the same then.
fn as_written(fit: &MonotoneFit) -> Option<MonotoneFit> {
    let round = |number: f64| f64::from(number as f32);
    let mut knots: Vec<Knot> = Vec::new();
    for knot in fit.knots() {
        let knot = Knot { score: round(knot.score), cost: round(knot.cost), spread: round(knot.spread) };
        if knots.last().is_none_or(|last| last.score < knot.score && last.cost < knot.cost) {
            knots.push(knot);
        }
    }
    MonotoneFit::from_knots(knots)
}

impl Display for NoFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Features => "only counts can be weighted at once",
            Self::NoPairs => {
                "the data has no successors that plans do not go on to, which ranking learns from"
            }
            Self::NoCosts => "no state to train on has a cost that is certain",
            Self::Diverged => "the weights grow beyond all bounds: some costs are too large",
            Self::Exhausted(_) => "stopped while weights were computed",
        })
    }
}

impl std::error::Error for NoFit {}
