//! Calibrates a heuristic that was grown for a planning task: on plans from where walks from the initial state end.
//!
//! Plans are cheapest ones where an admissible heuristic finds them soon. Where it finds too few, the others are the heuristic's own: first
//! by its mean, which finds plans quickly, and once it is calibrated on these, at a probability at which few plans cost more than the
//! cheapest; what it believes of such plans is what it is calibrated on in the end.

use std::sync::atomic::{AtomicUsize, Ordering};

use belief::{Calibration, Reading, Value};
use data::label::walk_ends;
use heuristics::{CostKind, Entry};
use learn::{Learned, Model};
use search::{Budget, Heuristic, Limits, Outcome, StateSpace, StopReason};
use task::{Space, Task, searches};
use task_growth::costs_along;
use tools::threads::in_parallel_with;

use super::Growing;
use super::calibration::{self, Compared};
use crate::{Error, ErrorKind, Progress};

/// How many walks there are, and how many actions each has at most: fewer where most ends have no plan.
const WALKS: u32 = 200;
const LENGTHS: [u32; 4] = [200, 50, 12, 3];

/// The admissible heuristics to find cheapest plans with: the first that can handle the task.
const ADMISSIBLE: [&str; 2] = ["lmcut", "max"];

/// How much effort they may take for each plan, as [`Heuristic::effort`] counts it, and how many states at least and at most.
const EFFORT: u64 = 20_000_000;
const EVALUATIONS: [u64; 2] = [5_000, 200_000];

/// So many cheapest plans tell enough: what other plans cost is only known to be at least what is to be learned, and a dial fitted to them
/// promises too much.
const ENOUGH: usize = 30;

/// The probability at which the grown heuristic is read where they don't suffice, before it is calibrated and then.
const BEFORE: f64 = 0.5;
const THEN: f64 = 0.95;

/// The states of a plan, each with its cost-to-go.
struct Known {
    path: Vec<(Vec<u64>, u32)>,
    is_cheapest: bool,
}

impl Known {
    fn cost(&self) -> Option<u32> {
        self.path.first().map(|&(_, cost)| cost)
    }
}

/// The calibration of a model on states that it has not learned from.
pub(super) fn calibration(
    task: &Task,
    model: &Model,
    growing: &Growing<'_>,
    progress: &dyn Progress,
) -> Result<Calibration, Error> {
    let (options, budget, threads) = (growing.options, growing.budget, growing.threads);
    let space = Space::new(task);
    let bench = Bench { task, space: &space, nodes: options.nodes, budget };
    progress.now(format_args!("Calibrating on {WALKS} plans"));
    let (mut starts, mut plans): (Vec<Vec<u64>>, Vec<Option<Known>>) = (Vec::new(), Vec::new());
    for length in LENGTHS {
        starts = bench.ends_of_walks(length, options.seed);
        let are_dead = AtomicUsize::new(0);
        let cheapest = in_parallel_with(
            starts.len(),
            threads,
            || bench.admissible(),
            |admissible, number| match admissible {
                Some(admissible) => bench.cheapest(&starts[number], &mut **admissible, &are_dead),
                None => Ok(None),
            },
        );
        plans = cheapest.into_iter().collect::<Result<_, Error>>()?;
        if 2 * are_dead.into_inner() <= starts.len() {
            break;
        }
    }
    if plans.iter().flatten().count() < ENOUGH {
        let beside = |model: &Model, alpha: f64, plans: &mut [Option<Known>]| -> Result<(), Error> {
            let own = in_parallel_with(
                starts.len(),
                threads,
                || learned(model, alpha, task),
                |own, number| match &plans[number] {
                    Some(known) if known.is_cheapest => Ok(None),
                    _ => bench.own(&starts[number], own),
                },
            );
            for (plan, own) in plans.iter_mut().zip(own) {
                let own = own?;
                let is_better = |own: &Known| plan.as_ref().is_none_or(|plan| own.cost() < plan.cost());
                if own.as_ref().is_some_and(is_better) {
                    *plan = own;
                }
            }
            Ok(())
        };
        beside(model, BEFORE, &mut plans)?;
        let roughly = Model { calibration: bench.compared(&plans, model)?.calibration(), ..model.clone() };
        beside(&roughly, THEN, &mut plans)?;
    }
    progress.now(format_args!(""));
    let found = plans.iter().flatten().count();
    let cheapest = plans.iter().flatten().filter(|known| known.is_cheapest).count();
    let compared = bench.compared(&plans, model)?;
    compared.tell(
        &format!("on plans from the ends of {found} walks, {cheapest} of them cheapest plans,"),
        progress,
    );
    Ok(compared.calibration())
}

/// A task to search in, and the limits of a search.
#[derive(Clone, Copy)]
struct Bench<'a> {
    task: &'a Task,
    space: &'a Space,
    nodes: Option<u64>,
    budget: &'a Budget,
}

impl Bench<'_> {
    /// An admissible heuristic that can handle the task.
    fn admissible(self) -> Option<Box<dyn Heuristic<Space> + Send>> {
        let entries = ADMISSIBLE.iter().filter_map(|name| Entry::find(name));
        entries.filter_map(|entry| entry.make(self.task, CostKind::Normal).ok()).next()
    }

    /// The states that walks of this length from the initial state end in.
    fn ends_of_walks(self, length: u32, seed: u64) -> Vec<Vec<u64>> {
        let start = |values: Vec<u32>| {
            let mut start = vec![0; self.space.words()];
            self.space.pack(&values, &mut self.space.scratch(), &mut start);
            start
        };
        walk_ends(self.task, length, WALKS, calibration::seed(seed)).into_iter().map(start).collect()
    }

    /// A cheapest plan from a state, if an admissible heuristic finds it soon. States that have none are counted.
    fn cheapest(
        self,
        start: &[u64],
        admissible: &mut dyn Heuristic<Space>,
        are_dead: &AtomicUsize,
    ) -> Result<Option<Known>, Error> {
        let [least, most] = EVALUATIONS;
        let evaluations = (EFFORT / admissible.effort().max(1)).clamp(least, most);
        let outcome = self.search(start, admissible, Some(evaluations))?;
        are_dead.fetch_add(usize::from(outcome == Outcome::Unsolvable), Ordering::Relaxed);
        Ok(self.known(start, outcome, true))
    }

    /// A plan from a state by the grown heuristic, if it finds one.
    fn own(self, start: &[u64], own: &mut Result<Learned, Error>) -> Result<Option<Known>, Error> {
        match own {
            Ok(learned) => Ok(self.known(start, self.search(start, learned, self.nodes)?, false)),
            Err(error) => Err(error.clone()),
        }
    }

    fn search(
        self,
        start: &[u64],
        heuristic: &mut dyn Heuristic<Space>,
        evaluations: Option<u64>,
    ) -> Result<Outcome, Error> {
        let limits =
            Limits { budget: self.budget.clone(), max_evaluations: evaluations, ..Limits::default() };
        match searches::astar(&self.space.starting_from(start), heuristic, 1.0, &limits, &mut ()).outcome {
            Outcome::Stopped(StopReason::Exhausted(reason)) => {
                Err(Error::new(ErrorKind::Exhausted(reason), "stopped while it was calibrated"))
            }
            outcome => Ok(outcome),
        }
    }

    /// The states of the plan, if one was found.
    fn known(self, start: &[u64], outcome: Outcome, is_cheapest: bool) -> Option<Known> {
        let Outcome::Solved { plan, .. } = outcome else { return None };
        costs_along(self.space, start, &plan).map(|path| Known { path, is_cheapest })
    }

    /// The model's beliefs about the states of plans.
    fn compared(self, plans: &[Option<Known>], model: &Model) -> Result<Compared, Error> {
        let (mut learned, mut compared) = (learned(model, BEFORE, self.task)?, Compared::default());
        for (state, cost) in plans.iter().flatten().flat_map(|known| &known.path) {
            learned.believe(self.space, state, |belief| compared.push(belief, (*cost).into()));
        }
        Ok(compared)
    }
}

fn learned(model: &Model, alpha: f64, task: &Task) -> Result<Learned<'static>, Error> {
    Learned::new(model, Reading::of(Value::Quantile(alpha)), task)
        .map_err(|error| Error::new(ErrorKind::Unsupported, error))
}
