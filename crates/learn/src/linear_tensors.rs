//! Linear models as named tensors.

use linear::{Knot, MonotoneFit};

use crate::linear_model::{LinearForm, LinearModel, Spread};
use crate::tensor_file::{Tensor, TensorFileError};

const WEIGHTS: &str = "linear.weights";
const FACTOR: &str = "linear.factor";
const KNOTS: &str = "linear.knots";

/// A linear model as tensors: its weights, and what its spread is made of.
pub(crate) fn tensors(model: &LinearModel) -> Vec<Tensor> {
    let tensor =
        |name: &str, shape: Vec<usize>, numbers: Vec<f32>| Tensor { name: name.to_owned(), shape, numbers };
    let spread = match model.spread() {
        Spread::Posterior { factor, .. } => tensor(FACTOR, vec![factor.len()], factor.clone()),
        Spread::Fit(fit) => {
            let knots = fit.knots().iter();
            let numbers = knots.flat_map(|knot| [knot.score as f32, knot.cost as f32, knot.spread as f32]);
            tensor(KNOTS, vec![fit.knots().len(), 3], numbers.collect())
        }
    };
    vec![tensor(WEIGHTS, vec![model.weights().len()], model.weights().to_vec()), spread]
}

/// The linear model in tensors.
///
/// # Errors
/// When there is none.
pub(crate) fn model(form: LinearForm, tensors: &[Tensor]) -> Result<LinearModel, TensorFileError> {
    let wrong = || TensorFileError::Damaged("its linear model is none".to_owned());
    let find = |name: &str| tensors.iter().find(|tensor| tensor.name == name).ok_or_else(wrong);
    let spread = match form.noise {
        Some(noise) => Spread::Posterior { factor: find(FACTOR)?.numbers.clone(), noise },
        None => {
            let rows = find(KNOTS)?.numbers.chunks_exact(3);
            if !rows.remainder().is_empty() {
                return Err(wrong());
            }
            let knot =
                |row: &[f32]| Knot { score: row[0].into(), cost: row[1].into(), spread: row[2].into() };
            Spread::Fit(MonotoneFit::from_knots(rows.map(knot).collect()).ok_or_else(wrong)?)
        }
    };
    let weights = find(WEIGHTS)?.numbers.clone();
    LinearModel::new(weights, form.bias, form.unseen, spread).ok_or_else(wrong)
}
