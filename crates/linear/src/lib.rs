//! Linear models over sparse rows of numbers: weights for columns.
//!
//! [`regress`] is Bayesian regression in closed form, [`rank`] learns from pairs of which one is better, and a [`MonotoneFit`] makes costs of
//! scores that only rank.
#![forbid(unsafe_code)]

mod monotone;
mod ranking;
mod regression;
mod sparse;

pub use monotone::{Knot, MonotoneFit};
pub use ranking::{Bagging, Pairs, Penalty, RankOptions, rank, rank_bagged};
pub use regression::{Posterior, regress};
pub use sparse::{SparseMatrix, difference, dot};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
