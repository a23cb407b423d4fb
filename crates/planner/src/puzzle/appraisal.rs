//! What a grown heuristic says of states, beside what the puzzle's usual heuristic says.

use ::search::Budget;
use belief::{Reading, Value};
use likely::puzzles::Workshop;
use puzzles::tables::Tables;
use solver::{Solver, Start};

use super::{Means, Search};
use crate::grown::{GrownModel, watcher};
use crate::{Error, Progress};

/// What is said of states, in their order.
#[derive(Clone, Debug)]
pub struct Appraisal {
    /// Means and standard deviations, which are 0 where the network says none.
    pub beliefs: Vec<(f64, f64)>,
    /// What searches take for the costs, for each probability that was asked for; none if the network knows no spread.
    pub readings: Vec<(f64, Vec<u32>)>,
    /// The name of the puzzle's usual heuristic, and what it says.
    pub usual: (String, Vec<u32>),
}

impl Appraisal {
    /// Asks a heuristic about states of its puzzle, and reads it at probabilities of not overestimating.
    ///
    /// # Errors
    /// When there is no telling what the network sees of states.
    pub fn new(
        grown: &GrownModel,
        states: &[Start],
        alphas: &[f64],
        tables: &Tables,
        threads: usize,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let mut workshop = Workshop { tables, threads, budget, gpu: None, watch: &mut watcher(progress) };
        let alphas = if grown.options().planning.spread { alphas } else { &[] };
        let beliefs = grown.beliefs(states, &mut workshop);
        let readings = alphas.iter().map(|&alpha| {
            let mut searcher = grown.searcher(Reading::of(Value::Quantile(alpha)), &mut workshop)?;
            Ok((alpha, states.iter().map(|state| searcher.estimate(state)).collect()))
        });
        let readings = readings.collect::<Result<_, Error>>();
        progress.now(format_args!(""));
        Ok(Self {
            beliefs: beliefs?,
            readings: readings?,
            usual: usual(grown.space(), states, tables, budget, progress)?,
        })
    }
}

/// By the heuristic of the search that is usual for the puzzle.
fn usual(
    space: &str,
    states: &[Start],
    tables: &Tables,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<(String, Vec<u32>), Error> {
    let (declaration, space) = super::open(space)?;
    let means = &mut Means { tables, threads: 1, budget, gpu: None, watch: &mut super::warner(progress) };
    let search = Search::parse(declaration.default_search)?;
    let mut solver = search.solver(&*space, means)?;
    let values = states.iter().map(|state| solver.estimate(state)).collect();
    Ok((search.heuristic().to_owned(), values))
}
