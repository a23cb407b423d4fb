//! The device to train on.

use std::fmt::{self, Display};
use std::str::FromStr;

#[cfg(feature = "cuda")]
use network::CudaError;
use serde::{Deserialize, Serialize};

/// The device for training and other long work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// The processor, with the same bits everywhere.
    #[default]
    Cpu,
    /// The GPU of this number. Its results are close to the processor's, but not the same.
    Cuda(usize),
}

/// Why a device can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceError {
    /// This build has no support for GPUs.
    NotBuilt,
    /// The GPU reports this error.
    Gpu(String),
}

#[cfg(feature = "cuda")]
impl From<CudaError> for DeviceError {
    fn from(error: CudaError) -> Self {
        Self::Gpu(error.to_string())
    }
}

impl Device {
    /// The number of the GPU, if it is one.
    pub fn gpu(self) -> Option<usize> {
        match self {
            Self::Cpu => None,
            Self::Cuda(number) => Some(number),
        }
    }
}

impl Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu => f.write_str("cpu"),
            Self::Cuda(number) => write!(f, "cuda:{number}"),
        }
    }
}

impl FromStr for Device {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let gpu = text.strip_prefix("cuda").map(|rest| rest.strip_prefix(':').unwrap_or("0"));
        match (text, gpu.and_then(|number| number.parse().ok())) {
            ("cpu", _) => Ok(Self::Cpu),
            (_, Some(number)) => Ok(Self::Cuda(number)),
            _ => Err("expected cpu, or cuda:0, cuda:1 and so on for a GPU".to_owned()),
        }
    }
}

impl Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBuilt => f.write_str(
                "this hstar was built without support for GPUs\n  = help: build it with cargo build --release \
                 --features cuda, or train with --device cpu",
            ),
            Self::Gpu(why) => write!(f, "the GPU can't be used: {why}"),
        }
    }
}

impl std::error::Error for DeviceError {}
