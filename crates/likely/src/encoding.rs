//! Encodings: the inputs of networks for a state.

use crate::Predecessors;

/// An encoding of the states of some space, which are given as the words they are packed into.
pub trait AnyEncoding: Send + Sync {
    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Appends the nonzero inputs of a state with their indices, in ascending order.
    fn encode(&self, state: &[u64], inputs: &mut Vec<(u32, f32)>);

    /// A lower bound on the cost of a state.
    fn lower_bound(&self, state: &[u64]) -> u32;
}

/// An encoding of states: a fixed number of inputs, sparse zeros and ones for raw encodings, numbers from 0 to 1 for features.
pub trait Encoding<S: Predecessors> {
    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Appends the nonzero inputs of a state with their indices, in ascending order.
    fn encode(&self, space: &S, state: &S::State, inputs: &mut Vec<(u32, f32)>);

    /// A lower bound on the cost of a state: 0, or the largest admissible feature.
    fn lower_bound(&self, space: &S, state: &S::State) -> u32;

    /// The same for many states.
    fn lower_bounds<'a>(&self, space: &S, states: impl Iterator<Item = &'a S::State>) -> Vec<u32>
    where
        S::State: 'a,
    {
        states.map(|state| self.lower_bound(space, state)).collect()
    }
}
