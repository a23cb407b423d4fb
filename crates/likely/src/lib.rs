//! Likely-admissible heuristics (Marom and Rosman 2020): learned from tasks that are generated backwards from the goal, guided by
//! uncertainty, and read at a quantile of the believed cost, so that they overestimate with a chosen probability at most.

mod any_growth;
pub mod bayes;
mod buffer;
mod chance;
mod compiled_reading;
mod domain;
mod encoded_space;
mod encoding;
mod functions;
pub mod generate;
pub mod growth;
mod largest;
mod learned_costs;
mod normals;
mod outright;
pub mod planning;
mod predecessors;
mod procedure;
pub mod puzzles;
mod rows;
mod state_format;
#[cfg(test)]
mod testing;
mod training_set;
mod two_layers;

pub use any_growth::{AnyGrowth, GrowthStopped, PuzzleGrowth};
pub use buffer::Buffer;
pub use compiled_reading::CompiledReading;
pub use domain::Domain;
pub use encoded_space::{AnyEncodedSpace, SearchRequest};
pub use encoding::{AnyEncoding, Encoding};
pub use growth::Growth;
pub use learned_costs::LearnedCosts;
pub use outright::Outright;
pub use predecessors::Predecessors;
pub use procedure::As;
pub use rows::Rows;
pub use state_format::StateFormat;
pub use two_layers::TwoLayers;
