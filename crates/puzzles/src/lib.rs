//! State spaces written by hand: sliding tiles, pancakes, blocks, with their classic heuristics.
//!
//! Written by hand for speed: a move and its effect on the heuristic take a few nanoseconds in IDA\*.

pub mod blocks;
mod distances;
mod fields;
mod packed;
pub mod pancake;
mod pattern_error;
mod permutation;
#[cfg(test)]
mod planner;
pub mod tables;
pub mod tiles;
mod walk;

pub use distances::{Distances, Ranked, TooManyStates, distances};
pub use packed::{FromScratch, Packed, Rooted};
pub use pattern_error::PatternError;
pub use walk::walk;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
