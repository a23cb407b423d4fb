//! The 8-puzzle: its vocabulary for rules, its states with their costs, and the search, walks and measures that learning needs.
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

/// The kind of states that rules about the 8-puzzle name in their text.
pub const ABOUT: &str = "8-puzzle";

/// The background knowledge: which tile lies on which square, rows and columns, tiles in place.
pub const BACKGROUND: &str = include_str!("puzzle8/bk.pl");

/// The bias: 41 predicates, with six variables and eight literals at most. The head is `f/1`, of a state.
pub const BIAS: &str = include_str!("puzzle8/bias.pl");
