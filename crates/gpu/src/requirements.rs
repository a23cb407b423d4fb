//! Checks that the driver, the GPU and the compiler library are there. This comes first, since the use of a missing
//! library panics.

use crate::CudaError;
use cudarc::driver::CudaContext;
use cudarc::{driver, nvrtc};

/// Checks for everything that work on a GPU needs.
pub(super) fn check(device: usize) -> Result<(), CudaError> {
    #[expect(unsafe_code)]
    // SAFETY: both load a library, which runs what it does when loaded: NVIDIA's, that are loaded next anyway.
    let (has_driver, has_compiler) =
        unsafe { (driver::sys::is_culib_present(), nvrtc::sys::is_culib_present()) };
    if !has_driver {
        return Err(CudaError::NoDriver);
    }
    let devices = CudaContext::device_count().map_err(CudaError::failed)?;
    let devices = usize::try_from(devices).unwrap_or(0);
    if device >= devices {
        return Err(CudaError::NoDevice { device, devices });
    }
    if !has_compiler {
        return Err(CudaError::NoCompiler);
    }
    Ok(())
}
