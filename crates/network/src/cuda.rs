//! Training on a GPU, by a framework's tensors; all that this crate uses of the framework is here.
//!
//! The steps are those of [`Training`](super::Training), [`Gradients`](super::Gradients) and
//! [`Adam`](super::Adam), but sums are added up in another order and with other rounding, so that results are near those
//! of the processor, not equal.

mod error;
#[cfg(feature = "cuda")]
mod requirements;
mod steps;
#[cfg(all(test, feature = "cuda-tests"))]
mod tests;
#[cfg(feature = "cuda")]
mod training;

pub use error::CudaError;
#[cfg(feature = "cuda")]
pub use training::CudaTraining;
