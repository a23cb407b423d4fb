//! States whose exact costs are known.

use std::sync::atomic::{AtomicUsize, Ordering};

use puzzles::tables::Tables;
use search::{Budget, Exhausted, Ida, Limits, Outcome, StopReason};
use solver::Declaration;
use tools::threads::in_parallel_with;

use super::{AnySpace, Instance, Instances, Resources, Search, Solver, Start};
use crate::{Error, ErrorKind, Progress};

/// The states on cheapest plans of instances, written as `hstar solve` takes them: for each instance those of one plan, with
/// their costs-to-go.
///
/// # Errors
/// When there are no such instances, or the budget does not suffice.
pub fn known_states(
    space: &str,
    instances: &str,
    seed: u64,
    threads: usize,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<Vec<(Start, u64)>>, Error> {
    let (declaration, opened) = super::open(space)?;
    let instances: Vec<Instance> =
        Instances::read(instances, space, &*opened)?.iter(&*opened, seed).collect();
    let (done, tables) = (AtomicUsize::new(0), Tables::in_memory());
    let solver = || {
        let watch = &mut super::warner(progress);
        let resources = &mut Resources { tables: &tables, threads: 1, budget, gpu: None, watch };
        Search::parse(search(space, declaration))?.solver(&*opened, resources)
    };
    let plan = |solver: &mut Result<Box<dyn Solver + '_>, Error>, number: usize| {
        let solver = solver.as_mut().map_err(|error| error.clone())?;
        let known = along_cheapest_plan(&*opened, &mut **solver, &instances[number], budget);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.now(format_args!("cheapest plans: {done} of {} instances", instances.len()));
        known
    };
    let plans = in_parallel_with(instances.len(), threads, solver, plan);
    progress.now(format_args!(""));
    plans.into_iter().collect()
}

/// The usual search of the puzzle, since all have one with an admissible heuristic. But random instances of the 15-puzzle are solved a
/// hundred times as fast with small pattern databases, which take a second to build.
fn search(space: &str, declaration: &Declaration) -> &'static str {
    if space == "tiles:4x4" { "ida(pdb(6-6-3))" } else { declaration.default_search }
}

fn along_cheapest_plan(
    space: &dyn AnySpace,
    solver: &mut dyn Solver,
    instance: &Instance,
    budget: &Budget,
) -> Result<Vec<(Start, u64)>, Error> {
    let limits = Limits { budget: budget.clone(), ..Limits::default() };
    match solver.solve(&instance.start, &Ida::default(), &limits, &mut ()).outcome {
        Outcome::Solved { plan, cost } if space.replay(&instance.start, &plan) == Ok(cost) => {
            Ok(space.along(&instance.start, &plan))
        }
        Outcome::Stopped(StopReason::Exhausted(reason)) => Err(stopped(reason)),
        Outcome::Solved { .. } | Outcome::Unsolvable | Outcome::Stopped(_) => {
            let message = format_args!("no valid plan was found for instance {}", instance.number);
            Err(Error::new(ErrorKind::Internal, message))
        }
    }
}

fn stopped(reason: Exhausted) -> Error {
    let why = match reason {
        Exhausted::Interrupted => "interrupted",
        Exhausted::Time => "the time is up",
        Exhausted::Memory => "the memory is used up",
    };
    Error::new(ErrorKind::Exhausted(reason), format_args!("{why} before all cheapest plans were found"))
}
