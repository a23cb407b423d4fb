//! IDA\*: cheapest plans by depth-first searches with a rising bound, in as little memory as is wanted.

mod compiled;
mod crew;
mod deepening;
mod depth_first;
mod frontier;
mod meter;
mod subtree;
#[cfg(test)]
mod tests;
mod visited;

use crate::{Exhausted, Limits, Observer, Outcome, PathCost, PathHeuristic, Report, Reversible};
pub use crew::{Crew, Outset, Yield, ida_by_crew};

use deepening::{Prices, begun, deepen};
use frontier::Frontier;
use meter::{Meter, Progress, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use subtree::{Finding, Found, Root, Total, joined};
use tools::threads::{locked, with_stack};
use visited::Visited;

/// How an IDA\* search is to be done.
#[derive(Clone, Debug)]
pub struct Ida {
    /// The number of threads, at most 256. The outcome is the same for any number, and so are the counters
    /// if there is no table and no limit stops the search.
    pub threads: usize,
    /// What a plan may cost; the bound does not rise beyond.
    pub max_cost: u32,
    /// The bytes, shared out among the threads, of a table of states met in an iteration, if there is to be one: they
    /// are not followed again at the same cost or a higher one. Their estimates must not depend on the way to them.
    ///
    /// The outcome stays the same if the heuristic never overestimates. The counters depend on the number of threads.
    pub table: Option<usize>,
}

impl Default for Ida {
    fn default() -> Self {
        Self { threads: 1, max_cost: u32::MAX, table: None }
    }
}

/// With plans of at most so many moves, the stack that every thread has is enough.
const SHALLOW: u64 = 256;

/// So many pieces of work for each thread make up for their different sizes.
const ROOTS_PER_THREAD: usize = 256;

/// States are remembered only while a thread is below the same root, so that nothing depends on time: the fewer roots,
/// the more is remembered.
const ROOTS_PER_THREAD_WITH_TABLE: usize = 16;

const MOST_THREADS: usize = 256;

/// The stack of a thread that has to go deeper.
const STACK: usize = 64 << 20;

/// Searches for a plan from `start`. Its cost is least if the heuristic never overestimates.
///
/// The first bound is the estimate of `start`, and each further one the least `f = g + h` above the last. A goal counts
/// only when its own `f` is within the bound. A state counts as generated when it is estimated, and as expanded when
/// it is within the bound and not known from a table.
///
/// Limits on expansions are kept to exactly by one thread; those on evaluations to within the siblings along a path.
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
    report(space, heuristic, start, options, limits, observer, |search, bound, moves| {
        search.iterate(bound, moves)
    })
}

/// What comes of a search whose iterations are made so, by their bounds and the most moves within them.
fn report<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &Ida,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut iterate: impl FnMut(&mut Iterations<'_, S, H>, Total<S, H>, u64) -> Found<S, H>,
) -> Report<S::Move>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Clone + Send,
{
    const {
        assert!(
            size_of::<S::State>() + size_of::<H::Value>() <= 1024,
            "stacks hold a state and a value per move"
        );
    }
    let mut first = Seat { heuristic: heuristic.clone(), table: None };
    let value = first.heuristic.begin(space, start);
    let h = first.heuristic.h(value);
    observer.initial_estimate(0, h.estimate());
    let root = Root { state: *start, so_far: 0, value, way: Vec::new() };
    let mut search = Iterations { space, seats: vec![first], root, progress: Progress::new(limits) };
    if let Err(exhausted) = search.seat_all(options) {
        return begun(Outcome::Stopped(exhausted.into()));
    }
    let prices = Prices { cheapest: space.cheapest(), of: &|made| space.cost(made) };
    deepen(h.total(0), prices, options, observer, &mut |bound, most_moves| {
        iterate(&mut search, bound, most_moves)
    })
}

/// What iterations are made with.
struct Iterations<'a, S: Reversible, H: PathHeuristic<S>> {
    space: &'a S,
    /// One for each thread.
    seats: Vec<Seat<S, H>>,
    root: Root<S, H>,
    progress: Progress<'a>,
}

/// What a thread searches with.
struct Seat<S: Reversible, H> {
    heuristic: H,
    table: Option<Visited<S::State>>,
}

impl<S, H> Iterations<'_, S, H>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Clone + Send,
{
    /// Makes room for all threads, and takes the memory that is to be had all at once.
    fn seat_all(&mut self, options: &Ida) -> Result<(), Exhausted> {
        let threads = options.threads.clamp(1, MOST_THREADS);
        while self.seats.len() < threads {
            let heuristic = self.seats[0].heuristic.clone();
            self.seats.push(Seat { heuristic, table: None });
        }
        let Some(bytes) = options.table else { return Ok(()) };
        self.progress.limits.budget.check_with(bytes as u64)?;
        for seat in &mut self.seats {
            seat.table = Some(Visited::new(bytes / threads, self.root.state).ok_or(Exhausted::Memory)?);
        }
        Ok(())
    }

    /// Looks at all paths within the bound.
    fn iterate(&mut self, bound: Total<S, H>, moves: u64) -> Found<S, H> {
        let Self { space, seats, root, progress } = self;
        let threads = seats.len();
        let first = &mut seats[0];
        if threads == 1 && moves <= SHALLOW {
            return search(*space, first, bound, root, &mut Meter::new(progress));
        }
        let per_thread = if first.table.is_none() { ROOTS_PER_THREAD } else { ROOTS_PER_THREAD_WITH_TABLE };
        let enough = if threads == 1 { 1 } else { per_thread * threads };
        let Frontier { roots, above } = Frontier::new(*space, &mut first.heuristic, root, bound, enough);
        progress.add(above.counters.expanded, above.counters.generated);
        let (mut whole, solved) = above.merge(search_all(*space, seats, bound, &roots, progress));
        if let Some(solved) = solved {
            whole.plan = joined(&roots[solved].way, &whole.plan);
        }
        whole
    }
}

/// Searches below one root.
fn search<S: Reversible, H: PathHeuristic<S>>(
    space: &S,
    seat: &mut Seat<S, H>,
    bound: Total<S, H>,
    root: &Root<S, H>,
    meter: &mut Meter,
) -> Found<S, H> {
    let Seat { heuristic, table } = seat;
    if const { compiled::applies::<S, H>() } && table.is_none() {
        return compiled::search(space, heuristic, bound, root, meter);
    }
    if let Some(table) = table {
        table.clear();
    }
    depth_first::search(space, heuristic, table.as_mut(), bound, root, meter)
}

/// Searches below all roots, with one thread for each seat. Returns the findings with the numbers of their roots.
fn search_all<S, H>(
    space: &S,
    seats: &mut [Seat<S, H>],
    bound: Total<S, H>,
    roots: &[Root<S, H>],
    progress: &Progress,
) -> Vec<(usize, Found<S, H>)>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Send,
{
    let threads = seats.len();
    let (next, seats) = (AtomicUsize::new(0), Mutex::new(seats.iter_mut()));
    let findings = Mutex::new(Vec::with_capacity(roots.len()));
    let started = with_stack(threads, STACK, &|| {
        let Some(seat) = locked(&seats).next() else { return };
        let mut meter = Meter::new(progress);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(number).filter(|_| !progress.is_overtaken(number)) else { return };
            meter.begin(number);
            let finding = search(space, seat, bound, root, &mut meter);
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
