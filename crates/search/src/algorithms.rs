//! Search algorithms.

mod astar;

pub use astar::astar;
