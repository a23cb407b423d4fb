//! The progress of training: everything needed to resume it.

use serde::{Deserialize, Serialize};

use super::{Config, Metric, Scores};
use crate::net::{InputSizes, Net};
use crate::net_tensors::{self, Form};
use crate::tensor_file::{self, Tensor, TensorFileError};
use network::Adam;

/// The kind of the files that store it.
const KIND: &str = "checkpoint";

/// The progress of training at the end of an epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Its counters.
    pub counts: Counts,
    /// The weights.
    pub network: Net,
    /// The optimiser.
    pub adam: Adam,
    /// The best weights of each attempt so far, by each metric.
    pub best: Vec<Best>,
}

/// The counters of training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Finished attempts.
    pub attempts: u32,
    /// Epochs of all attempts.
    pub all_epochs: u64,
    /// Epochs of this attempt.
    pub epochs: u64,
    /// Steps of this attempt.
    pub steps: u64,
    /// The best score of this attempt by the selection metric.
    pub best_of_attempt: Option<f64>,
    /// Validations since that score.
    pub stale: u64,
}

/// The best weights by a metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The metric.
    pub metric: Metric,
    /// Where they were found, and their scores.
    pub found: Found,
    /// The weights.
    pub network: Net,
}

/// The point in training at which weights were found, and their scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The attempt, from 0.
    pub attempt: u32,
    /// The number of steps of the attempt until then.
    pub step: u64,
    /// The scores on the validation problems.
    pub scores: Scores,
}

#[derive(Serialize, Deserialize)]
struct Description {
    config: Config,
    data: String,
    counts: Counts,
    adam_steps: u64,
    best: Vec<(Metric, Found)>,
}

impl Progress {
    /// The bytes of a checkpoint, to be read with the same options and data.
    ///
    /// # Errors
    /// When it could not be read again.
    pub fn write(&self, config: &Config, data: &str) -> Result<Vec<u8>, TensorFileError> {
        let description = Description {
            config: config.clone(),
            data: data.to_owned(),
            counts: self.counts,
            adam_steps: self.adam.steps,
            best: self.best.iter().map(|best| (best.metric, best.found)).collect(),
        };
        let mut tensors = net_tensors::tensors("layers", &self.network);
        for best in &self.best {
            tensors.extend(net_tensors::tensors(&best_prefix(best.metric, &best.found), &best.network));
        }
        let moments = [("adam.first", &self.adam.first), ("adam.second", &self.adam.second)];
        for (name, numbers) in moments {
            tensors.push(Tensor {
                name: name.to_owned(),
                shape: vec![numbers.len()],
                numbers: numbers.to_vec(),
            });
        }
        tensor_file::write(KIND, &description, &tensors)
    }

    /// The progress in the bytes of a checkpoint; `None` if it belongs to other options or data.
    ///
    /// # Errors
    /// Says why the bytes are no checkpoint.
    pub fn read(
        bytes: &[u8],
        config: &Config,
        data: &str,
        sizes: InputSizes,
    ) -> Result<Option<Self>, TensorFileError> {
        let (description, tensors): (Description, Vec<Tensor>) = tensor_file::read(bytes, KIND)?;
        if description.config != *config || description.data != data {
            return Ok(None);
        }
        let shape = config.shape(sizes);
        let form = Form::of_shape(shape.clone());
        let network = net_tensors::net("layers", &form, &tensors)?;
        let mut adam = network.optimiser(config.adam());
        adam.steps = description.adam_steps;
        adam.first = numbers(&tensors, "adam.first", adam.first.len())?;
        adam.second = numbers(&tensors, "adam.second", adam.second.len())?;
        let mut best = Vec::new();
        for (metric, found) in description.best {
            let network = net_tensors::net(&best_prefix(metric, &found), &form, &tensors)?;
            best.push(Best { metric, found, network });
        }
        if [&network].into_iter().chain(best.iter().map(|best| &best.network)).any(|one| one.shape() != shape)
        {
            return Ok(None);
        }
        Ok(Some(Self { counts: description.counts, network, adam, best }))
    }
}

fn best_prefix(metric: Metric, found: &Found) -> String {
    format!("best.{}.{metric}", found.attempt)
}

fn numbers(tensors: &[Tensor], name: &str, wanted: usize) -> Result<Vec<f32>, TensorFileError> {
    match tensors.iter().find(|tensor| tensor.name == name) {
        Some(tensor) if tensor.numbers.len() == wanted => Ok(tensor.numbers.clone()),
        _ => Err(TensorFileError::Damaged(format!("`{name}` is missing or has another size"))),
    }
}
