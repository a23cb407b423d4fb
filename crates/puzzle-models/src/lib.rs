//! Models of puzzles: what they see of states, what they learn from, and the searches they guide.
//!
//! A model answers with a belief about a state's cost, as everywhere ([`learn::Head`]). Here is what belongs to puzzles alone: the
//! inputs of a state ([`Sight`]), examples from states whose costs are known ([`examples`]), and searches
//! ([`PuzzleModel::solver`]) with any reading. IDA\* with a model that was grown is compiled for its puzzle in `likely`; all other
//! searches ask about states as words ([`solver::guided`]).

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
