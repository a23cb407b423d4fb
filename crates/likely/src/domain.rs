//! Where heuristics are grown.

use crate::{Encoding, Predecessors};

/// Where a heuristic is grown: a space, what networks see of its states, and the states that it is grown from.
#[derive(Debug)]
pub struct Domain<'a, S: Predecessors, E> {
    /// The space.
    pub space: &'a S,
    /// What networks see of states.
    pub encoding: &'a E,
    /// States to end in, at least one. Each task is a walk from one of them, chosen by chance.
    pub goals: &'a [S::State],
}

impl<S: Predecessors, E> Clone for Domain<'_, S, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Predecessors, E> Copy for Domain<'_, S, E> {}

impl<S: Predecessors, E: Encoding<S>> Domain<'_, S, E> {
    /// The number of inputs of a network.
    pub(crate) fn inputs(&self) -> usize {
        self.encoding.inputs()
    }
}
