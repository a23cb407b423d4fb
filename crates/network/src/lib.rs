//! Neural networks: feed-forward networks, Neural Logic Machines ([`logic`]) and hypergraph networks ([`hypergraph`]), with
//! training and evaluation written for the processor's vector instructions.
//!
//! A [`Network`] holds the parameters of a feed-forward network. [`Training`] holds the buffers for its gradients, [`Adam`] the
//! state of the optimiser, and an [`Evaluator`] a copy of the parameters arranged for search.
//!
//! Every entry of a product is summed in one fixed order, with fused multiply-adds, whatever the width of the processor's
//! vectors. So training and evaluation agree to the last bit, a state has the same outputs alone as in any batch, given as
//! sparse or dense inputs, and the same seed gives the same bytes on every machine. (The one exception is
//! [`Evaluator::evaluate_family`], which trades that for speed.)

mod activation;
mod adam;
mod columns;
#[cfg(feature = "cuda")]
mod cuda;
mod dropout;
mod evaluator;
mod family;
mod forward;
mod gradients;
pub mod hypergraph;
mod inputs;
mod layer;
pub mod logic;
mod parameters;
mod shape;
#[cfg(test)]
mod tests;
mod training;
mod workers;

pub use activation::{Activation, UnknownActivation};
pub use adam::{Adam, AdamSettings};
#[cfg(feature = "cuda")]
pub use cuda::{CudaError, CudaHypergraphTraining, CudaLogicTraining, CudaTraining};
pub use evaluator::Evaluator;
pub use gradients::Gradients;
pub use inputs::{Inputs, SparseRows};
pub use layer::Layer;
pub use parameters::Parameters;
pub use shape::Shape;
pub use training::Training;

use rand::Rng;

/// A feed-forward network: layers one after the other, with the activation after each but the last. Without hidden layers, it is
/// a linear model.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The activation of the hidden layers.
    pub activation: Activation,
    /// At least one; each takes as many inputs as the one before has outputs.
    pub layers: Vec<Layer>,
}

impl Network {
    /// A network with initial weights: all parameters uniform within ±1/√(number of inputs of their layer).
    pub fn new(shape: &Shape, rng: &mut impl Rng) -> Self {
        let layers = shape.layers().map(|(inputs, outputs)| Layer::random(inputs, outputs, rng)).collect();
        Network { activation: shape.activation, layers }
    }

    /// Widths and activation.
    pub fn shape(&self) -> Shape {
        let hidden = self.layers.split_last().map_or(&[][..], |(_, hidden)| hidden);
        Shape {
            inputs: self.inputs(),
            hidden: hidden.iter().map(|layer| layer.outputs).collect(),
            outputs: self.outputs(),
            activation: self.activation,
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.layers.first().map_or(0, |layer| layer.inputs)
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    /// All parameters, in a fixed order: each layer's weights, then its biases.
    pub fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        layer::parameters(&self.layers)
    }

    /// As [`parameters`](Self::parameters), mutable.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        layer::parameters_mut(&mut self.layers)
    }
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
