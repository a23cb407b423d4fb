//! The reasons why work on a GPU fails.

use std::fmt;

/// The reason why work on a GPU failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CudaError {
    /// NVIDIA's driver is not installed.
    NoDriver,
    /// The driver is there but finds no GPU of this number.
    NoDevice {
        /// The number asked for, from 0.
        device: usize,
        /// How many GPUs there are.
        devices: usize,
    },
    /// NVIDIA's compiler library, which compiles the GPU's programs at run time, is not installed.
    NoCompiler,
    /// A logic machine has larger matrices than a GPU works with.
    TooWide,
    /// Another failure, in the words of the driver or the compiler.
    Failed(String),
}

/// The most characters of a reason that are kept: the compiler may write pages.
const LONGEST_REASON: usize = 500;

impl CudaError {
    /// A failure with this reason, cut short if it is long.
    pub fn failed(reason: impl fmt::Display) -> Self {
        CudaError::Failed(reason.to_string().chars().take(LONGEST_REASON).collect())
    }
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CudaError::NoDriver => f.write_str("there is no NVIDIA driver (libcuda) on this machine"),
            CudaError::NoDevice { devices: 0, .. } => f.write_str("the NVIDIA driver finds no GPU"),
            CudaError::NoDevice { device, devices } => {
                write!(f, "there is no GPU cuda:{device}; the last one is cuda:{}", devices - 1)
            }
            CudaError::NoCompiler => f.write_str(
                "there is no CUDA compiler library (libnvrtc): install the CUDA toolkit, or add the library's folder \
                 to LD_LIBRARY_PATH",
            ),
            CudaError::TooWide => f.write_str(
                "the logic machine's matrices are too large for a GPU: train on the processor, or with fewer features or \
                 outputs",
            ),
            CudaError::Failed(reason) => write!(f, "the GPU fails: {reason}"),
        }
    }
}

impl std::error::Error for CudaError {}
