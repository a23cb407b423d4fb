//! A\* and weighted A\*.

use crate::exploration::{Exploration, Successors};
use crate::nodes::INITIAL;
use crate::{
    Batch, Counters, Estimate, Estimates, Heuristic, Limits, Observer, OpenList, Outcome, Report, StateId,
    StateSpace, StopReason,
};

/// Searches for a plan by `f = g + weight · h`, ties by lowest `h`, then the newest state first.
///
/// With weight 1 the plan is a cheapest one if the heuristic is admissible; it need not be consistent, as states are
/// reopened. With a greater weight the plan costs at most `weight` times as much.
pub fn astar<S: StateSpace>(
    space: &S,
    heuristic: &mut dyn Heuristic<S>,
    weight: f32,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    heuristic.begin_search();
    let mut search = AStar {
        exploration: Exploration::new(space, limits),
        remembers: !heuristic.is_free(),
        heuristic,
        weight,
        estimates: Estimates::new(false),
        known: Vec::new(),
        open: OpenList::new(),
        until_last_jump: Counters::default(),
    };
    let outcome = search.run(observer).unwrap_or_else(Outcome::Stopped);
    let AStar { exploration, until_last_jump, .. } = search;
    Report { outcome, counters: exploration.counters, until_last_jump }
}

struct AStar<'a, S: StateSpace> {
    exploration: Exploration<'a, S>,
    heuristic: &'a mut dyn Heuristic<S>,
    weight: f32,
    /// The estimates of the last batch.
    estimates: Estimates,
    /// Are estimates kept for when a cheaper path to a state is found?
    remembers: bool,
    /// The estimate of each state, if they are kept.
    known: Vec<f32>,
    open: OpenList,
    until_last_jump: Counters,
}

impl<S: StateSpace> AStar<'_, S> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Outcome, StopReason> {
        self.exploration.begin_evaluation(1)?;
        self.estimates.clear();
        let batch = Batch::initial(self.exploration.nodes.states());
        self.heuristic.estimate(self.exploration.space, &batch, &mut self.estimates);
        observer.initial_estimate(0, self.estimates.estimates()[0]);
        self.open_new(INITIAL);

        let mut bound = None;
        let mut successors = Successors::new(self.heuristic.depends_on_path());
        while let Some((f, id)) = self.open.pop() {
            if self.exploration.nodes.is_closed(id) {
                continue;
            }
            if bound < Some(f) {
                bound = Some(f);
                self.until_last_jump = self.exploration.counters;
                observer.bound_rose(f, &self.exploration.counters);
            }
            if self.exploration.begin_expansion(id)? {
                return Ok(self.exploration.solved(id));
            }
            self.exploration.expand(id, None, &mut successors);
            for &again in successors.again.iter().flatten() {
                let Exploration { space, nodes, .. } = &self.exploration;
                self.heuristic.meet_again(space, nodes.states(), id, again);
            }
            self.evaluate_new(id, &successors)?;
            for &cheaper in &successors.cheaper {
                self.open_again(cheaper);
            }
        }
        self.exploration.exhausted()
    }

    fn evaluate_new(&mut self, parent: StateId, successors: &Successors) -> Result<(), StopReason> {
        let Successors { first, actions, .. } = successors;
        if actions.is_empty() {
            return Ok(());
        }
        self.exploration.begin_evaluation(actions.len())?;
        self.exploration.evaluate(self.heuristic, (parent, *first, actions), &[], &mut self.estimates)?;
        self.open_new(*first);
        Ok(())
    }

    /// Puts the states of the last batch, which begins with `first`, into the open list.
    fn open_new(&mut self, first: StateId) {
        for index in 0..self.estimates.estimates().len() {
            let id = first + index as StateId;
            let estimate = self.estimates.estimates()[index];
            if self.remembers {
                self.known.push(estimate.h);
            }
            match estimate.is_dead_end() {
                true => self.exploration.mark_dead_end(id),
                false => self.open(id, estimate),
            }
        }
    }

    /// Puts a state to which a cheaper path was found into the open list again.
    fn open_again(&mut self, id: StateId) {
        if self.exploration.nodes.is_closed(id) {
            self.exploration.counters.reopened += 1;
            self.exploration.nodes.reopen(id);
        }
        let estimate = if self.remembers {
            Estimate::new(self.known[id as usize])
        } else {
            self.estimates.clear();
            let batch = Batch::again(self.exploration.nodes.states(), id);
            self.heuristic.estimate(self.exploration.space, &batch, &mut self.estimates);
            self.estimates.estimates()[0]
        };
        self.open(id, estimate);
    }

    fn open(&mut self, id: StateId, estimate: Estimate) {
        // Costs are whole numbers: an admissible estimate may be rounded up. Once it is weighted it may not, or a plan could
        // cost more than `weight` times the least.
        let h = (f64::from(estimate.h.ceil()) * f64::from(self.weight)) as u32;
        let f = u64::from(self.exploration.nodes.cost(id)) + u64::from(h);
        self.open.push(f, h, id);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Graph, Quick, Table, detour};
    use super::*;
    use crate::{Blind, Budget, Exhausted, Greedy, gbfs, lazy};

    #[test]
    fn the_cheapest_plan_is_found_not_the_shortest() {
        let report = astar(&detour(), &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert_eq!(report.counters.reopened, 0);
    }

    #[test]
    fn states_are_reopened_where_the_heuristic_is_inconsistent() {
        let h = vec![Some(0), Some(0), Some(8), Some(0), Some(0), Some(9)];
        let report = astar(&detour(), &mut Table(h), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert_eq!(report.counters.reopened, 2);
    }

    #[test]
    fn dead_ends_are_not_expanded() {
        let h = vec![Some(1), Some(1), None, Some(1), Some(0), None];
        let report = astar(&detour(), &mut Table(h), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
        assert_eq!(report.counters.dead_ends, 2);
        assert_eq!(report.counters.expanded, 4);
    }

    #[test]
    fn an_exhausted_space_is_unsolvable() {
        let graph = Graph { goal: 9, ..detour() };
        let report = astar(&graph, &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(report.counters.expanded, 6);
    }

    #[test]
    fn a_goal_at_the_start_needs_no_action() {
        let graph = Graph { goal: 0, ..detour() };
        let report = astar(&graph, &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![], cost: 0 });
        assert_eq!(report.counters, Counters { expanded: 1, evaluated: 1, ..Counters::default() });
    }

    #[test]
    fn each_limit_stops_the_search_and_says_so() {
        let stop = |limits: Limits| astar(&detour(), &mut Blind::new(1), 1.0, &limits, &mut ());
        let report = stop(Limits { max_expansions: Some(2), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Expansions));
        assert_eq!(report.counters.expanded, 2);
        let report = stop(Limits { max_evaluations: Some(2), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        assert_eq!(report.counters.evaluated, 1, "the next three would be too many");
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let report = stop(Limits { budget, ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)));
    }

    #[test]
    fn an_observer_sees_the_bound_rise() {
        #[derive(Default)]
        struct Bounds(Option<u32>, Vec<u64>);
        impl Observer for Bounds {
            fn initial_estimate(&mut self, _: usize, estimate: Estimate) {
                self.0 = Some(estimate.h as u32);
            }
            fn bound_rose(&mut self, bound: u64, _: &Counters) {
                self.1.push(bound);
            }
        }
        let mut bounds = Bounds::default();
        let report = astar(&detour(), &mut Blind::new(1), 1.0, &Limits::default(), &mut bounds);
        assert_eq!(bounds.0, Some(1));
        assert_eq!(bounds.1, [1, 2, 3, 7, 10]);
        assert_eq!(report.until_last_jump.expanded, 5);
    }

    #[test]
    fn a_weight_trades_cost_for_effort() {
        let h = vec![Some(9), Some(4), Some(6), Some(2), Some(0), Some(9)];
        let report = astar(&detour(), &mut Table(h), 3.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
    }

    #[test]
    fn a_plan_costs_at_most_so_many_times_the_least_also_with_half_a_weight() {
        let graph = Graph { edges: vec![(0, 2, 8), (0, 1, 0), (1, 2, 5)], goal: 2 };
        let mut h = Table(vec![Some(5), Some(5), Some(0)]);
        let report = astar(&graph, &mut h, 1.5, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2], cost: 5 }, "8 is more than 7.5");
    }

    #[test]
    fn where_plans_cost_more_than_can_be_counted_none_is_found_and_none_excluded() {
        let graph = Graph { edges: vec![(0, 1, u32::MAX), (1, 2, 1)], goal: 2 };
        let report = astar(&graph, &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cost));
    }

    #[test]
    fn a_way_too_dear_to_be_counted_does_not_hide_a_dear_plan() {
        let graph = Graph { edges: vec![(0, 1, 3 << 30), (1, 3, 3 << 30), (1, 2, 5)], goal: 2 };
        let solved = Outcome::Solved { plan: vec![0, 2], cost: (3 << 30) + 5 };
        let report = astar(&graph, &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
        assert_eq!(report.outcome, solved);
        let table = || Table(vec![Some(1), Some(1), Some(1), Some(0)]);
        for quick in [&mut Quick(table()) as &mut dyn Heuristic<Graph>, &mut table()] {
            let report = gbfs(&graph, &mut [quick], Greedy::default(), &Limits::default(), &mut ());
            assert_eq!(report.outcome, solved);
        }
        let report = lazy(&graph, &mut [&mut table()], Greedy::default(), &Limits::default(), &mut ());
        assert_eq!(report.outcome, solved);
    }
}
