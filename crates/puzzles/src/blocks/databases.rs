//! Pattern databases of the blocks world: abstractions that tell only the blocks of a pattern apart.
//!
//! Every move counts in every abstraction, so that costs can't be added: the estimate is their maximum.

mod build;
mod heuristic;
mod pattern;
mod shapes;

pub use build::build;
pub use heuristic::{Databases, PathValue};
pub use pattern::Pattern;

/// The patterns for 15 blocks of Marom and Rosman (2020).
pub const PATTERNS_OF_15: [[u8; 4]; 12] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
    [12, 13, 14, 15],
    [3, 4, 5, 6],
    [7, 8, 9, 10],
    [11, 12, 13, 14],
    [1, 2, 14, 15],
    [2, 3, 4, 5],
    [6, 7, 8, 9],
    [10, 11, 12, 13],
    [1, 13, 14, 15],
];
