//! Networks of all kinds as named tensors.

use crate::linear_model::{LinearForm, LinearModel};
use crate::linear_tensors;
use crate::net::{Net, NetShape};
use crate::network_tensors;
use crate::tensor_file::{Tensor, TensorFileError};
use crate::training::{HypergraphDesign, MachineSize};
use network::logic::{self, Machine};
use network::{Activation, Layer, Parameters, hypergraph};

/// The kind of a network and what its tensors alone don't determine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// It is a feed-forward network with this activation.
    Dense(Activation),
    /// It is a Neural Logic Machine of this shape.
    Logic(logic::Shape),
    /// It is a hypergraph network of this shape.
    Hypergraph(hypergraph::Shape),
    /// It is a linear model with these numbers.
    Linear(LinearForm),
}

impl Form {
    /// The form of networks of a shape.
    pub(crate) fn of_shape(shape: NetShape) -> Self {
        match shape {
            NetShape::Dense(shape) => Self::Dense(shape.activation),
            NetShape::Logic(shape) => Self::Logic(shape),
            NetShape::Hypergraph(shape) => Self::Hypergraph(shape),
            NetShape::Linear(inputs) => Self::Linear(LinearModel::zeros(inputs).form()),
        }
    }

    /// The form of a network.
    pub(crate) fn of(net: &Net) -> Self {
        match net {
            Net::Linear(model) => Self::Linear(model.form()),
            net => Self::of_shape(net.shape()),
        }
    }
}

/// The weights of a network as tensors whose names begin with `prefix`.
pub(crate) fn tensors(prefix: &str, net: &Net) -> Vec<Tensor> {
    match net {
        Net::Linear(model) => linear_tensors::tensors(model),
        net => network_tensors::layer_tensors(prefix, net.layers()),
    }
}

/// The network in the tensors whose names begin with `prefix`.
pub(crate) fn net(prefix: &str, form: &Form, tensors: &[Tensor]) -> Result<Net, TensorFileError> {
    // No memory is taken for a size that a file declares before matrices of that size have been found in it.
    match form {
        Form::Dense(activation) => network_tensors::network(prefix, *activation, tensors).map(Net::Dense),
        Form::Logic(shape) => {
            let layers = network_tensors::layers(prefix, tensors)?;
            check(could_be_machine(shape) && fit(&shape.matrices(), &layers))?;
            Ok(Net::Logic(filled(Machine::zeros(shape), &layers)))
        }
        Form::Hypergraph(shape) => {
            let layers = network_tensors::layers(prefix, tensors)?;
            check(could_be_hypergraph_network(shape) && fit(&shape.matrices(), &layers))?;
            Ok(Net::Hypergraph(filled(hypergraph::Network::zeros(shape), &layers)))
        }
        Form::Linear(form) => linear_tensors::model(*form, tensors).map(Net::Linear),
    }
}

fn check(is_right: bool) -> Result<(), TensorFileError> {
    let wrong = || TensorFileError::Damaged("its matrices are not those of its network".to_owned());
    is_right.then_some(()).ok_or_else(wrong)
}

fn fit(sizes: &[(usize, usize)], layers: &[Layer]) -> bool {
    sizes.iter().copied().eq(layers.iter().map(|layer| (layer.inputs, layer.outputs)))
}

fn filled<N: Parameters>(mut network: N, layers: &[Layer]) -> N {
    let read = layers.iter().flat_map(|layer| [&layer.weights, &layer.biases]);
    network.parameters_mut().zip(read).for_each(|(own, read)| own.copy_from_slice(read));
    network
}

/// Are the sizes of a shape moderate enough to compute with, and does its breadth cover all of its inputs?
fn could_be_machine(shape: &logic::Shape) -> bool {
    (1..=MachineSize::MOST_DEPTH).contains(&shape.depth)
        && shape.breadth <= MachineSize::MOST_BREADTH
        && [shape.width, shape.outputs].iter().chain(&shape.inputs).all(is_moderate)
        && shape.inputs.iter().skip(shape.breadth + 1).all(|&inputs| inputs == 0)
}

/// Are the sizes of a shape moderate enough to compute with?
fn could_be_hypergraph_network(shape: &hypergraph::Shape) -> bool {
    (1..=HypergraphDesign::MOST_RECURSIONS).contains(&shape.steps)
        && (1..=HypergraphDesign::MOST_WIDTH).contains(&shape.hidden)
        && [shape.roles.senders, shape.roles.receivers, shape.outputs].iter().all(is_moderate)
}

fn is_moderate(number: &usize) -> bool {
    u32::try_from(*number).is_ok()
}
