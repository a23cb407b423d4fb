//! A model's predictions for states of a puzzle, beside the values of the puzzle's usual heuristic.

use ::search::Budget;
use belief::{Reading, Value};
use learn::Head;
use likely::puzzles::DatabaseSource;
use puzzle_models::PuzzleModel;
use puzzles::tables::Tables;
use solver::{Algorithm, AnySpace, Start};

use super::{Resources, Search, unusable};
use crate::grown::watcher;
use crate::{Error, Progress};

/// Predictions for states, in their order.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// Means and standard deviations, which are 0 if the model has none.
    pub beliefs: Vec<(f64, f64)>,
    /// The estimates that IDA\* would use, for each probability that was asked for; none if the model has no spread.
    pub readings: Vec<(f64, Vec<u32>)>,
    /// The name of the puzzle's usual heuristic, and its values.
    pub usual: (String, Vec<u32>),
}

impl Predictions {
    /// The predictions of a model for states of its puzzle, read at probabilities of not overestimating.
    ///
    /// # Errors
    /// When the inputs of the network can't be computed.
    pub fn new(
        model: &PuzzleModel,
        states: &[Start],
        alphas: &[f64],
        tables: &Tables,
        threads: usize,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let mut source = DatabaseSource { tables, threads, budget, gpu: None, watch: &mut watcher(progress) };
        let (_, space) = super::open(&model.space)?;
        let alphas = if model.head == Head::Point { &[] } else { alphas };
        let beliefs = model.beliefs(states, &*space, &mut source);
        let readings = alphas.iter().map(|&alpha| {
            let (ida, reading) = (Algorithm::Ida { table: None }, Reading::of(Value::Quantile(alpha)));
            let mut solver = model.solver(&*space, ida, reading, &mut source)?;
            Ok((alpha, states.iter().map(|state| solver.estimate(state)).collect()))
        });
        let readings = readings.collect::<Result<_, _>>();
        progress.now(format_args!(""));
        Ok(Self {
            beliefs: beliefs.map_err(unusable)?,
            readings: readings.map_err(unusable)?,
            usual: usual(&model.space, &*space, states, tables, budget, progress)?,
        })
    }
}

/// The values of the heuristic of the puzzle's usual search.
fn usual(
    name: &str,
    space: &dyn AnySpace,
    states: &[Start],
    tables: &Tables,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(String, Vec<u32>), Error> {
    let (declaration, _) = super::open(name)?;
    let resources =
        &mut Resources { tables, threads: 1, budget, gpu: None, watch: &mut super::warner(progress) };
    let search = Search::parse(declaration.default_search)?;
    let mut solver = search.solver(space, resources)?;
    let values = states.iter().map(|state| solver.estimate(state)).collect();
    Ok((search.heuristic().to_owned(), values))
}
