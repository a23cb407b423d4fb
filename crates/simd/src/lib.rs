//! Kernels compiled for the vectors of the processor at hand: products of matrices and elementary functions of `f32`.
//!
//! Every number a product yields is summed up in one fixed order, with fused multiply-adds, whatever the width of the
//! vectors, so that the same numbers have the same product on every machine.

mod aligned;
pub mod math;
pub mod panels;
mod processor;
pub mod product;

pub use aligned::{Aligned, LINE};
pub use processor::{Kernel, Processor, Vector};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
