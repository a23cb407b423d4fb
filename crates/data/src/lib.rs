//! Data sets: states labelled with their costs to the goal, and how they are made.
//!
//! A [`DataSet`] is self-contained: it holds the PDDL of its domain and problems, so that nothing else is needed to learn
//! from it. It is stored in a Parquet file ([`DataSet::read`], [`DataSet::to_bytes`]) with one row for each state. [`label`] makes
//! them: it comes upon states and asks a teacher for their costs.
#![forbid(unsafe_code)]

mod combine;
mod data_set;
mod file;
mod fold;
mod ground;
pub mod label;
pub mod regression;
mod split;
mod state_text;

pub use combine::MergeError;
pub use data_set::{DataSet, Origin, Problem, Row, Source, Tally};
pub use file::{DataFileError, FORMAT};
pub use fold::Together;
pub use ground::TaskError;
pub use split::{Ratios, Split};
pub use state_text::{StateText, StateTextError, atom_text};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
