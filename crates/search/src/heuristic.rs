//! Estimates of the cost that is still to come.

use crate::StateSpace;

/// Estimates the cost of the cheapest way from a state to a goal.
pub trait Heuristic<S: StateSpace> {
    /// The estimate, or `None` if there is certainly no way to a goal.
    fn estimate(&mut self, space: &S, state: &[u64]) -> Option<u32>;
}

/// Knows nothing but that a state that is not a goal needs at least one action.
#[derive(Clone, Copy, Debug)]
pub struct Blind {
    cheapest: u32,
}

impl Blind {
    /// For a space in which no action costs less than `cheapest`.
    pub fn new(cheapest: u32) -> Self {
        Self { cheapest }
    }
}

impl<S: StateSpace> Heuristic<S> for Blind {
    fn estimate(&mut self, space: &S, state: &[u64]) -> Option<u32> {
        Some(if space.is_goal(state) { 0 } else { self.cheapest })
    }
}
