//! Kernels that use the widest vector instructions of the processor at hand: matrix products and elementary functions of `f32`.
//!
//! Every sum of a product is added up in one fixed order, with fused multiply-adds, whatever the width of the vectors.
//! So the same matrices have the same product on every machine.

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
