//! Iterations that are searched by another device than this processor, such as a GPU.

use super::frontier::{Above, Frontier};
use super::meter::Verdict;
use super::subtree::{Finding, Root, joined, work};
use super::{Iterations, Meter, Progress, SHALLOW, report};
use crate::{Budget, Counters, Ida, Limits, Observer, PathHeuristic, Report, Reversible, StopReason, Work};

/// Searches the subtrees below many states at once, by other means than threads of this processor.
///
/// It estimates states exactly as the heuristic of the search does, and makes the same moves in the same order.
pub trait Device<S: Reversible> {
    /// Searches all paths from some states whose `f` is within the bound. Once one of the states is found to have a
    /// plan, results for those after it are not needed.
    ///
    /// # Errors
    /// If the budget is exhausted, or it can't go on for other reasons.
    fn search(
        &mut self,
        bound: u64,
        roots: &[SubtreeRoot<S>],
        budget: &Budget,
    ) -> Result<Searched, StopReason>;
}

/// A state to search from.
#[derive(Clone, Copy, Debug)]
pub struct SubtreeRoot<S: Reversible> {
    /// The state.
    pub state: S::State,
    /// The cost of the path to it.
    pub so_far: u32,
    /// The last move of that path, if any.
    pub last: Option<S::Move>,
}

/// The result of a search by a [`Device`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// For each state that was searched from, the states expanded and generated below it.
    pub work: Vec<(u64, u64)>,
    /// The least `f` of a path that was pruned, `u32::MAX` if there is none. It may be anything where there is a plan.
    pub least_above: u64,
    /// The first state that has a plan within the bound.
    pub solved: Option<usize>,
}

/// This processor generates this many states before a device would even begin.
const ALONE: u64 = if cfg!(test) { 8 } else { 200_000 };

/// An iteration is divided into about this many subtrees, given to a device in order.
const PIECES: usize = if cfg!(test) { 6 } else { 4096 };

/// This many subtrees are given to a device at first, ...
const FIRST: usize = if cfg!(test) { 1 } else { 64 };

/// ... and then as many as generate about this many states: enough to keep it busy, and not too many beyond a plan or a limit.
const ENOUGH: u64 = if cfg!(test) { 20 } else { 1 << 31 };

/// Searches for a plan from `start` as [`ida`](super::ida) does with one thread, by a device where that is worth it.
///
/// The outcome is the same, and so are the counters, except for searches that limits stop. The threads and the table of
/// `options` are ignored. Iterations whose paths may have more than 256 moves are left to this processor.
pub fn ida_on_device<S, H>(
    space: &S,
    heuristic: &H,
    start: &S::State,
    options: &Ida,
    limits: &Limits,
    observer: &mut dyn Observer,
    device: &mut dyn Device<S>,
) -> Report<S::Move>
where
    S: Reversible + Sync,
    H: PathHeuristic<S, Cost = u32> + Clone + Send,
{
    let options = Ida { max_cost: options.max_cost, ..Ida::default() };
    let mut is_needed = false;
    report(space, heuristic, start, &options, limits, observer, &mut |search, bound, moves| {
        if moves > SHALLOW {
            return search.iterate(bound, moves);
        }
        let root = search.root.clone();
        let alone = if is_needed { None } else { search.alone(bound, &root) };
        alone.unwrap_or_else(|| {
            is_needed = true;
            search.divide(bound, &root, device)
        })
    })
}

impl<S: Reversible + Sync> Iterations<'_, S, u32> {
    /// Searches below a root by this processor, without a table; `None` if that takes too long. The plan begins at the root.
    fn alone(&mut self, bound: u64, root: &Root<S>) -> Option<Finding<S::Move, u32>> {
        let Self { space, workers, progress, .. } = self;
        let (expansions, evaluations) = progress.left();
        let limits = Limits {
            budget: progress.limits.budget.clone(),
            max_expansions: Some(expansions),
            max_evaluations: Some(evaluations.min(ALONE)),
        };
        let own = Progress::new(&limits);
        let finding = workers[0].search(space, bound, root, &mut Meter::new(&own));
        let is_long = finding.verdict == Verdict::Stopped(StopReason::Evaluations) && evaluations > ALONE;
        (!is_long).then(|| {
            progress.add(finding.counters.expanded, finding.counters.generated);
            finding
        })
    }

    /// Searches below a root by a device. The plan begins at the root.
    fn divide(&mut self, bound: u64, root: &Root<S>, device: &mut dyn Device<S>) -> Finding<S::Move, u32> {
        let Frontier { roots, above } = Frontier::new(self.space, &mut *self.workers[0], root, bound, PIECES);
        let Above { before, counters, least } = above;
        let mut whole = Finding { least_above: least, ..Finding::exhausted() };
        if roots.is_empty() {
            self.progress.add(counters.expanded, counters.generated);
            return Finding { counters, ..whole };
        }
        // The work that a single thread would have done: that above the roots, and this below them.
        let mut below = Counters::default();
        let (mut first, mut count) = (0, FIRST);
        while first < roots.len() {
            let now = &roots[first..roots.len().min(first.saturating_add(count))];
            let given: Vec<SubtreeRoot<S>> = now.iter().map(SubtreeRoot::of).collect();
            let found = match device.search(bound, &given, &self.progress.limits.budget) {
                Ok(found) => found,
                Err(reason) => return Finding { verdict: Verdict::Stopped(reason), ..whole },
            };
            let done = found.solved.unwrap_or(now.len());
            let already = below.generated;
            found
                .work
                .iter()
                .take(done)
                .for_each(|&(expanded, generated)| below.add(&work(expanded, generated)));
            let mut so_far = *before.get(first + done).unwrap_or(&counters);
            so_far.add(&below);
            if let Err(reason) = self.take_note(&mut whole.counters, &so_far) {
                return Finding { verdict: Verdict::Stopped(reason), ..whole };
            }
            if let Some(solved) = found.solved.and_then(|solved| now.get(solved)) {
                return self.follow(bound, root, solved, whole, device);
            }
            whole.least_above = whole.least_above.min(found.least_above);
            first += now.len();
            count = next_count(now.len(), below.generated - already, self.progress.left().1);
        }
        whole
    }

    /// Records the work done so far. Beyond a limit, no more than it allows is counted: a single thread would have
    /// stopped there.
    fn take_note(&self, counted: &mut Counters, so_far: &Counters) -> Result<(), StopReason> {
        let (expansions, evaluations) = self.progress.left();
        let expanded = so_far.expanded - counted.expanded;
        let generated = so_far.generated - counted.generated;
        counted.add(&work(expanded.min(expansions), generated.min(evaluations)));
        self.progress.add(expanded, generated);
        self.progress.limits.budget.note(Work::Expanded, expanded);
        self.progress.limits.budget.note(Work::Evaluated, generated);
        self.progress.allowance().map(drop)
    }

    /// Searches below a root that has a plan, to find it: on this processor or, if that takes too long, again by the device.
    fn follow(
        &mut self,
        bound: u64,
        root: &Root<S>,
        solved: &Root<S>,
        mut whole: Finding<S::Move, u32>,
        device: &mut dyn Device<S>,
    ) -> Finding<S::Move, u32> {
        let part = self.alone(bound, solved).unwrap_or_else(|| self.divide(bound, solved, device));
        whole.counters.add(&part.counters);
        whole.plan = joined(&solved.way[root.way.len()..], &part.plan);
        whole.verdict = match part.verdict {
            // A plan that is not found again means that the device cannot be trusted.
            Verdict::Exhausted | Verdict::Overtaken => Verdict::Stopped(StopReason::Device),
            verdict => verdict,
        };
        whole
    }
}

/// How many subtrees a device is given next, after `pieces` of them generated `generated` states, when `left` more may
/// be generated.
fn next_count(pieces: usize, generated: u64, left: u64) -> usize {
    let enough = (pieces as u64).saturating_mul(ENOUGH.min(left)) / generated.max(1);
    usize::try_from(enough).unwrap_or(usize::MAX).clamp(pieces.div_ceil(8), 8 * pieces)
}

impl<S: Reversible> SubtreeRoot<S> {
    fn of(root: &Root<S>) -> Self {
        Self { state: root.state, so_far: root.so_far, last: root.way.last().copied() }
    }
}
