//! Training on a GPU, by CUDA programs that are compiled when training begins.
//!
//! The steps are those of [`Training`](super::Training), [`Gradients`](super::Gradients) and
//! [`Adam`](super::Adam), but sums have another order and rounding, so that results are close to those of the processor,
//! not equal.

mod dense;
mod hypergraph;
mod logic;
mod optimiser;
#[cfg(test)]
mod testing;

pub use dense::CudaTraining;
pub use gpu::CudaError;
pub use hypergraph::CudaHypergraphTraining;
pub use logic::CudaLogicTraining;
