//! Learning heuristics for planning: data sets, features, losses, training, and models as heuristics.
//!
//! A model's output is a belief about the cost of a state rather than a number ([`Head`]), so that searches can read a mean, a
//! quantile or a confidence from it.

mod cost_range;
mod examples;
pub mod features;
mod fit;
mod head;
mod learned;
mod linear_model;
mod linear_tensors;
pub mod metrics;
mod mismatch;
mod model;
pub mod model_file;
mod net;
mod net_tensors;
pub mod network_tensors;
mod output_reader;
mod prepare;
mod regressor;
mod signature;
mod surprise;
mod targets;
pub mod tensor_file;
#[cfg(test)]
mod tests;
pub mod threshold_tensors;
pub mod training;
pub mod trial;
mod try_model;
mod upper_bound;

pub use cost_range::CostRange;
pub use examples::Examples;
pub use fit::{NoFit, fit};
pub use head::{FIXED_SIGMA, Head, Prior, Sigma};
pub use learned::{Learned, NotUsable, Usage};
pub use linear_model::{LinearModel, Spread};
pub use mismatch::Mismatch;
pub use model::{About, Model, TrainingRecord};
pub use net::{InputSizes, Net, NetShape};
pub use output_reader::OutputReader;
pub use prepare::{PrepareError, Prepared, View, prepare, prepare_as};
pub use regressor::{FitError, Regressor};
pub use signature::{DomainSignature, PuzzleSignature, Signature};
pub use targets::Targets;
pub use tensor_file::TensorFileError;
pub use try_model::try_model;
pub use upper_bound::UpperBound;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
