//! A\* among the actions that a heuristic prefers.

use std::cell::{Cell, RefCell};

use crate::{
    Action, Batch, Estimates, Heuristic, Limits, Observer, Outcome, Report, StateId, StateSpace, States,
    StopReason, astar,
};

/// What a search among some actions came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruned {
    /// The outcome, with the counters of all that was searched.
    pub report: Report,
    /// Were actions left out? If so, plans that have them may cost less.
    pub is_pruned: bool,
}

/// Searches as [`astar`] does, but in each state only by the actions that another heuristic prefers, if it prefers any. Where
/// these lead to no goal, it searches again by all actions: so a plan is found wherever there is one.
pub fn pruned_astar<S: StateSpace>(
    space: &S,
    heuristic: &mut dyn Heuristic<S>,
    prefers: &mut dyn Heuristic<S>,
    weight: f32,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Pruned {
    prefers.begin_search();
    let asked = Asked { prefers, alone: States::new(space.words()), estimates: Estimates::new(true) };
    let fewer = Fewer {
        space,
        asked: RefCell::new(asked),
        has_left_out: Cell::new(false),
        is_at_goal: Cell::new(false),
    };
    let pruned = astar(&fewer, &mut OfAll(heuristic), weight, limits, observer);
    let is_pruned = fewer.has_left_out.get();
    let is_at_end = matches!(pruned.outcome, Outcome::Stopped(StopReason::NotWhole | StopReason::Cost));
    if !(is_pruned && is_at_end) {
        return Pruned { report: pruned, is_pruned };
    }
    let left = |most: Option<u64>, done: u64| most.map(|most| most.saturating_sub(done));
    let limits = Limits {
        budget: limits.budget.clone(),
        max_expansions: left(limits.max_expansions, pruned.counters.expanded),
        max_evaluations: left(limits.max_evaluations, pruned.counters.evaluated),
    };
    let mut report = astar(space, heuristic, weight, &limits, observer);
    for counters in [&mut report.counters, &mut report.until_last_jump] {
        counters.add(&pruned.counters);
    }
    Pruned { report, is_pruned: false }
}

/// A space with fewer actions.
struct Fewer<'a, S: StateSpace> {
    space: &'a S,
    asked: RefCell<Asked<'a, S>>,
    /// Was an action left out so far?
    has_left_out: Cell<bool>,
    /// Was a goal met? What follows is no search, but finds out by which actions it was reached: then none is left out, since a
    /// heuristic may prefer others when it is asked again.
    is_at_goal: Cell<bool>,
}

/// Who says which actions are left, with working memory.
struct Asked<'a, S: StateSpace> {
    prefers: &'a mut dyn Heuristic<S>,
    /// The state that it is asked about.
    alone: States,
    estimates: Estimates,
}

impl<S: StateSpace> Fewer<'_, S> {
    /// Calls `visit` with the actions that are left in a state.
    fn each(&self, state: &[u64], scratch: &mut S::Scratch, mut visit: impl FnMut(Action, &mut S::Scratch)) {
        let mut applicable = Vec::new();
        self.space.applicable(state, scratch, &mut applicable);
        if !self.is_at_goal.get() {
            let Asked { prefers, alone, estimates } = &mut *self.asked.borrow_mut();
            alone.clear();
            alone.insert(state);
            estimates.clear();
            prefers.estimate(self.space, &Batch::unstored(alone, &[0]), estimates);
            let preferred = estimates.preferred(0);
            let count = applicable.len();
            applicable.retain(|action| preferred.is_empty() || preferred.contains(action));
            self.has_left_out.set(self.has_left_out.get() || applicable.len() < count);
        }
        applicable.into_iter().for_each(|action| visit(action, scratch));
    }
}

impl<S: StateSpace> StateSpace for Fewer<'_, S> {
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.space.scratch()
    }

    fn words(&self) -> usize {
        self.space.words()
    }

    fn initial(&self, state: &mut [u64]) {
        self.space.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let is_goal = self.space.is_goal(state);
        self.is_at_goal.set(is_goal);
        is_goal
    }

    fn successors(&self, state: &[u64], scratch: &mut S::Scratch, mut visit: impl FnMut(Action, &[u64])) {
        let mut successor = vec![0; self.words()];
        self.each(state, scratch, |action, scratch| {
            self.space.apply(state, action, scratch, &mut successor);
            visit(action, &successor);
        });
    }

    fn applicable(&self, state: &[u64], scratch: &mut S::Scratch, actions: &mut Vec<Action>) {
        self.each(state, scratch, |action, _| actions.push(action));
    }

    fn apply(&self, state: &[u64], action: Action, scratch: &mut S::Scratch, successor: &mut [u64]) {
        self.space.apply(state, action, scratch, successor);
    }

    fn cost(&self, action: Action) -> u32 {
        self.space.cost(action)
    }

    fn is_whole(&self) -> bool {
        !self.has_left_out.get() && self.space.is_whole()
    }
}

/// A heuristic of the space with all actions.
struct OfAll<'a, S: StateSpace>(&'a mut dyn Heuristic<S>);

impl<S: StateSpace> Heuristic<Fewer<'_, S>> for OfAll<'_, S> {
    fn estimate(&mut self, fewer: &Fewer<'_, S>, batch: &Batch, estimates: &mut Estimates) {
        self.0.estimate(fewer.space, batch, estimates);
    }

    fn begin_search(&mut self) {
        self.0.begin_search();
    }

    fn depends_on_path(&self) -> bool {
        self.0.depends_on_path()
    }

    fn meet_again(&mut self, fewer: &Fewer<'_, S>, states: &States, parent: StateId, id: StateId) {
        self.0.meet_again(fewer.space, states, parent, id);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Graph, detour};
    use super::*;
    use crate::{Blind, Estimate};

    /// Prefers these actions, wherever they are.
    struct Only(Vec<Action>);

    impl Heuristic<Graph> for Only {
        fn estimate(&mut self, _: &Graph, batch: &Batch, estimates: &mut Estimates) {
            for _ in batch.iter() {
                self.0.iter().for_each(|&action| estimates.prefer(action));
                estimates.push(Estimate::new(0.0));
            }
        }
    }

    fn search(only: &[Action]) -> Pruned {
        search_within(&Limits::default(), only)
    }

    fn search_within(limits: &Limits, only: &[Action]) -> Pruned {
        pruned_astar(&detour(), &mut Blind::new(1), &mut Only(only.to_vec()), 1.0, limits, &mut ())
    }

    #[test]
    fn the_cheapest_plan_of_preferred_actions_is_found() {
        let all = search(&[]);
        assert_eq!(all.report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        let some = search(&[0, 3, 4]);
        assert_eq!(some.report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
        assert!(!all.is_pruned && some.is_pruned);
        assert!(some.report.counters.expanded < all.report.counters.expanded);
    }

    #[test]
    fn where_preferred_actions_lead_nowhere_all_are_searched() {
        let found = search(&[0]);
        assert_eq!(found.report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert!(!found.is_pruned);
        let whole = astar(&detour(), &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert!(found.report.counters.expanded > whole.counters.expanded);
    }

    #[test]
    fn both_searches_together_keep_to_the_limits() {
        let all = search(&[0]).report.counters;
        for most in 1..all.evaluated {
            let limits = Limits { max_evaluations: Some(most), ..Limits::default() };
            let stopped = search_within(&limits, &[0]).report;
            assert_eq!(stopped.outcome, Outcome::Stopped(StopReason::Evaluations), "{most}");
            assert!(stopped.counters.evaluated <= most);
        }
    }
}
