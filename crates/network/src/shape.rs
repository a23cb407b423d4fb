//! The shape of a feed-forward network.

use super::Activation;

/// The widths of a network's layers, and their activation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The number of inputs.
    pub inputs: usize,
    /// The width of each hidden layer; none for a linear model.
    pub hidden: Vec<usize>,
    /// The number of outputs.
    pub outputs: usize,
    /// The activation of hidden layers.
    pub activation: Activation,
}

impl Shape {
    /// Inputs and outputs of each layer.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> {
        let inputs = std::iter::once(self.inputs).chain(self.hidden.iter().copied());
        let outputs = self.hidden.iter().copied().chain(std::iter::once(self.outputs));
        inputs.zip(outputs)
    }
}
