//! Why a search failed.

use super::unfit::Unfit;
use puzzles::tiles::gpu::NoGpu;
use std::fmt;

/// Why a search failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSearch {
    /// Searches can't use the network.
    Unfit(Unfit),
    /// The GPU has failed.
    Gpu(NoGpu),
}

impl fmt::Display for NoSearch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Gpu(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoSearch {}

impl From<Unfit> for NoSearch {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

impl From<NoGpu> for NoSearch {
    fn from(error: NoGpu) -> Self {
        Self::Gpu(error)
    }
}
