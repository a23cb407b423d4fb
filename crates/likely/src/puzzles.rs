//! Networks for the puzzles: encodings of states, and incremental evaluation along the paths of a search.

mod block_features;
mod database_source;
mod databases;
mod features;
mod follow;
#[cfg(test)]
#[cfg(feature = "cuda")]
mod gpu_tests;
mod head;
mod hidden;
mod no_search;
mod pancake_features;
mod places;
mod raw_tiles;
mod setting;
#[cfg(test)]
mod tests;
mod tile_features;
mod unfit;

pub use block_features::BlockFeatures;
pub use database_source::{DatabaseSource, NoDatabases};
pub use databases::databases;
pub use follow::{Follow, SearchProblem, WithHeuristic};
pub use no_search::NoSearch;
pub use pancake_features::PancakeFeatures;
pub use places::places;
pub use raw_tiles::RawTiles;
pub use setting::Setting;
pub use tile_features::TileFeatures;
pub use unfit::Unfit;
