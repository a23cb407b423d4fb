//! The training data of an iteration.

use crate::{As, Rows};
use search::Budget;

/// The training data of an iteration, with seed, threads and budget: the same for both networks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingSet<'a> {
    pub rows: &'a Rows,
    /// By row: the cost.
    pub costs: &'a [f32],
    /// By row: a lower bound on the cost; empty if beliefs are not truncated.
    pub lower_bounds: &'a [f32],
    pub how: As,
    pub seed: u64,
    /// The number of the iteration.
    pub iteration: u64,
    pub threads: usize,
    pub budget: &'a Budget,
}
