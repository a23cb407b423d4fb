//! A GPU with its stream, and the operations that all work on it shares.

use crate::{CudaError, requirements};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DeviceRepr, LaunchConfig, ValidAsZeroBits,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use std::sync::Arc;

/// The number of threads in a block.
pub const THREADS: usize = 256;

/// A GPU whose work is done in the order in which it was requested. Two of them, of the same GPU, work side by side: what one of
/// them holds in memory must not be given to the other.
#[derive(Clone, Debug)]
pub struct Gpu {
    context: Arc<CudaContext>,
    /// The stream on which work is queued, and done in order: the only one of its context.
    pub stream: Arc<CudaStream>,
}

/// Programs that a GPU has compiled.
#[derive(Clone, Debug)]
pub struct Programs(Arc<CudaModule>);

impl Gpu {
    /// The GPU of a number, counted from 0.
    ///
    /// # Errors
    /// Says what is missing.
    pub fn new(device: usize) -> Result<Self, CudaError> {
        requirements::check(device)?;
        let context = CudaContext::new(device).map_err(CudaError::failed)?;
        #[expect(unsafe_code)]
        // SAFETY: events would make streams of one context wait for each other. Nobody makes a second one of this context, and
        // memory is used on the stream that it comes from alone (see `Gpu`), on which all is done in order. (Events would be several
        // calls of the driver for each program that is started.)
        unsafe {
            context.disable_event_tracking()
        };
        let stream = context.new_stream().map_err(CudaError::failed)?;
        Ok(Gpu { context, stream })
    }

    /// Makes the GPU current on this thread, for calls that don't go through the stream.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn bind(&self) -> Result<(), CudaError> {
        self.context.bind_to_thread().map_err(CudaError::failed)
    }

    /// Compiles programs for it.
    ///
    /// # Errors
    /// With the compiler's messages.
    pub fn compile(&self, text: &str) -> Result<Programs, CudaError> {
        let (major, minor) = self.context.compute_capability().map_err(CudaError::failed)?;
        let options = vec![format!("--gpu-architecture=compute_{major}{minor}")];
        let compiled = compile_ptx_with_opts(text, CompileOptions { options, ..CompileOptions::default() })
            .map_err(|error| CudaError::failed(format!("{error:?}")))?;
        self.context.load_module(compiled).map(Programs).map_err(CudaError::failed)
    }

    /// Allocates memory for numbers, all of them 0.
    ///
    /// # Errors
    /// If there is not enough.
    pub fn zeros<T: DeviceRepr + ValidAsZeroBits>(&self, count: usize) -> Result<CudaSlice<T>, CudaError> {
        // The driver refuses to allocate nothing.
        self.stream.alloc_zeros(count.max(1)).map_err(CudaError::failed)
    }

    /// Copies numbers to the GPU.
    ///
    /// # Errors
    /// If there is not enough room.
    pub fn upload<T: DeviceRepr + ValidAsZeroBits>(&self, values: &[T]) -> Result<CudaSlice<T>, CudaError> {
        let mut room = self.zeros(values.len())?;
        self.stream.memcpy_htod(values, &mut room).map_err(CudaError::failed)?;
        Ok(room)
    }

    /// Makes room for at least `count` numbers. If there was too little, all are set to 0.
    ///
    /// # Errors
    /// If there is not enough.
    pub fn reserve<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        room: &mut CudaSlice<T>,
        count: usize,
    ) -> Result<(), CudaError> {
        if room.len() < count {
            // The old memory is freed first, so that both need not fit at once.
            *room = self.zeros(1)?;
            *room = self.zeros(count)?;
        }
        Ok(())
    }
}

impl Programs {
    /// The program with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, name: &str) -> Result<CudaFunction, CudaError> {
        self.0.load_function(name).map_err(CudaError::failed)
    }
}

/// A grid of `columns` × `rows` blocks of threads.
pub fn blocks(columns: usize, rows: usize) -> LaunchConfig {
    let grid_dim = (columns as u32, rows as u32, 1);
    LaunchConfig { grid_dim, block_dim: (THREADS as u32, 1, 1), shared_mem_bytes: 0 }
}
