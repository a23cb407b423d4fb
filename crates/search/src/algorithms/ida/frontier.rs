//! Divides an iteration among threads and merges their results.

use super::meter::Verdict;
use super::subtree::{Finding, Root, joined, work};
use super::worker::Worker;
use crate::{Counters, PathCost, Reversible};

/// The states within the bound at some depth, in the order in which a single thread would reach them.
pub(super) struct Frontier<S: Reversible, C: PathCost> {
    pub roots: Vec<Root<S>>,
    pub above: Above<C>,
}

/// The work done above the roots of a frontier, and the least `f` pruned there.
pub(super) struct Above<C: PathCost> {
    /// For each root, the work above the roots that a single thread would have done before reaching it.
    pub before: Vec<Counters>,
    /// All work.
    pub counters: Counters,
    pub least: C::Total,
}

impl<S: Reversible, C: PathCost> Frontier<S, C> {
    /// The frontier is not sought deeper than this: a tree that is still so narrow is not worth dividing.
    const DEEPEST: usize = 64;

    /// Descends from `start` until there are `enough` roots, if there ever are.
    pub(super) fn new(
        space: &S,
        worker: &mut dyn Worker<S, C>,
        start: &Root<S>,
        bound: C::Total,
        enough: usize,
    ) -> Self {
        let (before, counters) = (vec![Counters::default()], Counters::default());
        let above = Above { before, counters, least: C::INFINITE };
        let mut frontier = Self { roots: vec![start.clone()], above };
        let mut numbers = vec![0];
        worker.plant(space, start);
        for _ in 0..Self::DEEPEST {
            if (enough..).contains(&frontier.roots.len()) || frontier.roots.is_empty() {
                break;
            }
            frontier.descend(space, worker, &mut numbers, bound);
        }
        frontier
    }

    /// Replaces each root by its successors within the bound. Goals stay. The worker knows roots by their numbers.
    fn descend(
        &mut self,
        space: &S,
        worker: &mut dyn Worker<S, C>,
        numbers: &mut Vec<usize>,
        bound: C::Total,
    ) {
        let (mut children, mut level) = (Vec::new(), Level::default());
        let mut numbers_below = Vec::new();
        for ((root, &number), above) in self.roots.iter().zip(&*numbers).zip(&self.above.before) {
            if space.is_goal(&root.state) {
                level.reach(above);
                children.push(root.clone());
                numbers_below.push(number);
                continue;
            }
            level.expanded += 1;
            for made in space.moves(&root.state, root.way.last().copied()) {
                level.generated += 1;
                let (total, number) = worker.descend(space, (number, root), made, bound);
                if let Some(number) = number {
                    let mut state = root.state;
                    space.apply(&mut state, made);
                    let so_far = root.so_far.saturating_add(space.cost(made));
                    level.reach(above);
                    children.push(Root { state, so_far, way: joined(&root.way, &[made]) });
                    numbers_below.push(number);
                } else if total < self.above.least {
                    self.above.least = total;
                }
            }
        }
        self.above.counters.add(&work(level.expanded, level.generated));
        (self.roots, self.above.before, *numbers) = (children, level.before, numbers_below);
    }
}

impl<C: PathCost> Above<C> {
    /// Merges the results of the roots with these numbers. Of several plans, the first in the order of the roots is
    /// taken, so that it does not depend on which thread was faster; the work is what a single thread would have done
    /// for it. The plan begins at the root that is returned with it.
    pub(super) fn merge<M>(self, findings: Vec<(usize, Finding<M, C>)>) -> (Finding<M, C>, Option<usize>) {
        let solved = |(_, finding): &&(usize, Finding<M, C>)| finding.verdict == Verdict::Solved;
        let first_solved = findings.iter().filter(solved).map(|&(number, _)| number).min();
        let counters = first_solved.map_or(self.counters, |first| self.before[first]);
        let mut whole = Finding { counters, least_above: self.least, ..Finding::exhausted() };
        for (number, finding) in findings {
            if first_solved.is_some_and(|first| number > first) {
                continue;
            }
            whole.counters.add(&finding.counters);
            if finding.least_above < whole.least_above {
                whole.least_above = finding.least_above;
            }
            if first_solved == Some(number) {
                (whole.plan, whole.verdict) = (finding.plan, Verdict::Solved);
            } else if first_solved.is_none() && matches!(finding.verdict, Verdict::Stopped(_)) {
                whole.verdict = finding.verdict;
            }
        }
        (whole, first_solved)
    }
}

/// The work at one depth. It is not generic, so that it is compiled only once.
#[derive(Default)]
struct Level {
    expanded: u64,
    generated: u64,
    /// For each state reached, the work above it that a single thread would have done.
    before: Vec<Counters>,
}

impl Level {
    /// A state is reached by a root; `above` is the work above that root.
    fn reach(&mut self, above: &Counters) {
        let mut before = work(self.expanded, self.generated);
        before.add(above);
        self.before.push(before);
    }
}
