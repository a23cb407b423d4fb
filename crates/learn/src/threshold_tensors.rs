//! Thresholds of trust as tensors. `calibration.together` has the percentiles 0 to 100 of the confidence over all known states;
//! `calibration.by_cost` has a row for each group of costs: the largest cost of the group, then its percentiles.

use belief::{CostGroup, Percentiles, Thresholds};

use crate::tensor_file::{Tensor, TensorFileError};

const TOGETHER: &str = "calibration.together";
const BY_COST: &str = "calibration.by_cost";

/// Thresholds as tensors.
pub fn tensors(thresholds: &Thresholds) -> [Tensor; 2] {
    let rows = thresholds.by_cost.iter();
    let numbers =
        rows.flat_map(|group| [group.up_to as f32].into_iter().chain(group.percentiles.0)).collect();
    [
        Tensor { name: TOGETHER.to_owned(), shape: vec![101], numbers: thresholds.together.0.to_vec() },
        Tensor { name: BY_COST.to_owned(), shape: vec![thresholds.by_cost.len(), 102], numbers },
    ]
}

/// The thresholds among tensors, if they are there.
///
/// # Errors
/// When they have a wrong shape.
pub fn thresholds(tensors: &[Tensor]) -> Result<Option<Thresholds>, TensorFileError> {
    let find = |name: &str| tensors.iter().find(|tensor| tensor.name == name);
    let (Some(together), Some(by_cost)) = (find(TOGETHER), find(BY_COST)) else { return Ok(None) };
    let wrong = || TensorFileError::Damaged("its calibration has a wrong shape".to_owned());
    let percentiles = |numbers: &[f32]| numbers.try_into().map(Percentiles).map_err(|_| wrong());
    let group = |row: &[f32]| match row {
        [up_to, rest @ ..] => Ok(CostGroup { up_to: *up_to as u32, percentiles: percentiles(rest)? }),
        [] => Err(wrong()),
    };
    Ok(Some(Thresholds {
        together: percentiles(&together.numbers)?,
        by_cost: by_cost.numbers.chunks(102).map(group).collect::<Result<_, _>>()?,
    }))
}
