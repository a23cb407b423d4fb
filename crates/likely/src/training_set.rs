//! What there is to learn.

use crate::{As, Rows};
use search::Budget;

/// What there is to learn in an iteration, and the circumstances: the same for both networks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingSet<'a> {
    pub rows: &'a Rows,
    /// By row.
    pub costs: &'a [f32],
    /// What costs are known to be at least, by row; none where that does not count.
    pub lower_bounds: &'a [f32],
    pub how: As,
    pub seed: u64,
    /// The number of the iteration.
    pub iteration: u64,
    pub threads: usize,
    pub budget: &'a Budget,
}
