//! What training changes.

use super::logic::Machine;
use super::{Network, hypergraph};

/// Numbers that training changes, in slices whose order never changes.
pub trait Parameters {
    /// All of them.
    fn parameters(&self) -> impl Iterator<Item = &[f32]>;

    /// All of them, to be changed.
    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]>;
}

impl Parameters for Network {
    fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        self.parameters()
    }

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.parameters_mut()
    }
}

impl Parameters for Machine {
    fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        self.parameters()
    }

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.parameters_mut()
    }
}

impl Parameters for hypergraph::Network {
    fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        self.parameters()
    }

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.parameters_mut()
    }
}
