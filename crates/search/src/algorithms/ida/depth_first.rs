//! One thread's part of an iteration: all paths below a root whose `f` is within the bound.

use super::meter::{Meter, Verdict};
use super::subtree::{Finding, Found, Root, Total, work};
use super::visited::Visited;
use crate::{PathCost, PathHeuristic, Reversible};

/// Searches below a root, by recursion. The caller keeps the bound and the stack in proportion.
pub(super) fn search<S: Reversible, H: PathHeuristic<S>>(
    space: &S,
    heuristic: &mut H,
    visited: Option<&mut Visited<S::State>>,
    bound: Total<S, H>,
    (root, value): (&Root<S>, H::Value),
    meter: &mut Meter,
) -> Found<S, H> {
    let mut search = DepthFirst {
        space,
        heuristic,
        visited,
        bound,
        least_above: H::Cost::INFINITE,
        meter,
        fuel: 0,
        reserve: 0,
        generated: 0,
        verdict: Verdict::Exhausted,
        way_back: Vec::new(),
    };
    search.visit(root.state, root.so_far, value, root.way.last().copied());
    let DepthFirst { least_above, meter, fuel, reserve, generated, verdict, way_back, .. } = search;
    let plan = way_back.into_iter().rev().collect();
    let expanded = meter.end(fuel + reserve, generated);
    Finding { verdict, plan, counters: work(expanded, generated), least_above }
}

struct DepthFirst<'a, 'm, S: Reversible, H: PathHeuristic<S>> {
    space: &'a S,
    heuristic: &'a mut H,
    visited: Option<&'a mut Visited<S::State>>,
    bound: Total<S, H>,
    least_above: Total<S, H>,
    meter: &'a mut Meter<'m>,
    /// Expansions that may be made before the next call of `pause`. With a table it is called before each expansion, so
    /// that the common case, without a table, has only this one counter to test.
    fuel: u64,
    /// Further expansions that may be made before the meter has to be asked.
    reserve: u64,
    generated: u64,
    verdict: Verdict,
    /// The moves to the goal, the last one first.
    way_back: Vec<S::Move>,
}

impl<S: Reversible, H: PathHeuristic<S>> DepthFirst<'_, '_, S, H> {
    /// Follows all paths from a state. True if the search is over.
    fn visit(&mut self, state: S::State, so_far: u32, value: H::Value, last: Option<S::Move>) -> bool {
        if self.fuel == 0
            && let Some(is_over) = self.pause(state, so_far)
        {
            return is_over;
        }
        self.fuel -= 1;
        if self.is_goal(&state, last) {
            self.verdict = Verdict::Solved;
            return true;
        }
        let mut generated = 0;
        let mut is_over = false;
        for made in self.space.moves(&state, last) {
            generated += 1;
            let so_far = so_far.saturating_add(self.space.cost(made));
            let value = self.heuristic.step(self.space, value, &state, made);
            let total = self.heuristic.h(value).total(so_far);
            if total <= self.bound {
                let mut after = state;
                self.space.apply(&mut after, made);
                if self.visit(after, so_far, value, Some(made)) {
                    self.retrace(made);
                    is_over = true;
                    break;
                }
            } else if total < self.least_above {
                self.least_above = total;
            }
        }
        self.generated += generated;
        is_over
    }

    #[inline(always)]
    fn is_goal(&self, state: &S::State, last: Option<S::Move>) -> bool {
        match last {
            Some(last) => self.space.is_goal_after(state, last),
            None => self.space.is_goal(state),
        }
    }

    #[cold]
    fn retrace(&mut self, made: S::Move) {
        self.way_back.push(made);
    }

    /// Called before an expansion for which there is no fuel: looks the state up if there is a table, and asks the
    /// meter whether to go on. If the state is not to be expanded, returns whether the search is over.
    #[cold]
    fn pause(&mut self, state: S::State, so_far: u32) -> Option<bool> {
        if let Some(visited) = &mut self.visited
            && visited.is_known(state, so_far)
        {
            return Some(false);
        }
        if self.reserve == 0 {
            match self.meter.refuel(self.generated) {
                Ok(granted) => self.reserve = granted,
                Err(verdict) => {
                    self.verdict = verdict;
                    return Some(true);
                }
            }
        }
        self.fuel = if self.visited.is_some() { 1 } else { self.reserve };
        self.reserve -= self.fuel;
        None
    }
}
