//! Feed-forward networks as named tensors.

use crate::tensor_file::{Tensor, TensorFileError};
use network::{Activation, Layer, Network};

/// The weights of a network as tensors whose names begin with `prefix`.
pub fn tensors(prefix: &str, network: &Network) -> Vec<Tensor> {
    layer_tensors(prefix, &network.layers)
}

/// The network in the tensors whose names begin with `prefix`.
///
/// # Errors
/// When there is none.
pub fn network(prefix: &str, activation: Activation, tensors: &[Tensor]) -> Result<Network, TensorFileError> {
    let layers = layers(prefix, tensors)?;
    if layers.windows(2).all(|pair| pair[0].outputs == pair[1].inputs) {
        Ok(Network { activation, layers })
    } else {
        Err(TensorFileError::Damaged("its layers do not fit each other".to_owned()))
    }
}

/// Matrices as tensors whose names begin with `prefix`.
pub(crate) fn layer_tensors(prefix: &str, layers: &[Layer]) -> Vec<Tensor> {
    let mut tensors = Vec::new();
    for (index, layer) in layers.iter().enumerate() {
        let (weights, biases) = (layer.weights.clone(), layer.biases.clone());
        let shape = vec![layer.inputs, layer.outputs];
        tensors.push(Tensor { name: weights_name(prefix, index), shape, numbers: weights });
        let shape = vec![layer.outputs];
        tensors.push(Tensor { name: biases_name(prefix, index), shape, numbers: biases });
    }
    tensors
}

/// The matrices in the tensors whose names begin with `prefix`: at least one.
pub(crate) fn layers(prefix: &str, tensors: &[Tensor]) -> Result<Vec<Layer>, TensorFileError> {
    let find = |name: String| tensors.iter().find(|tensor| tensor.name == name);
    let mut layers: Vec<Layer> = Vec::new();
    while let (Some(weights), Some(biases)) =
        (find(weights_name(prefix, layers.len())), find(biases_name(prefix, layers.len())))
    {
        match (&weights.shape[..], &biases.shape[..]) {
            (&[inputs, outputs], &[same]) if outputs == same => layers.push(Layer {
                inputs,
                outputs,
                weights: weights.numbers.clone(),
                biases: biases.numbers.clone(),
            }),
            _ => return Err(TensorFileError::Damaged(format!("`{}` has a wrong shape", weights.name))),
        }
    }
    if layers.is_empty() {
        return Err(TensorFileError::Damaged(format!("it has no tensor `{}`", weights_name(prefix, 0))));
    }
    Ok(layers)
}

fn weights_name(prefix: &str, index: usize) -> String {
    format!("{prefix}.{index}.weights")
}

fn biases_name(prefix: &str, index: usize) -> String {
    format!("{prefix}.{index}.biases")
}
