//! Linear models that are found at once: by regression, or by ranking.

use std::fmt::{self, Display};

use linear::{Knot, MonotoneFit, RankOptions, SparseMatrix};
use search::{Budget, Exhausted};

use crate::examples::Examples;
use crate::linear_model::{LinearModel, Spread};
use crate::prepare::Prepared;
use crate::training::LinearFit;

/// Why there is no linear model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFit {
    /// The features are no rows of numbers.
    Features,
    /// The data has no pairs of which one is better: no successors that plans do not go on to.
    NoPairs,
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
            if prepared.pairs.is_empty() {
                return Err(NoFit::NoPairs);
            }
            let columns = columns(&prepared.train)?;
            let options = RankOptions { penalty: penalty.into(), cost, rounds: ROUNDS, seed };
            let weights =
                linear::rank(&prepared.pairs, columns, &options, budget).map_err(NoFit::Exhausted)?;
            let known = |examples: &Examples| examples.targets.iter().any(|target| target.known().is_some());
            let examples = if known(&prepared.validation) { &prepared.validation } else { &prepared.train };
            ranking(weights.iter().map(|&weight| weight as f32).collect(), examples)
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
    let (width, numbers) = examples.rows.dense().ok_or(NoFit::Features)?;
    let (mut rows, mut costs) = (SparseMatrix::new(), Vec::new());
    for (example, row) in numbers.chunks(width).enumerate() {
        let Some(cost) = examples.targets[example].known() else { continue };
        let counts = (0u32..).zip(&row[..columns]).filter(|(_, count)| **count != 0.0);
        rows.push(counts.map(|(column, &count)| (column, count)).chain([(columns as u32, 1.0)]));
        costs.push(cost - f64::from(examples.known[example].residual));
    }
    let posterior = linear::regress(&rows, &costs, columns + 1, budget).map_err(NoFit::Exhausted)?;
    let triangle = posterior.factor.chunks(columns + 1).enumerate();
    let factor = triangle.flat_map(|(row, entries)| &entries[..=row]).map(|&entry| entry as f32).collect();
    let mut weights: Vec<f32> = posterior.weights.iter().map(|&weight| weight as f32).collect();
    let bias = weights.pop().unwrap_or(0.0);
    let spread = Spread::Posterior { factor, noise: posterior.noise_variance as f32 };
    LinearModel::new(weights, bias, posterior.prior_variance.sqrt() as f32, spread).ok_or(NoFit::Diverged)
}

/// A model whose scores rank, with costs that are fitted to those of examples.
fn ranking(weights: Vec<f32>, examples: &Examples) -> Result<LinearModel, NoFit> {
    let (width, numbers) = examples.rows.dense().ok_or(NoFit::Features)?;
    let size = weights.iter().map(|weight| weight * weight).sum::<f32>() / weights.len().max(1) as f32;
    let identity = MonotoneFit::from_knots(Vec::new()).ok_or(NoFit::Diverged)?;
    let scores = LinearModel::new(weights.clone(), 0.0, 0.0, Spread::Fit(identity)).ok_or(NoFit::Diverged)?;
    let score = |row: &[f32]| f64::from(scores.outputs(row)[0]);
    let known = numbers.chunks(width).zip(&examples.targets).zip(&examples.known);
    let known = known
        .filter_map(|((row, target), known)| Some((score(row), target.known()? - f64::from(known.residual))));
    let fit = as_written(&MonotoneFit::new(known.collect())).ok_or(NoFit::Diverged)?;
    let unseen = size.sqrt() * fit.slope() as f32;
    LinearModel::new(weights, 0.0, unseen, Spread::Fit(fit)).ok_or(NoFit::Diverged)
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
            Self::Diverged => "the weights are beyond all bounds",
            Self::Exhausted(_) => "stopped while weights were computed",
        })
    }
}

impl std::error::Error for NoFit {}
