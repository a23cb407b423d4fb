//! Puzzles by name: their state spaces, heuristics and instances, and the searches compiled for each space and heuristic.
//!
//! Inner loops run in code specialised for the space and the heuristic; callers see only trait objects ([`AnySpace`], [`Solver`]).
//! The choice is dispatched on once per search, and crates that use this one don't compile the searches again.
#![forbid(unsafe_code)]

mod any_space;
mod blocks;
mod catalogue;
mod declaration;
mod guided;
mod heuristic;
mod pancake;
mod puzzle;
mod search;
mod state_heuristic;
mod tiles;

pub use any_space::{AnySpace, NoSolver, Solver, Start};
pub use catalogue::PUZZLES;
pub use declaration::{Benchmark, Declaration, Opened};
pub use guided::guided;
pub use heuristic::{Notice, Resources};
pub use puzzle::Refusal;
pub use search::{Algorithm, Search};
pub use state_heuristic::StateHeuristic;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
