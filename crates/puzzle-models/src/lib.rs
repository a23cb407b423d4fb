//! Learned models of puzzles: their inputs, their training examples, and the searches they guide.
//!
//! A model's output is a belief about a state's cost ([`learn::Head`]), as for planning tasks. This crate has what is specific to
//! puzzles: the inputs of a state ([`Sight`]), examples from states whose costs are known ([`examples`]), and searches with any
//! reading of the belief ([`PuzzleModel::solver`]). IDA\* with a model from the crate `likely` is compiled for its puzzle there;
//! all other searches pass states as words ([`solver::guided`]).

#![forbid(unsafe_code)]

mod compiled;
mod examples;
mod heuristic;
mod model;
mod rules;
mod sight;
mod unusable;

pub use examples::{Lessons, examples, learned_from, lessons};
pub use model::{PuzzleModel, features_of};
pub use rules::PuzzleRules;
pub use sight::Sight;
pub use unusable::Unusable;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
