//! Weisfeiler-Leman features of planning states.
//!
//! A state and its goal make a [`Graph`] of objects and atoms. Its nodes have colours, which are refined by those of their neighbours,
//! and a state is described by how many nodes have each colour that was met in training: a [`Palette`]. The numbers mean the
//! same in every task of a domain, however large. A [`Follower`] goes from state to state and counts anew only what has changed.
#![forbid(unsafe_code)]

mod colour;
mod follower;
mod graph;
mod key;
mod options;
mod palette;
mod tally;
mod vocabulary;
mod words;

pub use colour::{Colour, Neighbour};
pub use follower::{Follower, Tally};
pub use graph::{Graph, NoGraph, Status};
pub use options::{Facts, Neighbours, Options};
pub use palette::{NoPalette, Palette, PaletteText};
pub use tally::{ColourCounts, WeightSum};
pub use vocabulary::Vocabulary;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
