//! Anytime search: better and better plans until a limit is reached.

use super::greedy::Greedy;
use super::lazy::lazy;
use crate::{Action, Counters, Heuristic, Limits, Observer, Outcome, Report, StateSpace, StopReason};

/// The weights of the searches that follow the first one; the last is used until nothing better is found.
const WEIGHTS: [f32; 4] = [5.0, 3.0, 2.0, 1.0];

/// How an anytime search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anytime {
    /// The report with the best plan: its outcome is [`Solved`](Outcome::Solved) also when a limit ended the search for
    /// a better one.
    pub report: Report,
    /// The limit that ended it. Without one, it is certain that there is nothing better, or no plan at all.
    pub stopped: Option<StopReason>,
}

/// Finds a plan by [`lazy`] search, then searches for cheaper ones with lower and lower weights, from scratch each time
/// (restarting weighted A\*, Richter, Thayer & Ruml 2010), until there are none or a limit is reached.
///
/// The observer is told of every plan.
pub fn anytime<S: StateSpace>(
    space: &S,
    heuristics: &mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Anytime {
    let mut total = Counters::default();
    let mut best: Option<(Vec<Action>, u64)> = None;
    let mut phase = 0usize;
    let stopped = loop {
        let weight = phase.checked_sub(1).map(|later| WEIGHTS[later.min(WEIGHTS.len() - 1)]);
        let bound = best.as_ref().and_then(|(_, cost)| u32::try_from(*cost).ok());
        let remaining = remaining(limits, &total);
        let report =
            lazy(space, heuristics, Greedy { weight, bound, ..options.clone() }, &remaining, observer);
        total.add(&report.counters);
        match report.outcome {
            Outcome::Solved { plan, cost } if best.as_ref().is_none_or(|(_, least)| cost < *least) => {
                observer.plan_found(&plan, cost);
                best = Some((plan, cost));
                phase += 1;
            }
            // Whatever the weight, a search that ends without a plan has seen all states below the bound. So has one
            // that returns a plan no cheaper than the best: the bound does not exclude the initial state, so that plan
            // is empty, and no plan is cheaper than the empty one.
            Outcome::Unsolvable | Outcome::Solved { .. } => break None,
            Outcome::Stopped(reason) => break Some(reason),
        }
    };
    let outcome = match (best, stopped) {
        (Some((plan, cost)), _) => Outcome::Solved { plan, cost },
        (None, Some(reason)) => Outcome::Stopped(reason),
        (None, None) => Outcome::Unsolvable,
    };
    Anytime { report: Report { outcome, counters: total, until_last_jump: total }, stopped }
}

/// The limits less the work done so far.
fn remaining(limits: &Limits, used: &Counters) -> Limits {
    Limits {
        budget: limits.budget.clone(),
        max_expansions: limits.max_expansions.map(|limit| limit.saturating_sub(used.expanded)),
        max_evaluations: limits.max_evaluations.map(|limit| limit.saturating_sub(used.evaluated)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Graph, Table, detour};
    use super::*;

    /// Notes what plans cost.
    #[derive(Default)]
    struct Costs(Vec<u64>);

    impl Observer for Costs {
        fn plan_found(&mut self, _: &[Action], cost: u64) {
            self.0.push(cost);
        }
    }

    fn search(graph: &Graph, limits: &Limits) -> (Anytime, Vec<u64>) {
        let mut table = Table(vec![Some(9), Some(4), Some(5), Some(2), Some(0), Some(9)]);
        let mut costs = Costs::default();
        let found = anytime(graph, &mut [&mut table], Greedy::default(), limits, &mut costs);
        (found, costs.0)
    }

    #[test]
    fn plans_get_cheaper_until_none_is_left() {
        let (found, costs) = search(&detour(), &Limits::default());
        assert_eq!(costs, [13, 10]);
        assert_eq!(found.report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert_eq!(found.stopped, None);
    }

    #[test]
    fn a_limit_leaves_the_best_plan_so_far() {
        let limits = Limits { max_expansions: Some(5), ..Limits::default() };
        let (found, _) = search(&detour(), &limits);
        assert_eq!(found.report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
        assert_eq!(found.stopped, Some(StopReason::Expansions));
    }

    #[test]
    fn where_the_goal_holds_from_the_start_the_search_ends() {
        let (found, costs) = search(&Graph { goal: 0, ..detour() }, &Limits::default());
        assert_eq!(costs, [0]);
        assert_eq!(found.report.outcome, Outcome::Solved { plan: vec![], cost: 0 });
        assert_eq!(found.stopped, None);
    }
}
