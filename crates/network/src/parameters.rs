//! The parameters of networks of all kinds.

use super::logic::Machine;
use super::{Network, hypergraph};

/// The parameters of a network, in slices whose order is fixed.
pub trait Parameters {
    /// All of them.
    fn parameters(&self) -> impl Iterator<Item = &[f32]>;

    /// All of them, mutable.
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
