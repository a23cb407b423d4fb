//! Networks and logic machines as named tensors.

use crate::net::Net;
use crate::network_tensors;
use crate::tensor_file::{Tensor, TensorFileError};
use crate::training::MachineSize;
use network::logic::{self, Machine};
use network::{Activation, Layer};

/// What tensors alone don't tell of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// It is a feed-forward network with this activation.
    Dense(Activation),
    /// It is a Neural Logic Machine of this shape.
    Logic(logic::Shape),
}

impl Form {
    /// That of a network.
    pub(crate) fn of(net: &Net) -> Self {
        match net {
            Net::Dense(network) => Self::Dense(network.activation),
            Net::Logic(machine) => Self::Logic(machine.shape().clone()),
        }
    }
}

/// The weights of a network as tensors whose names begin with `prefix`.
pub(crate) fn tensors(prefix: &str, net: &Net) -> Vec<Tensor> {
    network_tensors::layer_tensors(prefix, net.layers())
}

/// The network whose weights are the tensors with names that begin with `prefix`.
pub(crate) fn net(prefix: &str, form: &Form, tensors: &[Tensor]) -> Result<Net, TensorFileError> {
    match form {
        Form::Dense(activation) => network_tensors::network(prefix, *activation, tensors).map(Net::Dense),
        Form::Logic(shape) => machine(shape, &network_tensors::layers(prefix, tensors)?).map(Net::Logic),
    }
}

/// Nothing is made of a size that a file names before matrices of that size were found in it.
fn machine(shape: &logic::Shape, layers: &[Layer]) -> Result<Machine, TensorFileError> {
    let sizes = layers.iter().map(|layer| (layer.inputs, layer.outputs));
    if !could_be(shape) || !shape.matrices().into_iter().eq(sizes) {
        return Err(TensorFileError::Damaged("its matrices are not those of its logic machine".to_owned()));
    }
    let mut machine = Machine::zeros(shape);
    let read = layers.iter().flat_map(|layer| [&layer.weights, &layer.biases]);
    machine.parameters_mut().zip(read).for_each(|(own, read)| own.copy_from_slice(read));
    Ok(machine)
}

/// Can the sizes of a shape be computed with, and does it look at all of its inputs?
fn could_be(shape: &logic::Shape) -> bool {
    let is_moderate = |&number: &usize| u32::try_from(number).is_ok();
    (1..=MachineSize::MOST_DEPTH).contains(&shape.depth)
        && shape.breadth <= MachineSize::MOST_BREADTH
        && [shape.width, shape.outputs].iter().chain(&shape.inputs).all(is_moderate)
        && shape.inputs.iter().skip(shape.breadth + 1).all(|&inputs| inputs == 0)
}
