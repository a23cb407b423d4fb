//! States whose exact costs are known.

use std::sync::atomic::{AtomicUsize, Ordering};

use puzzles::tables::Tables;
use search::{Budget, Exhausted, Ida, Limits, Outcome, StopReason};
use tools::threads::in_parallel;

use super::{Instance, Instances, Resources, Search, Start};
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
    let (_, opened) = super::open(space)?;
    let instances: Vec<Instance> =
        Instances::read(instances, space, &*opened)?.iter(&*opened, seed).collect();
    let done = AtomicUsize::new(0);
    let plans = in_parallel(instances.len(), threads, |number| {
        let known = along_cheapest_plan(space, &instances[number], budget, progress);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.now(format_args!("cheapest plans: {done} of {} instances", instances.len()));
        known
    });
    progress.now(format_args!(""));
    plans.into_iter().collect()
}

/// By the usual search of the puzzle: all puzzles have one with an admissible heuristic.
fn along_cheapest_plan(
    space: &str,
    instance: &Instance,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Vec<(Start, u64)>, Error> {
    let (declaration, space) = super::open(space)?;
    let tables = Tables::in_memory();
    let resources = &mut Resources {
        tables: &tables,
        threads: 1,
        budget,
        gpu: None,
        watch: &mut super::warner(progress),
    };
    let mut solver = Search::parse(declaration.default_search)?.solver(&*space, resources)?;
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
