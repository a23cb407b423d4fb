//! Training on a GPU, by programs of our own that are compiled when training begins.
//!
//! The steps are those of [`Training`](super::Training), [`Gradients`](super::Gradients) and
//! [`Adam`](super::Adam), but sums are added up in another order and with other rounding, so that results are near those
//! of the processor, not equal.

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
