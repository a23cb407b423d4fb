//! IDA\* on a GPU, with pattern databases or with networks whose inputs are their costs.

mod appraiser;
#[cfg(feature = "cuda")]
mod constants;
#[cfg(feature = "cuda")]
mod device;
#[cfg(not(feature = "cuda"))]
#[path = "gpu/no_device.rs"]
mod device;
#[cfg(test)]
#[cfg(feature = "cuda")]
mod tests;

pub use appraiser::{Addition, Appraiser, Output};
pub use device::GpuTiles;

use std::fmt;

/// Why a GPU can't search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoGpu(pub(super) String);

impl fmt::Display for NoGpu {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoGpu {}
