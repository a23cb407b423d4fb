//! The paper on likely-admissible heuristics: what classical and grown ones do on its puzzles.

mod baseline;
mod departures;
mod diary;
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

use search::{Budget, Exhausted, Limits};

use crate::{Exit, Failure, interrupt};

/// Nothing is limited, but the user may stop it.
fn budget() -> Budget {
    Budget::unlimited().with_interrupt(interrupt::flag())
}

/// So many states may be generated.
fn limits(budget: &Budget, nodes: Option<u64>) -> Limits {
    Limits { budget: budget.clone(), max_evaluations: nodes, ..Limits::default() }
}

fn interrupted(_: Exhausted) -> Failure {
    Failure::new(Exit::Interrupted, "interrupted")
}
