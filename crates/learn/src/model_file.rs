//! Model files: a [`tensor_file`] of kind `model`. Layer `i` has the tensors `layers.i.weights`, one row for each of
//! its inputs, and `layers.i.biases`; the description is an [`About`] with the network's activation, or the shape of the
//! logic machine or hypergraph network whose matrices these are.
//!
//! A model that was calibrated has the tensor `calibration.together`, the thresholds of confidence below which 0, 1, …,
//! 100 percent of known states lie; and `calibration.by_cost`, a row of the same for each group of costs, with the
//! largest cost of the group before them.

use belief::{Calibration, CostGroup, Percentiles};
use serde::{Deserialize, Serialize};

use crate::model::{About, Model};
use crate::net_tensors::{Form, net, tensors};
use crate::tensor_file::{self, Tensor, TensorFileError};
use network::{Activation, hypergraph, logic};

/// What such a file says it is.
pub const KIND: &str = "model";

const TOGETHER: &str = "calibration.together";
const BY_COST: &str = "calibration.by_cost";

#[derive(Serialize)]
struct Written<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    activation: Option<Activation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    machine: Option<logic::Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hypergraph: Option<hypergraph::Shape>,
    about: &'a About,
}

#[derive(Deserialize)]
struct Read {
    activation: Option<Activation>,
    machine: Option<logic::Shape>,
    hypergraph: Option<hypergraph::Shape>,
    about: About,
}

/// A model as the bytes of a file.
///
/// # Errors
/// When the model is none that could be read again.
pub fn write(model: &Model) -> Result<Vec<u8>, TensorFileError> {
    let (mut activation, mut machine, mut hypergraph) = (None, None, None);
    match Form::of(model.network.shape()) {
        Form::Dense(given) => activation = Some(given),
        Form::Logic(shape) => machine = Some(shape),
        Form::Hypergraph(shape) => hypergraph = Some(shape),
    }
    let written = Written { activation, machine, hypergraph, about: &model.about };
    let mut tensors = tensors("layers", &model.network);
    tensors.extend(model.calibration.iter().flat_map(calibration_tensors));
    tensor_file::write(KIND, &written, &tensors)
}

/// The model in the bytes of a file.
///
/// # Errors
/// Says why there is none.
pub fn read(bytes: &[u8]) -> Result<Model, TensorFileError> {
    let (read, tensors): (Read, _) = tensor_file::read(bytes, KIND)?;
    let form = match (read.activation, read.machine, read.hypergraph) {
        (Some(activation), None, None) => Form::Dense(activation),
        (None, Some(shape), None) => Form::Logic(shape),
        (None, None, Some(shape)) => Form::Hypergraph(shape),
        _ => return Err(TensorFileError::Damaged("it does not say what its network is".to_owned())),
    };
    let network = net("layers", &form, &tensors)?;
    let model = Model { about: read.about, network, calibration: calibration(&tensors)? };
    match model.fault() {
        None => Ok(model),
        Some(fault) => Err(TensorFileError::Damaged(fault.to_owned())),
    }
}

fn calibration_tensors(calibration: &Calibration) -> [Tensor; 2] {
    let rows = calibration.by_cost.iter();
    let numbers =
        rows.flat_map(|group| [group.up_to as f32].into_iter().chain(group.percentiles.0)).collect();
    [
        Tensor { name: TOGETHER.to_owned(), shape: vec![101], numbers: calibration.together.0.to_vec() },
        Tensor { name: BY_COST.to_owned(), shape: vec![calibration.by_cost.len(), 102], numbers },
    ]
}

fn calibration(tensors: &[Tensor]) -> Result<Option<Calibration>, TensorFileError> {
    let find = |name: &str| tensors.iter().find(|tensor| tensor.name == name);
    let (Some(together), Some(by_cost)) = (find(TOGETHER), find(BY_COST)) else { return Ok(None) };
    let wrong = || TensorFileError::Damaged("its calibration has a wrong shape".to_owned());
    let percentiles = |numbers: &[f32]| numbers.try_into().map(Percentiles).map_err(|_| wrong());
    let group = |row: &[f32]| match row {
        [up_to, rest @ ..] => Ok(CostGroup { up_to: *up_to as u32, percentiles: percentiles(rest)? }),
        [] => Err(wrong()),
    };
    Ok(Some(Calibration {
        together: percentiles(&together.numbers)?,
        by_cost: by_cost.numbers.chunks(102).map(group).collect::<Result<_, _>>()?,
    }))
}
