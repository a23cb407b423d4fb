//! The 8-puzzle: as a problem of induction without examples, and all that learning its heuristics needs beside rules.
//!
//! A heuristic is a function that fills in the estimates of a batch of states: `FnMut(&[State], &mut [u32])`.

mod astar;
mod heuristic;
mod learning;
pub mod metrics;
mod rules;
mod space;
mod state;
pub mod test_set;
#[cfg(test)]
mod tests;
mod vocabulary;
mod walk;
mod words;

pub use astar::{AStar, Answer, Outcome};
pub use heuristic::{each, manhattan};
pub use learning::{Done, Label, Learning, LearningOptions, Next, Unfinished};
pub use rules::{Rules, TooManyWays};
pub use space::Space;
pub use state::State;
pub use vocabulary::Puzzle8;
pub use walk::Walk;

/// What rules about the 8-puzzle are about, as their text says.
pub const ABOUT: &str = "8-puzzle";

/// What is known: which tile lies on which square, rows and columns, tiles in place.
pub const BACKGROUND: &str = include_str!("puzzle8/bk.pl");

/// What rules may use: 41 predicates, with six variables and eight literals at most. The head is `f/1`, of a state.
pub const BIAS: &str = include_str!("puzzle8/bias.pl");
