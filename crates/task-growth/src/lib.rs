//! Likely-admissible heuristics that are grown from the goal of a planning task.
//!
//! The crate `likely` grows a heuristic in any space that tells what comes before a state. This one has what belongs to planning tasks: steps
//! back from a state, the facts that hold as inputs of a network, lower bounds by an admissible heuristic, and the A\* that solves what is
//! learned from.
#![forbid(unsafe_code)]

mod attempt;
mod bound;
mod facts;
mod growth;
mod predecessors;

pub use attempt::costs_along;
pub use growth::{GroundTask, TaskGrowth};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
