//! Neural Logic Machines (Dong et al., ICLR 2019): from facts about any number of objects to outputs.
//!
//! A level has features of the state, of each object, of each pair and of each triple of objects: arities 0 to 3. A layer
//! computes those of the next level, arity by arity, with the same matrix for all tuples of objects. Its inputs for a tuple
//! are, one after the other,
//!
//! 1. the features of the tuple without its last object,
//! 2. the features of the tuple,
//! 3. for each feature of the tuples with one object more at the end, the least value, and after all of these
//! 4. the greatest values,
//!
//! and then the same again for each other order of the tuple's objects: for a pair (x, y) those of (x, y), then of (y, x);
//! for a triple (x, y, z) those of (x, y, z), (x, z, y), (y, x, z), (z, x, y), (y, z, x), (z, y, x). That is how
//! `permute` with all of `itertools.permutations` yields them in PyTorch. Hidden layers take the sigmoid of their sums. The
//! outputs are what the last layer computes for the state, without sigmoid.
//!
//! A [`Machine`] holds the parameters, [`States`] are its inputs, [`Training`] computes gradients for [`Adam`](super::Adam),
//! and an [`Evaluator`] is for search. States of a batch may have different numbers of objects; nothing is padded to the
//! largest, and no tensor is expanded or permuted (see `packed.rs` and `triples.rs`). Without any objects, least and greatest
//! values are 0. Work and memory grow with the cube of the number of objects.
//!
//! As for dense networks, all sums are taken in one fixed order: training and evaluation agree to the last bit, a state
//! has the same outputs alone as in any batch, and gradients do not depend on the number of threads.

mod backward;
mod changes;
mod evaluator;
mod follow;
mod groups;
mod layout;
mod packed;
mod pairs;
mod pass;
mod reduction;
mod shape;
mod states;
#[cfg(test)]
mod tests;
mod training;
mod triples;
mod triples_backward;

pub use evaluator::Evaluator;
pub use shape::{ARITIES, Shape};
pub use states::{Fact, States};
pub use training::Training;

#[cfg(feature = "cuda")]
pub(super) use layout::tuples;
#[cfg(feature = "cuda")]
pub(super) use shape::{orders, sources};

use super::layer::{self, Layer};
use rand::Rng;

/// The parameters of a Neural Logic Machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    shape: Shape,
    /// A matrix for each place of [`Shape::places`].
    layers: Vec<Layer>,
}

impl Machine {
    /// A machine with initial weights: all parameters uniform within ±1/√(number of inputs of their matrix).
    pub fn new(shape: &Shape, rng: &mut impl Rng) -> Self {
        Machine::with(shape, |inputs, outputs| Layer::random(inputs, outputs, rng))
    }

    /// A machine of zeros, to be filled in.
    pub fn zeros(shape: &Shape) -> Self {
        Machine::with(shape, Layer::zeros)
    }

    fn with(shape: &Shape, mut layer: impl FnMut(usize, usize) -> Layer) -> Self {
        let matrices = shape.matrices().into_iter();
        Machine {
            shape: shape.clone(),
            layers: matrices.map(|(inputs, outputs)| layer(inputs, outputs)).collect(),
        }
    }

    /// Its sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The matrices, one for each of [`Shape::places`], each with a row for each input.
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
