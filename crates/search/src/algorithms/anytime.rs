//! Better and better plans.

use super::greedy::Greedy;
use super::lazy::lazy;
use crate::{Action, Counters, Heuristic, Limits, Observer, Outcome, Report, StateSpace};

/// The weights of the searches that follow the first one; the last is used until nothing better is found.
const WEIGHTS: [f32; 4] = [5.0, 3.0, 2.0, 1.0];

/// Finds a plan by [`lazy`] search, then looks for cheaper ones with less and less greed, starting anew each time
/// (restarting weighted A\*, Richter, Thayer & Ruml 2010), until there are none or a limit is reached.
///
/// Every plan is handed to `found`. The report is that of the best plan; its outcome is
/// [`Solved`](Outcome::Solved) also when a limit ended the search for a better one.
pub fn anytime<S: StateSpace>(
    space: &S,
    heuristics: &mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut found: impl FnMut(&[Action], u64),
) -> Report {
    let mut total = Counters::default();
    let mut best: Option<Outcome> = None;
    let mut bound = None;
    let mut phase = 0usize;
    let outcome = loop {
        let weight = phase.checked_sub(1).map(|later| WEIGHTS[later.min(WEIGHTS.len() - 1)]);
        let remaining = remaining(limits, &total);
        let report = lazy(space, heuristics, Greedy { weight, bound, ..options }, &remaining, observer);
        total.add(&report.counters);
        match report.outcome {
            Outcome::Solved { plan, cost } => {
                found(&plan, cost);
                bound = u32::try_from(cost).ok();
                best = Some(Outcome::Solved { plan, cost });
                phase += 1;
            }
            // Whatever the weight, a search that ends without a plan has seen all there is below the bound.
            Outcome::Unsolvable => break best.unwrap_or(Outcome::Unsolvable),
            Outcome::Stopped(reason) => break best.unwrap_or(Outcome::Stopped(reason)),
        }
    };
    Report { outcome, counters: total, until_last_jump: total }
}

/// What is left of the limits on counters.
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

    #[test]
    fn plans_get_cheaper_until_none_is_left() {
        let mut table = Table(vec![Some(9), Some(4), Some(5), Some(2), Some(0), Some(9)]);
        let mut costs = Vec::new();
        let heuristics: &mut [&mut dyn Heuristic<Graph>] = &mut [&mut table];
        let report =
            anytime(&detour(), heuristics, Greedy::default(), &Limits::default(), &mut (), |_, cost| {
                costs.push(cost);
            });
        assert_eq!(costs, [13, 10]);
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
    }

    #[test]
    fn a_limit_leaves_the_best_plan_so_far() {
        let mut table = Table(vec![Some(9), Some(4), Some(5), Some(2), Some(0), Some(9)]);
        let heuristics: &mut [&mut dyn Heuristic<Graph>] = &mut [&mut table];
        let limits = Limits { max_expansions: Some(5), ..Limits::default() };
        let report = anytime(&detour(), heuristics, Greedy::default(), &limits, &mut (), |_, _| {});
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
    }
}
