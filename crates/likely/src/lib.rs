//! Likely-admissible heuristics: grown from the goal by uncertainty, and read so that they overestimate as seldom as wanted.

mod any_growth;
pub mod bayes;
mod buffer;
mod calibration;
mod chance;
mod domain;
mod encoding;
mod field;
mod functions;
pub mod generate;
pub mod growth;
mod kept;
mod largest;
mod lesson;
mod normals;
mod outright;
pub mod planning;
mod procedure;
pub mod puzzles;
pub mod reading;
mod rows;
mod terrain;
#[cfg(test)]
mod testing;
mod two_layers;

pub use any_growth::{AnyGrowth, Halt, PuzzleGrowth};
pub use buffer::Buffer;
pub use calibration::{Calibration, Dial, promised};
pub use domain::Domain;
pub use encoding::Encoding;
pub use field::{AnyField, Ask};
pub use growth::Growth;
pub use kept::Kept;
pub use outright::Outright;
pub use procedure::As;
pub use reading::{Reading, Trusted};
pub use rows::Rows;
pub use terrain::Terrain;
pub use two_layers::TwoLayers;
