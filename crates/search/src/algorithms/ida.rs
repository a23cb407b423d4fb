//! IDA\*: cheapest plans by depth-first searches with a rising bound, in as little memory as is wanted.

mod compiled;
mod crew;
mod depth_first;
mod frontier;
mod meter;
mod subtree;
#[cfg(test)]
mod tests;
mod visited;

use crate::{
    Counters, Exhausted, Limits, Observer, Outcome, PathCost, PathHeuristic, Report, Reversible, StopReason,
};
pub use crew::{Crew, Outset, Yield, ida_by_crew};

use frontier::Frontier;
use meter::{Meter, Progress, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use subtree::{Finding, Root, Total};
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

/// Plans of more moves than this are not looked for, so that the stack can't overflow.
const DEEPEST: u64 = 8192;

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
    heuristic: &mut H,
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
    heuristic: &mut H,
    start: &S::State,
    options: &Ida,
    limits: &Limits,
    observer: &mut dyn Observer,
    iterate: impl FnMut(&mut Iterations<'_, S, H>, Total<S, H>, u64) -> Finding<S, H>,
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
    let value = heuristic.begin(space, start);
    let h = heuristic.h(value);
    observer.initial_estimate(0, h.estimate());
    let root = Root { state: *start, so_far: 0, value, way: Vec::new() };
    let helpers = vec![heuristic.clone(); options.threads.clamp(1, MOST_THREADS) - 1];
    let mut search = Iterations {
        space,
        heuristic,
        helpers,
        tables: Vec::new(),
        root,
        options,
        progress: Progress::new(limits),
        counters: Counters { evaluated: 1, ..Counters::default() },
        until_last_jump: Counters::default(),
    };
    let outcome = search.run(h.total(0), observer, iterate).unwrap_or_else(Outcome::Stopped);
    Report { outcome, counters: search.counters, until_last_jump: search.until_last_jump }
}

struct Iterations<'a, S: Reversible, H: PathHeuristic<S>> {
    space: &'a S,
    heuristic: &'a mut H,
    /// The heuristics of the other threads.
    helpers: Vec<H>,
    /// One for each thread, or none at all.
    tables: Vec<Visited<S::State>>,
    root: Root<S, H>,
    options: &'a Ida,
    progress: Progress<'a>,
    counters: Counters,
    until_last_jump: Counters,
}

impl<S, H> Iterations<'_, S, H>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Clone + Send,
{
    fn run(
        &mut self,
        first: Total<S, H>,
        observer: &mut dyn Observer,
        mut iterate: impl FnMut(&mut Self, Total<S, H>, u64) -> Finding<S, H>,
    ) -> Result<Outcome<S::Move>, StopReason> {
        self.make_tables()?;
        let mut bound = first;
        while bound < H::Cost::INFINITE {
            let whole = H::Cost::whole(bound);
            let moves = whole / u64::from(self.space.cheapest().max(1));
            if whole > u64::from(self.options.max_cost.min(u32::MAX - 1)) || moves > DEEPEST {
                return Err(StopReason::Cost);
            }
            self.until_last_jump = self.counters;
            observer.bound_rose(whole, &self.counters);
            let finding = iterate(self, bound, moves);
            self.counters.add(&finding.counters);
            match finding.verdict {
                Verdict::Solved => {
                    let cost = finding.plan.iter().map(|&made| u64::from(self.space.cost(made))).sum();
                    return Ok(Outcome::Solved { plan: finding.plan, cost });
                }
                Verdict::Stopped(reason) => return Err(reason),
                Verdict::Exhausted | Verdict::Overtaken => bound = finding.least_above,
            }
        }
        Ok(Outcome::Unsolvable)
    }

    /// Takes the memory that is to be had, all at once.
    fn make_tables(&mut self) -> Result<(), Exhausted> {
        let Some(bytes) = self.options.table else { return Ok(()) };
        self.progress.limits.budget.check_with(bytes as u64)?;
        let threads = self.helpers.len() + 1;
        let tables = (0..threads).map(|_| Visited::new(bytes / threads, self.root.state));
        self.tables = tables.collect::<Option<_>>().ok_or(Exhausted::Memory)?;
        Ok(())
    }

    /// Looks at all paths within the bound.
    fn iterate(&mut self, bound: Total<S, H>, moves: u64) -> Finding<S, H> {
        let Self { space, heuristic, helpers, tables, root, progress, .. } = self;
        let threads = helpers.len() + 1;
        if threads == 1 && moves <= SHALLOW {
            let tools = &mut Tools { heuristic: *heuristic, table: tables.first_mut() };
            return search(*space, tools, bound, root, &mut Meter::new(progress));
        }
        let per_thread = if tables.is_empty() { ROOTS_PER_THREAD } else { ROOTS_PER_THREAD_WITH_TABLE };
        let enough = if threads == 1 { 1 } else { per_thread * threads };
        let frontier = Frontier::new(*space, *heuristic, root, bound, enough);
        progress.add(frontier.counters.expanded, frontier.counters.generated);
        let heuristics = std::iter::once(&mut **heuristic).chain(helpers);
        let tables = tables.iter_mut().map(Some).chain(std::iter::repeat_with(|| None));
        let tools = heuristics.zip(tables).map(|(heuristic, table)| Tools { heuristic, table });
        let findings = search_all(*space, tools, bound, &frontier.roots, progress);
        merge(frontier, findings)
    }
}

/// What a thread searches with.
struct Tools<'a, S: Reversible, H> {
    heuristic: &'a mut H,
    table: Option<&'a mut Visited<S::State>>,
}

/// Searches below one root.
fn search<S: Reversible, H: PathHeuristic<S>>(
    space: &S,
    tools: &mut Tools<S, H>,
    bound: Total<S, H>,
    root: &Root<S, H>,
    meter: &mut Meter,
) -> Finding<S, H> {
    let Tools { heuristic, table } = tools;
    if const { compiled::applies::<S, H>() } && table.is_none() {
        return compiled::search(space, *heuristic, bound, root, meter);
    }
    if let Some(table) = table {
        table.clear();
    }
    depth_first::search(space, *heuristic, table.as_deref_mut(), bound, root, meter)
}

/// Searches below all roots, with one thread for each set of tools. Returns the findings with the numbers of their
/// roots.
fn search_all<'a, S, H>(
    space: &S,
    tools: impl Iterator<Item = Tools<'a, S, H>>,
    bound: Total<S, H>,
    roots: &[Root<S, H>],
    progress: &Progress,
) -> Vec<(usize, Finding<S, H>)>
where
    S: Reversible + Sync + 'a,
    H: PathHeuristic<S> + Send + 'a,
{
    let next = AtomicUsize::new(0);
    let work = |mut tools: Tools<S, H>| {
        let mut meter = Meter::new(progress);
        let mut findings = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(number).filter(|_| !progress.is_overtaken(number)) else {
                return findings;
            };
            meter.begin(number);
            let finding = search(space, &mut tools, bound, root, &mut meter);
            if finding.verdict == Verdict::Solved {
                progress.solve(number);
            }
            findings.push((number, finding));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = tools
            .map(|tools| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(tools)))
            .collect();
        let mut findings = Vec::with_capacity(roots.len());
        for thread in threads {
            match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(found)) => findings.extend(found),
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // No memory for another stack.
                Err(_) => findings.push((0, Finding::stopped(Exhausted::Memory.into()))),
            }
        }
        findings
    })
}

/// What all threads found together: the first plan in the order of the roots, so that it does not depend on who was
/// first in time, with the work that one thread would have done for it.
fn merge<S: Reversible, H: PathHeuristic<S>>(
    frontier: Frontier<S, H>,
    findings: Vec<(usize, Finding<S, H>)>,
) -> Finding<S, H> {
    let Frontier { roots, before, counters, least_above } = frontier;
    let solved = |(_, finding): &&(usize, Finding<S, H>)| finding.verdict == Verdict::Solved;
    let first_solved = findings.iter().filter(solved).map(|&(number, _)| number).min();
    let above = first_solved.map_or(counters, |first| before[first]);
    let mut whole = Finding { counters: above, least_above, ..Finding::exhausted() };
    for (number, finding) in findings {
        if first_solved.is_some_and(|first| number > first) {
            continue;
        }
        whole.counters.add(&finding.counters);
        if finding.least_above < whole.least_above {
            whole.least_above = finding.least_above;
        }
        if first_solved == Some(number) {
            whole.plan = roots[number].way.iter().copied().chain(finding.plan).collect();
            whole.verdict = Verdict::Solved;
        } else if first_solved.is_none() && matches!(finding.verdict, Verdict::Stopped(_)) {
            whole.verdict = finding.verdict;
        }
    }
    whole
}
