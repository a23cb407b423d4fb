//! Access to NVIDIA GPUs: their memory, and programs that are compiled at run time. Empty without the feature `cuda`.
#![cfg(feature = "cuda")]

mod error;
mod gpu;
mod requirements;
pub mod testing;

pub use error::CudaError;
pub use gpu::{Gpu, Programs, THREADS, blocks};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
