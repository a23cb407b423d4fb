//! What networks see of a state.

use crate::Predecessors;

/// What networks see of the states of some space, which are given as the words they are packed into.
pub trait AnyEncoding: Send + Sync {
    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Appends the inputs of a state that are not 0, with their places, in ascending order of these.
    fn encode(&self, state: &[u64], inputs: &mut Vec<(u32, f32)>);

    /// What the cost of a state is known to be at least.
    fn lower_bound(&self, state: &[u64]) -> u32;
}

/// What networks see of a state: a fixed number of inputs, most of them 0 or 1 for raw encodings, numbers from 0 to 1 for
/// features.
pub trait Encoding<S: Predecessors> {
    /// The number of inputs.
    fn inputs(&self) -> usize;

    /// Appends the inputs of a state that are not 0, with their places, in ascending order of these.
    fn encode(&self, space: &S, state: &S::State, inputs: &mut Vec<(u32, f32)>);

    /// What the cost of a state is known to be at least: 0, or the largest admissible feature.
    fn lower_bound(&self, space: &S, state: &S::State) -> u32;

    /// The same for many states.
    fn lower_bounds<'a>(&self, space: &S, states: impl Iterator<Item = &'a S::State>) -> Vec<u32>
    where
        S::State: 'a,
    {
        states.map(|state| self.lower_bound(space, state)).collect()
    }
}
