//! Networks that searches can't use.

use network::{Activation, Layer, Network};
use std::fmt;

/// Why a network can't be evaluated incrementally along the paths of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It does not have exactly one hidden layer.
    Layers {
        /// The number of its hidden layers.
        hidden: usize,
    },
    /// Its hidden layer is not a rectified linear one.
    Activation,
    /// It has another number of inputs than the encoding.
    Inputs {
        /// The number of its inputs.
        found: usize,
        /// That of the encoding.
        expected: usize,
    },
    /// Its hidden layer is too wide, or has no units.
    Width {
        /// Its width.
        found: usize,
        /// The largest width.
        most: usize,
    },
    /// It lacks outputs that the reading takes.
    Outputs {
        /// The number of its outputs.
        found: usize,
    },
    /// Its beliefs are truncated Gaussians, which are not supported.
    Truncated,
    /// Some of its numbers are missing or infinite.
    Numbers,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Layers { hidden } => write!(f, "the network has {hidden} hidden layers instead of one"),
            Self::Activation => f.write_str("the network's hidden layer is not a rectified linear one"),
            Self::Inputs { found, expected } => {
                write!(f, "the network has {found} inputs where states have {expected}")
            }
            Self::Width { found, most } => {
                write!(f, "the network's hidden layer has {found} units; searches need 1 to {most}")
            }
            Self::Outputs { found } => {
                write!(f, "the network has {found} outputs instead of a mean and a spread")
            }
            Self::Truncated => {
                f.write_str("the network believes truncated Gaussians, which searches in puzzles can't read")
            }
            Self::Numbers => f.write_str("some of the network's numbers are missing or infinite"),
        }
    }
}

impl std::error::Error for Unfit {}

/// The largest width of a hidden layer.
pub(super) const WIDEST: usize = 64;

/// The two layers of a network that can be used with `inputs` inputs.
pub(super) fn layers(network: &Network, inputs: usize) -> Result<(&Layer, &Layer), Unfit> {
    let [first, last] = &network.layers[..] else {
        return Err(Unfit::Layers { hidden: network.layers.len().saturating_sub(1) });
    };
    if network.activation != Activation::Relu {
        return Err(Unfit::Activation);
    }
    if first.inputs != inputs {
        return Err(Unfit::Inputs { found: first.inputs, expected: inputs });
    }
    if !(1..=WIDEST).contains(&first.outputs) {
        return Err(Unfit::Width { found: first.outputs, most: WIDEST });
    }
    if !(1..=2).contains(&last.outputs) {
        return Err(Unfit::Outputs { found: last.outputs });
    }
    if first.outputs != last.inputs || !is_complete(first) || !is_complete(last) {
        return Err(Unfit::Numbers);
    }
    Ok((first, last))
}

fn is_complete(layer: &Layer) -> bool {
    let is_finite = |numbers: &[f32]| numbers.iter().all(|number| number.is_finite());
    layer.inputs.checked_mul(layer.outputs) == Some(layer.weights.len())
        && layer.biases.len() == layer.outputs
        && is_finite(&layer.weights)
        && is_finite(&layer.biases)
}
