//! Likely-admissible heuristics: grown from the goal by uncertainty, and read so that they overestimate as seldom as wanted.

mod any_growth;
pub mod bayes;
mod buffer;
mod chance;
mod compiled_reading;
mod domain;
mod encoding;
mod field;
mod functions;
pub mod generate;
pub mod growth;
mod kept;
mod largest;
mod learned_costs;
mod lesson;
mod normals;
mod outright;
pub mod planning;
mod procedure;
pub mod puzzles;
mod rows;
mod terrain;
#[cfg(test)]
mod testing;
mod two_layers;

pub use any_growth::{AnyGrowth, Halt, PuzzleGrowth};
pub use buffer::Buffer;
pub use compiled_reading::CompiledReading;
pub use domain::Domain;
pub use encoding::{AnyEncoding, Encoding};
pub use field::{AnyField, Ask};
pub use growth::Growth;
pub use kept::Kept;
pub use learned_costs::LearnedCosts;
pub use outright::Outright;
pub use procedure::As;
pub use rows::Rows;
pub use terrain::Terrain;
pub use two_layers::TwoLayers;
