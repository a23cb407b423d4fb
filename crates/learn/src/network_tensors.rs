//! Networks as named tensors.

use crate::tensor_file::{Tensor, TensorFileError};
use network::{Activation, Layer, Network};

/// The weights of a network as tensors whose names begin with `prefix`.
pub(crate) fn tensors(prefix: &str, network: &Network) -> Vec<Tensor> {
    let mut tensors = Vec::new();
    for (index, layer) in network.layers.iter().enumerate() {
        let (weights, biases) = (layer.weights.clone(), layer.biases.clone());
        let shape = vec![layer.inputs, layer.outputs];
        tensors.push(Tensor { name: format!("{prefix}.{index}.weights"), shape, numbers: weights });
        let shape = vec![layer.outputs];
        tensors.push(Tensor { name: format!("{prefix}.{index}.biases"), shape, numbers: biases });
    }
    tensors
}

/// The network whose weights are the tensors with names that begin with `prefix`.
pub(crate) fn network(
    prefix: &str,
    activation: Activation,
    tensors: &[Tensor],
) -> Result<Network, TensorFileError> {
    let find = |name: String| tensors.iter().find(|tensor| tensor.name == name);
    let mut layers: Vec<Layer> = Vec::new();
    while let (Some(weights), Some(biases)) = (
        find(format!("{prefix}.{}.weights", layers.len())),
        find(format!("{prefix}.{}.biases", layers.len())),
    ) {
        let fits = |inputs| layers.last().is_none_or(|before| before.outputs == inputs);
        match (&weights.shape[..], &biases.shape[..]) {
            (&[inputs, outputs], &[same]) if outputs == same && fits(inputs) => layers.push(Layer {
                inputs,
                outputs,
                weights: weights.numbers.clone(),
                biases: biases.numbers.clone(),
            }),
            _ => return Err(TensorFileError::Damaged(format!("`{}` has a wrong shape", weights.name))),
        }
    }
    if layers.is_empty() {
        return Err(TensorFileError::Damaged(format!("it has no tensor `{prefix}.0.weights`")));
    }
    Ok(Network { activation, layers })
}
