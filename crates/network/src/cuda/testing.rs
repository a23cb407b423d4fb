//! What tests of training on a GPU share.

use gpu::CudaError;

/// What is on a GPU, if there is one: without, there is nothing to compare.
pub(super) fn if_there<T>(training: Result<T, CudaError>) -> Option<T> {
    match training {
        Err(CudaError::NoDriver | CudaError::NoDevice { .. } | CudaError::NoCompiler) => None,
        training => Some(training.expect("training on the GPU")),
    }
}

/// The largest difference.
pub(super) fn distance<'a>(
    left: impl IntoIterator<Item = &'a f32>,
    right: impl IntoIterator<Item = &'a f32>,
) -> f32 {
    left.into_iter().zip(right).map(|(left, right)| (left - right).abs()).fold(0.0, f32::max)
}
