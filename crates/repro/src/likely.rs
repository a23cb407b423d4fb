//! The paper on likely-admissible heuristics: classical and grown heuristics on its puzzles.

mod baseline;
mod departures;
mod diary;
mod heuristic;
mod kept;
mod lengths;
mod plots;
mod promise;
mod subject;
mod sums;
mod trade;

pub(super) use self::lengths::Lengths;
pub(super) use self::promise::Promise;
pub(super) use self::trade::Trade;

use search::Limits;

use crate::Context;

/// Limits with at most `nodes` generated states, if that is given.
fn limits(context: &Context<'_>, nodes: Option<u64>) -> Limits {
    Limits { budget: context.budget.clone(), max_evaluations: nodes, ..Limits::default() }
}
