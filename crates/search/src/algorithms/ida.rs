//! IDA\*: cheapest plans by depth-first searches with a rising bound on `f`. It needs memory only for the current path,
//! and may be given more for a table of visited states.

mod compiled;
mod deepening;
mod depth_first;
mod device;
mod frontier;
mod meter;
mod subtree;
#[cfg(test)]
mod tests;
mod visited;
mod worker;

use crate::{Exhausted, Limits, Observer, Outcome, PathCost, PathHeuristic, Report, Reversible};
pub use device::{Device, Searched, SubtreeRoot, ida_on_device};

use deepening::{Prices, begun, deepen};
use frontier::Frontier;
use meter::{Meter, Progress, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use subtree::{Finding, Root, joined};
use tools::threads::{locked, with_stack};
use worker::{Search, Worker};

/// How an IDA\* search is to be done.
#[derive(Clone, Debug)]
pub struct Ida {
    /// The number of threads, at most 256. The outcome is the same for any number, and so are the counters
    /// if there is no table and no limit stops the search.
    pub threads: usize,
    /// The greatest cost of a plan; the bound does not rise beyond.
    pub max_cost: u32,
    /// The size in bytes, divided among the threads, of a table of the states visited in an iteration, if there is to
    /// be one: a state in it is not expanded again at the same cost or a higher one. Estimates must not depend on the
    /// path to a state.
    ///
    /// The outcome stays the same if the heuristic is admissible. The counters depend on the number of threads.
    pub table: Option<usize>,
}

impl Default for Ida {
    fn default() -> Self {
        Self { threads: 1, max_cost: u32::MAX, table: None }
    }
}

/// With plans of at most this many moves, the stack that every thread has is enough.
const SHALLOW: u64 = 256;

/// Subtrees for each thread: enough to even out their different sizes.
const ROOTS_PER_THREAD: usize = 256;

/// A table is cleared before each root, so that results do not depend on timing: the fewer roots, the more a table helps.
const ROOTS_PER_THREAD_WITH_TABLE: usize = 16;

const MOST_THREADS: usize = 256;

/// The stack of a thread that has to go deeper.
const STACK: usize = 64 << 20;

/// Searches for a plan from `start`. It is a cheapest one if the heuristic is admissible.
///
/// The first bound is the estimate of `start`, and each further one the least `f = g + h` above the last. A goal counts
/// only when its own `f` is within the bound. A state counts as generated when it is estimated, and as expanded when it
/// is within the bound and not known from a table.
///
/// One thread keeps to a limit on expansions exactly, and to one on evaluations up to the siblings along a path.
pub fn ida<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &Ida,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report<S::Move>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Clone + Send,
{
    report(space, heuristic, start, options, limits, observer, &mut |search, bound, moves| {
        search.iterate(bound, moves)
    })
}

/// A function that runs one iteration, given its bound and the most moves of a path within it.
type Iterate<'i, S, C> = &'i mut dyn FnMut(
    &mut Iterations<'_, S, C>,
    <C as PathCost>::Total,
    u64,
) -> Finding<<S as Reversible>::Move, C>;

/// Runs a whole search with this function for its iterations.
fn report<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &Ida,
    limits: &Limits,
    observer: &mut dyn Observer,
    iterate: Iterate<'_, S, H::Cost>,
) -> Report<S::Move>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Clone + Send,
{
    let mut heuristic = heuristic.clone();
    let value = heuristic.begin(space, start);
    let h = heuristic.h(value);
    let mut worker = || Box::new(Search::new(heuristic.clone(), *start)) as Box<dyn Worker<S, H::Cost> + '_>;
    iterations(space, &mut worker, (*start, h), options, limits, observer, iterate)
}

/// Creates the workers and runs all iterations, from a state and its estimate.
fn iterations<'a, S: Reversible + Sync, C: PathCost>(
    space: &'a S,
    worker: &mut dyn FnMut() -> Box<dyn Worker<S, C> + 'a>,
    (state, h): (S::State, C),
    options: &Ida,
    limits: &'a Limits,
    observer: &mut dyn Observer,
    iterate: Iterate<'_, S, C>,
) -> Report<S::Move> {
    observer.initial_estimate(0, h.estimate());
    let threads = options.threads.clamp(1, MOST_THREADS);
    let mut search = Iterations {
        space,
        workers: (0..threads).map(|_| worker()).collect(),
        root: Root { state, so_far: 0, way: Vec::new() },
        has_tables: options.table.is_some(),
        progress: Progress::new(limits),
    };
    if let Err(exhausted) = search.take_memory(options) {
        return begun(Outcome::Stopped(exhausted.into()));
    }
    let prices = Prices { cheapest: space.cheapest(), of: &|made| space.cost(made) };
    deepen(h.total(0), prices, options, observer, &mut |bound, most_moves| {
        iterate(&mut search, bound, most_moves)
    })
}

/// The data shared by all iterations.
struct Iterations<'a, S: Reversible, C: PathCost> {
    space: &'a S,
    /// One for each thread.
    workers: Vec<Box<dyn Worker<S, C> + 'a>>,
    root: Root<S>,
    has_tables: bool,
    progress: Progress<'a>,
}

impl<S: Reversible + Sync, C: PathCost> Iterations<'_, S, C> {
    /// Takes the memory for tables all at once.
    fn take_memory(&mut self, options: &Ida) -> Result<(), Exhausted> {
        let Some(bytes) = options.table else { return Ok(()) };
        self.progress.limits.budget.check_with(bytes as u64)?;
        let each = bytes / self.workers.len();
        self.workers.iter_mut().try_for_each(|worker| worker.remember(each))
    }

    /// Searches all paths within the bound.
    fn iterate(&mut self, bound: C::Total, moves: u64) -> Finding<S::Move, C> {
        let Self { space, workers, root, has_tables, progress } = self;
        let threads = workers.len();
        let first = &mut *workers[0];
        if threads == 1 && moves <= SHALLOW {
            return first.search(space, bound, root, &mut Meter::new(progress));
        }
        let per_thread = if *has_tables { ROOTS_PER_THREAD_WITH_TABLE } else { ROOTS_PER_THREAD };
        let enough = if threads == 1 { 1 } else { per_thread * threads };
        let Frontier { roots, above } = Frontier::new(*space, first, root, bound, enough);
        progress.add(above.counters.expanded, above.counters.generated);
        let (mut whole, solved) = above.merge(search_all(*space, workers, bound, &roots, progress));
        if let Some(solved) = solved {
            whole.plan = joined(&roots[solved].way, &whole.plan);
        }
        whole
    }
}

/// Searches below all roots, with one thread for each worker. Returns the findings with the numbers of their roots.
fn search_all<S: Reversible + Sync, C: PathCost>(
    space: &S,
    workers: &mut [Box<dyn Worker<S, C> + '_>],
    bound: C::Total,
    roots: &[Root<S>],
    progress: &Progress,
) -> Vec<(usize, Finding<S::Move, C>)> {
    let threads = workers.len();
    let (next, workers) = (AtomicUsize::new(0), Mutex::new(workers.iter_mut()));
    let findings = Mutex::new(Vec::with_capacity(roots.len()));
    let started = with_stack(threads, STACK, &|| {
        let Some(worker) = locked(&workers).next() else { return };
        let mut meter = Meter::new(progress);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(number).filter(|_| !progress.is_overtaken(number)) else { return };
            meter.begin(number);
            let finding = worker.search(space, bound, root, &mut meter);
            if finding.verdict == Verdict::Solved {
                progress.solve(number);
            }
            locked(&findings).push((number, finding));
        }
    });
    let mut findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    if started == 0 {
        // No memory for any stack.
        findings.push((0, Finding::stopped(Exhausted::Memory.into())));
    }
    findings
}
