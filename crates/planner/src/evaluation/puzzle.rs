//! Measures a model of a puzzle.

use learn::metrics::{self, Judged};
use learn::{Head, Net};
use likely::puzzles::DatabaseSource;
use puzzle_models::PuzzleModel;
use puzzles::tables::Tables;
use tools::numbers::counted;

use super::{ALPHAS, Candidate, Evaluation, Resources};
use crate::grown::watcher;
use crate::puzzle::{self, Instance, Instances, Predictions, Start, known_states, unusable};
use crate::{Error, ErrorKind};

/// The seed of instances. It differs from those that dials are fitted with, and from the default of `hstar solve`.
const SEED: u64 = 2;

/// The probability that a model is read at by default.
const USUAL: f64 = 0.9;

/// Measures it on instances, as `hstar solve` takes them: on their initial states if all costs are given, else on the states of
/// cheapest plans.
///
/// # Errors
/// When there are no such instances, or the budget does not suffice.
pub fn evaluate_puzzle(
    model: &PuzzleModel,
    instances: &str,
    resources: Resources<'_>,
) -> Result<Evaluation, Error> {
    let Resources { threads, budget, progress } = resources;
    let (of, states) = states(&model.space, instances, resources)?;
    let (starts, costs): (Vec<Start>, Vec<u64>) = states.into_iter().unzip();
    let tables = puzzle::tables(None);
    let Predictions { readings, usual, .. } =
        Predictions::new(model, &starts, &ALPHAS, &tables, threads, budget, progress)?;
    let has_spread = model.head != Head::Point;
    let judged = judged(model, &starts, &costs, &tables, resources)?;
    let mut candidates = vec![Candidate { name: "model".to_owned(), judged, has_spread }];
    let alone = |name: String, values: &[u32]| {
        let judged =
            values.iter().zip(&costs).map(|(&value, &cost)| Judged::of_value(value.into(), cost as f64));
        Candidate { name, judged: judged.collect(), has_spread: false }
    };
    let read = readings.iter().filter(|(alpha, _)| *alpha == USUAL);
    candidates.extend(read.map(|(alpha, values)| alone(format!("model@quantile:{alpha}"), values)));
    candidates.push(alone(usual.0, &usual.1));
    let kept = |values: &[u32]| {
        let kept = values.iter().zip(&costs).filter(|&(&value, &cost)| u64::from(value) <= cost).count();
        kept as f64 / costs.len() as f64
    };
    let promises = readings.iter().map(|(alpha, values)| (*alpha, kept(values))).collect();
    let of = format!("{} {of}", counted(costs.len(), "state"));
    Ok(Evaluation { of, split: None, candidates, promises })
}

/// A description of the states, and the states with their costs.
fn states(
    space: &str,
    instances: &str,
    resources: Resources<'_>,
) -> Result<(String, Vec<(Start, u64)>), Error> {
    let (_, opened) = puzzle::open(space)?;
    let given = Instances::read(instances, space, &*opened)?;
    let costs = |instance: Instance| instance.optimal.map(|cost| (instance.start, cost));
    if let Instances::Listed(_) = given
        && let Some(states) = given.iter(&*opened, SEED).map(costs).collect()
    {
        return Ok(("whose costs are given".to_owned(), states));
    }
    let states =
        known_states(space, instances, SEED, resources.threads, resources.budget, resources.progress)?
            .concat();
    if states.is_empty() {
        return Err(Error::new(ErrorKind::Input, format_args!("{instances} are at the goal already")));
    }
    Ok((format!("on cheapest plans of {}", counted(given.count(), "instance")), states))
}

/// Beliefs beside costs.
fn judged(
    model: &PuzzleModel,
    starts: &[Start],
    costs: &[u64],
    tables: &Tables,
    resources: Resources<'_>,
) -> Result<Vec<Judged>, Error> {
    let Resources { threads, budget, progress } = resources;
    let (_, space) = puzzle::open(&model.space)?;
    let mut source = DatabaseSource { tables, threads, budget, gpu: None, watch: &mut watcher(progress) };
    let sight = model.sight(&*space, &mut source);
    progress.now(format_args!(""));
    let states: Vec<(Start, u64)> = starts.iter().cloned().zip(costs.iter().copied()).collect();
    let examples = puzzle_models::examples(&mut sight.map_err(unusable)?, &states);
    Ok(metrics::judge(model.head, &Net::Dense(model.network.clone()), &examples, threads))
}
