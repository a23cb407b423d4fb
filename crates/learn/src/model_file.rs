//! Model files: a [`tensor_file`] of kind `model`. Layer `i` has the tensors `layers.i.weights`, with one row for each of its
//! inputs, and `layers.i.biases`. The description is an [`About`] with the activation of a feed-forward network, or the shape
//! of a logic machine or hypergraph network, whose matrices these are. A linear model has `linear.weights`, and `linear.factor` or
//! `linear.knots` for its spread.
//!
//! A calibrated model has its thresholds of trust ([`threshold_tensors`]). One whose quantiles were fitted to known costs has
//! their `dial` in its description.

use belief::{Calibration, Dial};
use serde::{Deserialize, Serialize};

use crate::linear_model::LinearForm;
use crate::model::{About, Model};
use crate::net_tensors::{Form, net, tensors};
use crate::tensor_file::{self, TensorFileError};
use crate::threshold_tensors;
use network::{Activation, hypergraph, logic};

/// The kind of such a file.
pub const KIND: &str = "model";

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    activation: Option<Activation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<logic::Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hypergraph: Option<hypergraph::Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    linear: Option<LinearForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dial: Option<&'a Dial>,
    about: &'a About,
}

#[derive(Deserialize)]
struct Read {
    activation: Option<Activation>,
    machine: Option<logic::Shape>,
    hypergraph: Option<hypergraph::Shape>,
    linear: Option<LinearForm>,
    dial: Option<Dial>,
    about: About,
}

/// A model as the bytes of a file.
///
/// # Errors
/// When the model could not be read again.
pub fn write(model: &Model) -> Result<Vec<u8>, TensorFileError> {
    let (mut activation, mut machine, mut hypergraph, mut linear) = (None, None, None, None);
    match Form::of(&model.network) {
        Form::Dense(given) => activation = Some(given),
        Form::Logic(shape) => machine = Some(shape),
        Form::Hypergraph(shape) => hypergraph = Some(shape),
        Form::Linear(form) => linear = Some(form),
    }
    let Calibration { thresholds, dial } = &model.calibration;
    let (dial, about) = (dial.as_ref(), &model.about);
    let written = Written { activation, machine, hypergraph, linear, dial, about };
    let mut tensors = tensors("layers", &model.network);
    tensors.extend(thresholds.iter().flat_map(threshold_tensors::tensors));
    tensor_file::write(KIND, &written, &tensors)
}

/// The model in the bytes of a file.
///
/// # Errors
/// Says why there is none.
pub fn read(bytes: &[u8]) -> Result<Model, TensorFileError> {
    let (read, tensors): (Read, _) = tensor_file::read(bytes, KIND)?;
    let form = match (read.activation, read.machine, read.hypergraph, read.linear) {
        (Some(activation), None, None, None) => Form::Dense(activation),
        (None, Some(shape), None, None) => Form::Logic(shape),
        (None, None, Some(shape), None) => Form::Hypergraph(shape),
        (None, None, None, Some(form)) => Form::Linear(form),
        _ => return Err(TensorFileError::Damaged("it does not say what its network is".to_owned())),
    };
    let network = net("layers", &form, &tensors)?;
    let calibration = Calibration { thresholds: threshold_tensors::thresholds(&tensors)?, dial: read.dial };
    let model = Model { about: read.about, network, calibration };
    match model.fault() {
        None => Ok(model),
        Some(fault) => Err(TensorFileError::Damaged(fault.to_owned())),
    }
}
