//! A piece of an iteration, and what comes of it.

use super::meter::Verdict;
use crate::{Counters, PathCost, PathHeuristic, Reversible, StopReason};

/// The least cost of a path, as a heuristic counts it.
pub(super) type Total<S, H> = <<H as PathHeuristic<S>>::Cost as PathCost>::Total;

/// A state to search from, and the way to it.
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

/// What was found below a root. It does not depend on the space or the heuristic, but for what moves and costs are, so that
/// what is done with it need not be compiled for each.
pub(super) struct Finding<M, C: PathCost> {
    pub verdict: Verdict,
    /// The moves from the root to the goal, if there is one.
    pub plan: Vec<M>,
    pub counters: Counters,
    /// The least cost of a path that was given up.
    pub least_above: C::Total,
}

/// What was found in a space with a heuristic.
pub(super) type Found<S, H> = Finding<<S as Reversible>::Move, <H as PathHeuristic<S>>::Cost>;

impl<M, C: PathCost> Finding<M, C> {
    /// Nothing.
    pub(super) fn exhausted() -> Self {
        let (plan, counters, least_above) = (Vec::new(), Counters::default(), C::INFINITE);
        Self { verdict: Verdict::Exhausted, plan, counters, least_above }
    }

    /// Nothing, since it did not come to it.
    pub(super) fn stopped(reason: StopReason) -> Self {
        Self { verdict: Verdict::Stopped(reason), ..Self::exhausted() }
    }
}

/// Moves, and those that follow. Compiled once for each kind of move: iterators would be for each space and heuristic.
pub(super) fn joined<M: Copy>(first: &[M], then: &[M]) -> Vec<M> {
    [first, then].concat()
}

/// The work of a depth-first search, in which every state generated is evaluated.
pub(super) fn work(expanded: u64, generated: u64) -> Counters {
    Counters { expanded, evaluated: generated, generated, ..Counters::default() }
}
