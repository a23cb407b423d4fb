//! IDA\* on a GPU, with pattern databases or with networks that see what these say.

#[cfg(feature = "cuda")]
mod constants;
#[cfg(feature = "cuda")]
mod crew;
#[cfg(not(feature = "cuda"))]
#[path = "gpu/no_crew.rs"]
mod crew;
#[cfg(test)]
#[cfg(feature = "cuda")]
mod tests;

pub use crew::GpuTiles;

use std::fmt;

/// A network with one hidden layer that sees whole numbers: the costs of all patterns, the estimates by all partitions,
/// Manhattan distance, the number of tiles out of place, and the cell of the blank. Estimates are no less than those of the
/// databases.
#[derive(Clone, Debug, PartialEq)]
pub struct Appraiser {
    /// The units of the hidden layer, a multiple of four.
    pub width: usize,
    /// What each number of each feature adds to the sums of the units, one row after the other.
    pub rows: Vec<i32>,
    /// By feature: where its rows begin.
    pub firsts: Vec<u32>,
    /// What the sums begin with.
    pub biases: Vec<i32>,
    /// The outputs: of a unit's sum, if it is above 0, so much goes into the mean, ...
    pub mean: Output,
    /// ... and so much into the number that says how much is added to the mean.
    pub addition: Option<(Output, Addition)>,
}

/// An output of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// By unit.
    pub weights: Vec<f32>,
    /// What is added.
    pub bias: f32,
}

/// What is added to a mean, by the second output.
#[derive(Clone, Debug, PartialEq)]
pub struct Addition {
    /// The first terms of a series at each of 128 places, 16 of which are from one whole number to the next, the first at -5.
    pub series: Vec<[f32; 4]>,
    /// The means below which that counts.
    pub trusted_below: f32,
    /// What is added to others.
    pub beyond: f32,
}

/// Why a GPU can't search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGpu(pub(super) String);

impl fmt::Display for NoGpu {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoGpu {}
