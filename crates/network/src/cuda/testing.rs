//! Helpers for tests of training on a GPU.

/// The largest difference.
pub(super) fn distance<'a>(
    left: impl IntoIterator<Item = &'a f32>,
    right: impl IntoIterator<Item = &'a f32>,
) -> f32 {
    left.into_iter().zip(right).map(|(left, right)| (left - right).abs()).fold(0.0, f32::max)
}
