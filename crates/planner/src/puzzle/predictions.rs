//! What a model of a puzzle says of states, beside what the puzzle's usual heuristic says.

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

/// What is said of states, in their order.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// Means and standard deviations, which are 0 where the model says none.
    pub beliefs: Vec<(f64, f64)>,
    /// What IDA\* takes for the costs, for each probability that was asked for; none if the model knows no spread.
    pub readings: Vec<(f64, Vec<u32>)>,
    /// The name of the puzzle's usual heuristic, and what it says.
    pub usual: (String, Vec<u32>),
}

impl Predictions {
    /// Asks a model about states of its puzzle, and reads it at probabilities of not overestimating.
    ///
    /// # Errors
    /// When there is no telling what the network sees of states.
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

/// By the heuristic of the search that is usual for the puzzle.
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
