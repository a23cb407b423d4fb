//! Data sets, features, models, losses, training, and models fast enough for search.

mod checksum;
pub mod data;
pub mod features;
mod head;
pub mod label;
mod learned;
pub mod metrics;
mod model;
pub mod model_file;
pub mod network;
mod prepare;
mod signature;
pub mod tensor_file;
pub mod training;
pub mod trial;

pub use head::{FIXED_SIGMA, Head, Known, Sigma};
pub use learned::{Learned, NotUsable, Usage};
pub use model::{About, Model, TrainingRecord};
pub use prepare::{PrepareError, Prepared, View, prepare, prepare_as};
pub use signature::{DomainSignature, Mismatch, Signature};
pub use tensor_file::TensorFileError;
