//! STRIPS hypergraph networks (Shen, Trevizan & Thiébaux, ICAPS 2020): from hypergraphs of any size to outputs.
//!
//! In planning, nodes are facts, and edges are actions, from their preconditions (senders) to their add effects (receivers).
//! Encoders map the features of each node, of each edge and of the whole graph to vectors of length [`Shape::hidden`]. Then, at
//! each step of message passing,
//!
//! 1. an edge is updated from its own vectors and those of its receivers and its senders, each in a role of its own;
//! 2. a node is updated from the sum of the edges that it receives from, and its own vectors;
//! 3. the global vector is updated from the sum of all edges, the sum of all nodes, and its own vectors.
//!
//! "Own vectors" are the encoding followed by the current vector, and likewise for receivers and senders. A decoder maps the
//! global vector after each step to outputs. Encoders, updates and decoder have two layers with leaky rectifiers each; outputs are
//! one more layer, which is linear. All steps share the same layers.
//!
//! A [`Network`] holds the parameters, a [`Graph`] is what the states of a task share, [`States`] are the inputs of a network,
//! [`Training`] computes gradients for [`Adam`](super::Adam), and an [`Evaluator`] is for search. Nothing is concatenated
//! (see `packed.rs`) and nothing is padded: a node is multiplied by the matrix of a role once if it has the role in any
//! edge, and the products are gathered for each edge.
//!
//! As for dense networks, all sums are taken in one fixed order: training and evaluation agree to the last bit, a state
//! has the same outputs alone as in any batch, and gradients do not depend on the number of threads.
//!
//! # Why training depends on the seed, and what mends it
//!
//! Measured on blocks, with initial weights as PyTorch draws them ([`Initialisation::Faithful`]), five seeds each:
//!
//! - *The state is all but lost.* Each update shrinks the differences between states, while biases and the encodings of
//!   nodes and edges do not shrink. After ten steps with 10 blocks, the entries of the global vector are 1.7 to 3.6 (root mean
//!   square), of which only 0.002 to 0.013 depend on the state and its goal; outputs of two states differ by 1e-4 to 2e-3.
//!   Training first finds the mean for each size, and stays there until it has amplified these small differences: with 8 to
//!   16 blocks and batches of 16, where that mean leaves an error of 10.5, all seeds are at 9 to 13 after 240 steps.
//! - *Facts that many actions add explode.* Half of all actions leave the arm empty. Their edges are summed for that fact,
//!   and updated from it: a loop whose gain grows with their number. From step to step, gradients change by factors of
//!   0.1 to 0.16 with 5 blocks, 0.3 to 0.6 with 10, 0.5 to 1.0 with 16, and 2 to 3.6 with 30. There, the vectors of nodes
//!   are 800 to 100,000 times larger after the last step than after the first, and gradients have norms of 3e5 to 2e7 (5
//!   to 12 with 10 blocks). Problems of up to 16 blocks are at the edge of stability: chance decides.
//!
//! [`Initialisation::Mended`] changes nothing but the initial weights. Weights are scaled to keep the size of activations, those
//! of sums and counts are divided by the number of terms, and biases are 0, so that they don't drown the state. Mended for 10
//! blocks, the vectors of nodes change by factors of 0.7 to 2.1 over the steps with up to 16 blocks; with 30, by 2 to 350.
//! [`Reception::Mean`] changes the network: the gain does not depend on the number of edges, and the factors are 0.7 to
//! 3.5 from 5 to 30 blocks.
//!
//! No initialisation keeps training from raising the gain. Trained on 5 to 10 blocks for 320 steps, two seeds each, networks
//! with sums have mean squared errors of 5e2 and 8e7 (faithful), 8e10 and 1e12 (mended) with 30 blocks, and those with means
//! 81 and 93. So it takes means to generalise beyond the sizes that were trained on.
//!
//! Mean squared errors on other states after 480 steps of Adam at 0.001 with 32 states of 5 to 10 blocks each, the least of
//! the last three of eight measurements. The target is twice the number of blocks that have to be moved; its variance is
//! 15.5, and 7.8 for a given number of blocks. No seed failed for good, but they differ in their progress:
//!
//! | seed | 0 | 1 | 2 | 3 | 4 |
//! | --- | --- | --- | --- | --- | --- |
//! | faithful | 4.2 | 2.8 | 2.6 | 3.8 | 3.4 |
//! | mended | 2.3 | 0.3 | 1.4 | 1.3 | 3.2 |
//! | mended, means | 0.5 | 1.0 | 0.7 | 1.2 | 0.9 |

mod backward;
mod evaluator;
mod graph;
mod initialisation;
mod kernels;
mod packed;
mod pass;
mod plan;
mod shape;
mod states;
#[cfg(test)]
mod tests;
mod trace;
mod training;

pub use evaluator::Evaluator;
pub use graph::{Edge, Graph, GraphError};
pub use initialisation::{Counts, Initialisation};
pub use shape::{EDGE_FEATURES, GLOBAL_FEATURES, NODE_FEATURES, Reception, Roles, Shape};
pub use states::States;
pub use training::{Answers, Training};

#[cfg(feature = "cuda")]
pub(super) use graph::Lists;
#[cfg(feature = "cuda")]
pub(super) use shape::{
    DECODE, ENCODE_EDGE, ENCODE_GLOBAL, ENCODE_NODE, OUTPUT, UPDATE_EDGE, UPDATE_GLOBAL, UPDATE_NODE,
};

use super::layer::{self, Layer};
use rand::Rng;

/// The parameters of a hypergraph network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    layers: Vec<Layer>,
}

impl Network {
    /// A network with initial weights.
    pub fn new(shape: &Shape, initialisation: Initialisation, rng: &mut impl Rng) -> Self {
        initialisation::network(shape, initialisation, rng)
    }

    /// A network of zeros, to be filled in.
    pub fn zeros(shape: &Shape) -> Self {
        Network::with(shape, Layer::zeros)
    }

    fn with(shape: &Shape, mut layer: impl FnMut(usize, usize) -> Layer) -> Self {
        let layers = shape.matrices().into_iter().map(|(inputs, outputs)| layer(inputs, outputs)).collect();
        Network { shape: shape.clone(), layers }
    }

    /// Its sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The matrices: two for each of the encoders of nodes, edges and global features, two for each of the updates of edges, nodes
    /// and the global vector, three for the decoder. Each has a row for each input.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// All parameters, in a fixed order: each matrix, then its biases.
    pub fn parameters(&self) -> impl Iterator<Item = &[f32]> {
        layer::parameters(&self.layers)
    }

    /// As [`parameters`](Self::parameters), mutable.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        layer::parameters_mut(&mut self.layers)
    }
}
