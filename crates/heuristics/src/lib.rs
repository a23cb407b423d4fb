//! Heuristics computed from the description of a task alone, without learning: h^max, h^add, FF, LM-cut, landmark
//! counting, and simple ones to compare with; and the novelty of states.
#![forbid(unsafe_code)]

mod add;
#[cfg(test)]
mod arbitrary;
mod catalog;
mod cost_kind;
mod ff;
mod goal_count;
mod landmarks;
mod lm_cut;
mod lookahead;
mod max;
mod novelty;
mod relaxed;
#[cfg(test)]
mod tests;
mod unsupported;

pub use add::Add;
pub use catalog::{CATALOG, Entry, reading_effort};
pub use cost_kind::CostKind;
pub use ff::Ff;
pub use goal_count::GoalCount;
pub use landmarks::{Landmarks, goal_orders};
pub use lm_cut::LmCut;
pub use lookahead::Lookahead;
pub use max::Max;
pub use novelty::{Novelty, Width};
pub use relaxed::{RelaxedAction, RelaxedHypergraph};
pub use unsupported::{Feature, Unsupported};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
