//! A subtree of an iteration, and the result of its search.

use super::meter::Verdict;
use crate::{Counters, PathCost, PathHeuristic, Reversible, StopReason};

/// The least cost of a path, as a heuristic counts it.
pub(super) type Total<S, H> = <<H as PathHeuristic<S>>::Cost as PathCost>::Total;

/// A state to search from, and the path to it.
pub(super) struct Root<S: Reversible> {
    pub state: S::State,
    pub so_far: u32,
    pub way: Vec<S::Move>,
}

impl<S: Reversible> Clone for Root<S> {
    fn clone(&self) -> Self {
        Self { state: self.state, so_far: self.so_far, way: self.way.clone() }
    }
}

/// The result of the search below a root. It depends only on the types of moves and costs, not on space and heuristic,
/// so that code that uses it is not compiled for each of them.
pub(super) struct Finding<M, C: PathCost> {
    pub verdict: Verdict,
    /// The moves from the root to the goal, if there is one.
    pub plan: Vec<M>,
    pub counters: Counters,
    /// The least `f` above the bound: that of a path that was pruned.
    pub least_above: C::Total,
}

/// The result for a space and a heuristic.
pub(super) type Found<S, H> = Finding<<S as Reversible>::Move, <H as PathHeuristic<S>>::Cost>;

impl<M, C: PathCost> Finding<M, C> {
    /// The result of a search that found nothing.
    pub(super) fn exhausted() -> Self {
        let (plan, counters, least_above) = (Vec::new(), Counters::default(), C::INFINITE);
        Self { verdict: Verdict::Exhausted, plan, counters, least_above }
    }

    /// The result of a search that was stopped before it began.
    pub(super) fn stopped(reason: StopReason) -> Self {
        Self { verdict: Verdict::Stopped(reason), ..Self::exhausted() }
    }
}

/// Two sequences of moves, joined. Compiled once for each type of move; iterators would be for each space and heuristic.
pub(super) fn joined<M: Copy>(first: &[M], then: &[M]) -> Vec<M> {
    [first, then].concat()
}

/// The work of a depth-first search, in which every state generated is evaluated.
pub(super) fn work(expanded: u64, generated: u64) -> Counters {
    Counters { expanded, evaluated: generated, generated, ..Counters::default() }
}
