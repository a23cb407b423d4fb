//! IDA\*: cheapest plans by depth-first searches with a rising bound, without remembering states.

mod compiled;
mod depth_first;
mod frontier;
mod meter;
mod subtree;
#[cfg(test)]
mod tests;

use crate::{
    Counters, Exhausted, Limits, Observer, Outcome, PathCost, PathHeuristic, Report, Reversible, StopReason,
};
use frontier::Frontier;
use meter::{Meter, Progress, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use subtree::{Finding, Root, Total};

/// How an IDA\* search is to be done.
#[derive(Clone, Debug)]
pub struct Ida {
    /// The number of threads, at most 256. The outcome is the same for any number, and so are the counters of all
    /// iterations but the last.
    pub threads: usize,
    /// What a plan may cost; the bound does not rise beyond.
    pub max_cost: u32,
}

impl Default for Ida {
    fn default() -> Self {
        Self { threads: 1, max_cost: u32::MAX }
    }
}

/// Plans of more moves than this are not looked for, so that the stack can't overflow.
const DEEPEST: u64 = 8192;

/// With plans of at most so many moves, the stack that every thread has is enough.
const SHALLOW: u64 = 256;

/// So many pieces of work for each thread make up for their different sizes.
const ROOTS_PER_THREAD: usize = 256;

const MOST_THREADS: usize = 256;

/// The stack of a thread that has to go deeper.
const STACK: usize = 64 << 20;

/// Searches for a plan from `start`. Its cost is least if the heuristic never overestimates.
///
/// The first bound is the estimate of `start`, and each further one the least `f = g + h` above the last. A goal counts
/// only when its own `f` is within the bound. A state counts as generated when it is estimated, and as expanded when
/// it is within the bound.
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
        root,
        options,
        progress: Progress::new(limits),
        counters: Counters { evaluated: 1, ..Counters::default() },
        until_last_jump: Counters::default(),
    };
    let outcome = search.run(h.total(0), observer).unwrap_or_else(Outcome::Stopped);
    Report { outcome, counters: search.counters, until_last_jump: search.until_last_jump }
}

struct Iterations<'a, S: Reversible, H: PathHeuristic<S>> {
    space: &'a S,
    heuristic: &'a mut H,
    /// The heuristics of the other threads.
    helpers: Vec<H>,
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
    ) -> Result<Outcome<S::Move>, StopReason> {
        let mut bound = first;
        while bound < H::Cost::INFINITE {
            let whole = H::Cost::whole(bound);
            let moves = whole / u64::from(self.space.cheapest().max(1));
            if whole > u64::from(self.options.max_cost.min(u32::MAX - 1)) || moves > DEEPEST {
                return Err(StopReason::Cost);
            }
            self.until_last_jump = self.counters;
            observer.bound_rose(whole, &self.counters);
            let finding = self.iterate(bound, moves);
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

    /// Looks at all paths within the bound.
    fn iterate(&mut self, bound: Total<S, H>, moves: u64) -> Finding<S, H> {
        let Self { space, heuristic, helpers, root, progress, .. } = self;
        if helpers.is_empty() && moves <= SHALLOW {
            return search(*space, *heuristic, bound, root, &mut Meter::new(progress));
        }
        let enough = if helpers.is_empty() { 1 } else { ROOTS_PER_THREAD * (helpers.len() + 1) };
        let frontier = Frontier::new(*space, *heuristic, root, bound, enough);
        progress.add(frontier.counters.expanded, frontier.counters.generated);
        let heuristics = std::iter::once(&mut **heuristic).chain(helpers);
        let findings = search_all(*space, heuristics, bound, &frontier.roots, progress);
        merge(frontier, findings)
    }
}

/// Searches below one root.
fn search<S: Reversible, H: PathHeuristic<S>>(
    space: &S,
    heuristic: &mut H,
    bound: Total<S, H>,
    root: &Root<S, H>,
    meter: &mut Meter,
) -> Finding<S, H> {
    if const { compiled::applies::<S, H>() } {
        compiled::search(space, heuristic, bound, root, meter)
    } else {
        depth_first::search(space, heuristic, bound, root, meter)
    }
}

/// Searches below all roots, with one thread for each heuristic. Returns the findings with the numbers of their roots.
fn search_all<'a, S, H>(
    space: &S,
    heuristics: impl Iterator<Item = &'a mut H>,
    bound: Total<S, H>,
    roots: &[Root<S, H>],
    progress: &Progress,
) -> Vec<(usize, Finding<S, H>)>
where
    S: Reversible + Sync,
    H: PathHeuristic<S> + Send + 'a,
{
    let next = AtomicUsize::new(0);
    let work = |heuristic: &mut H| {
        let mut meter = Meter::new(progress);
        let mut findings = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(number).filter(|_| !progress.is_overtaken(number)) else {
                return findings;
            };
            meter.begin(number);
            let finding = search(space, heuristic, bound, root, &mut meter);
            if finding.verdict == Verdict::Solved {
                progress.solve(number);
            }
            findings.push((number, finding));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = heuristics
            .map(|heuristic| {
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(heuristic))
            })
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
    let Frontier { roots, counters, least_above } = frontier;
    let solved = |(_, finding): &&(usize, Finding<S, H>)| finding.verdict == Verdict::Solved;
    let first_solved = findings.iter().filter(solved).map(|&(number, _)| number).min();
    let mut whole = Finding { counters, least_above, ..Finding::exhausted() };
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
