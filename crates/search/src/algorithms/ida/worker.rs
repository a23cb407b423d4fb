//! One thread of a search. The interface hides the heuristic, so that the code that divides iterations among threads
//! and merges their results is compiled once for each space, not again for each heuristic.

use super::meter::Meter;
use super::subtree::{Finding, Found, Root, Total};
use super::visited::Visited;
use super::{compiled, depth_first};
use crate::{Exhausted, PathCost, PathHeuristic, Reversible};

/// One thread of a search.
pub(super) trait Worker<S: Reversible, C: PathCost>: Send {
    /// Allocates a table of visited states, of at most `bytes` bytes.
    fn remember(&mut self, bytes: usize) -> Result<(), Exhausted>;

    /// Begins a frontier with a root, which has number 0 in it.
    fn plant(&mut self, space: &S, root: &Root<S>);

    /// The `f` of the state that a move leads to from a root of the frontier and, if that is within the bound, the
    /// number of the state in the frontier.
    fn descend(
        &mut self,
        space: &S,
        root: (usize, &Root<S>),
        made: S::Move,
        bound: C::Total,
    ) -> (C::Total, Option<usize>);

    /// Searches below a root.
    fn search(
        &mut self,
        space: &S,
        bound: C::Total,
        root: &Root<S>,
        meter: &mut Meter,
    ) -> Finding<S::Move, C>;
}

/// A worker with its heuristic.
pub(super) struct Search<S: Reversible, H: PathHeuristic<S>> {
    heuristic: H,
    /// The state that paths to roots begin with.
    start: S::State,
    table: Option<Visited<S::State>>,
    /// The heuristic's values of the states of a frontier.
    frontier: Vec<H::Value>,
}

impl<S: Reversible, H: PathHeuristic<S>> Search<S, H> {
    pub(super) fn new(heuristic: H, start: S::State) -> Self {
        const {
            assert!(
                size_of::<S::State>() + size_of::<H::Value>() <= 1024,
                "stacks hold a state and a value per move"
            );
        }
        Self { heuristic, start, table: None, frontier: Vec::new() }
    }

    /// The heuristic's value of a root, computed along the path to it.
    fn value(&mut self, space: &S, root: &Root<S>) -> H::Value {
        let mut state = self.start;
        let mut value = self.heuristic.begin(space, &state);
        for &made in &root.way {
            value = self.heuristic.step(space, value, &state, made);
            space.apply(&mut state, made);
        }
        value
    }
}

impl<S: Reversible, H: PathHeuristic<S> + Send> Worker<S, H::Cost> for Search<S, H> {
    fn remember(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.table = Some(Visited::new(bytes, self.start).ok_or(Exhausted::Memory)?);
        Ok(())
    }

    fn plant(&mut self, space: &S, root: &Root<S>) {
        let value = self.value(space, root);
        self.frontier.clear();
        self.frontier.push(value);
    }

    fn descend(
        &mut self,
        space: &S,
        (number, root): (usize, &Root<S>),
        made: S::Move,
        bound: Total<S, H>,
    ) -> (Total<S, H>, Option<usize>) {
        let so_far = root.so_far.saturating_add(space.cost(made));
        let value = self.heuristic.step(space, self.frontier[number], &root.state, made);
        let total = self.heuristic.h(value).total(so_far);
        let is_within = total <= bound;
        if is_within {
            self.frontier.push(value);
        }
        (total, is_within.then(|| self.frontier.len() - 1))
    }

    fn search(&mut self, space: &S, bound: Total<S, H>, root: &Root<S>, meter: &mut Meter) -> Found<S, H> {
        let value = self.value(space, root);
        let Self { heuristic, table, .. } = self;
        if const { compiled::applies::<S, H>() } && table.is_none() {
            return compiled::search(space, heuristic, bound, (root, value), meter);
        }
        if let Some(table) = table {
            table.clear();
        }
        depth_first::search(space, heuristic, table.as_mut(), bound, (root, value), meter)
    }
}
