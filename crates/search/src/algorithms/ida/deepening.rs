//! Iterations with a rising bound, until a plan is found or none can be.

use super::Ida;
use super::meter::Verdict;
use super::subtree::Finding;
use crate::{Counters, Observer, Outcome, PathCost, Report, StopReason};

/// Plans of more moves than this are not looked for, so that the stack can't overflow.
const DEEPEST: u64 = 8192;

/// Runs iterations from the first bound on. Each calls `iterate` with a bound and the most moves that a path within it
/// can have, to search all such paths.
///
/// It knows neither space nor heuristic, so that it is not compiled for each.
pub(super) fn deepen<M: Copy, C: PathCost>(
    first: C::Total,
    prices: Prices<M>,
    options: &Ida,
    observer: &mut dyn Observer,
    iterate: &mut dyn FnMut(C::Total, u64) -> Finding<M, C>,
) -> Report<M> {
    let mut report = begun(Outcome::Unsolvable);
    let mut bound = first;
    while bound < C::INFINITE {
        let whole = C::whole(bound);
        let most_moves = whole / u64::from(prices.cheapest.max(1));
        if whole > u64::from(options.max_cost.min(u32::MAX - 1)) || most_moves > DEEPEST {
            report.outcome = Outcome::Stopped(StopReason::Cost);
            break;
        }
        report.until_last_jump = report.counters;
        observer.bound_rose(whole, &report.counters);
        let Finding { verdict, plan, counters, least_above } = iterate(bound, most_moves);
        report.counters.add(&counters);
        match verdict {
            Verdict::Solved => {
                let cost = plan.iter().map(|&made| u64::from((prices.of)(made))).sum();
                report.outcome = Outcome::Solved { plan, cost };
                break;
            }
            Verdict::Stopped(reason) => {
                report.outcome = Outcome::Stopped(reason);
                break;
            }
            Verdict::Exhausted | Verdict::Overtaken => bound = least_above,
        }
    }
    report
}

/// The report when only the initial state has been evaluated.
pub(super) fn begun<M>(outcome: Outcome<M>) -> Report<M> {
    let counters = Counters { evaluated: 1, ..Counters::default() };
    Report { outcome, counters, until_last_jump: Counters::default() }
}

/// The costs of moves.
pub(super) struct Prices<'a, M> {
    pub(super) cheapest: u32,
    pub(super) of: &'a dyn Fn(M) -> u32,
}
