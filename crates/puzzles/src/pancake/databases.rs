//! Location-based additive pattern databases: a flip counts for the pattern of the uppermost pancake.

mod build;
mod heuristic;
mod pattern;

pub use build::build;
pub use heuristic::{Databases, PathValue};
pub use pattern::Pattern;

/// The sets for 24 pancakes of Marom and Rosman (2020).
pub const SETS_OF_24: [&[&[u8]]; 2] = [
    &[&[0, 1, 2, 3, 4], &[5, 6, 7, 8, 9], &[10, 11, 12, 13, 14], &[15, 16, 17, 18, 19], &[20, 21, 22, 23]],
    &[&[0, 1, 2, 18], &[3, 4, 5, 6, 7], &[8, 9, 10, 11, 12], &[13, 14, 15, 16, 17], &[19, 20, 21, 22, 23]],
];
