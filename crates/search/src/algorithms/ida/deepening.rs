//! Iterations with a rising bound, until a plan is found or none can be.

use super::meter::Verdict;
use super::subtree::Finding;
use super::{DEEPEST, Ida};
use crate::{Counters, Observer, Outcome, PathCost, Report, StopReason};

/// What comes of iterations from the first bound on. Each looks at all paths within a bound, which have so many moves at
/// most.
///
/// It knows no space and no heuristic, so that it need not be compiled for each.
pub(super) fn deepen<M: Copy, C: PathCost>(
    first: C::Total,
    moves: Moves<M>,
    options: &Ida,
    observer: &mut dyn Observer,
    iterate: &mut dyn FnMut(C::Total, u64) -> Finding<M, C>,
) -> Report<M> {
    let counters = Counters { evaluated: 1, ..Counters::default() };
    let mut report = Report { outcome: Outcome::Unsolvable, counters, until_last_jump: Counters::default() };
    let mut bound = first;
    while bound < C::INFINITE {
        let whole = C::whole(bound);
        let most_moves = whole / u64::from(moves.cheapest.max(1));
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
                let cost = plan.iter().map(|&made| u64::from((moves.cost)(made))).sum();
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

/// What has to be known of the moves of a space.
pub(super) struct Moves<'a, M> {
    pub(super) cheapest: u32,
    pub(super) cost: &'a dyn Fn(M) -> u32,
}
