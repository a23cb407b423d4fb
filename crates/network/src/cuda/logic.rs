//! Training of Neural Logic Machines on a GPU, by the CUDA program `logic/kernels.cu`, which is compiled for the machine's sizes.

mod batch;
mod source;
#[cfg(test)]
mod tests;

use self::batch::Batch;
use self::source::{Buffer, Grid, Kind, Room, SHARES, Source};
use super::super::Adam;
use super::super::logic::{Machine, Shape, States};
use super::optimiser::Optimiser;
use cudarc::driver::{CudaFunction, CudaSlice, DevicePtr, PushKernelArg};
use gpu::{CudaError, Gpu, THREADS, blocks};

/// A Neural Logic Machine and its optimiser on a GPU.
#[derive(Debug)]
pub struct CudaLogicTraining {
    gpu: Gpu,
    program: Program,
    shape: Shape,
    optimiser: Optimiser,
    /// The partial sums of each block, for each parameter of the machine.
    shares: CudaSlice<f32>,
    batch: Batch,
    /// Memory for batches; it grows to the largest.
    room: CudaSlice<u64>,
}

/// The compiled program, in the order of its parts.
#[derive(Debug)]
struct Program {
    forward: Vec<(CudaFunction, Grid)>,
    backward: Vec<(CudaFunction, Grid)>,
    total: CudaFunction,
    rooms: Vec<Room>,
    slots: usize,
    outputs: Room,
    output_slopes: Room,
}

impl CudaLogicTraining {
    /// Copies a machine and its optimiser to a GPU, counted from 0.
    ///
    /// # Panics
    /// If the optimiser belongs to a machine of another shape.
    pub fn new(device: usize, machine: &Machine, adam: &Adam) -> Result<Self, CudaError> {
        let gpu = Gpu::new(device)?;
        let source = Source::new(machine.shape());
        if !source.fits() {
            return Err(CudaError::TooWide);
        }
        Ok(CudaLogicTraining {
            program: Program::new(&gpu, &source)?,
            shape: machine.shape().clone(),
            optimiser: Optimiser::new(&gpu, machine, adam)?,
            shares: gpu.zeros(SHARES * source.size)?,
            batch: Batch::default(),
            room: gpu.zeros(1)?,
            gpu,
        })
    }

    /// Makes one step of the optimiser. `loss` takes the outputs for the batch (states × outputs), and overwrites zeros with its
    /// gradient by the outputs. Gradients with a norm above `clip` are scaled down to it.
    ///
    /// A batch without states changes nothing.
    ///
    /// # Panics
    /// If the states are of another shape than the machine.
    pub fn step(
        &mut self,
        states: &States,
        clip: Option<f64>,
        mut loss: impl FnMut(&[f32], &mut [f32]),
    ) -> Result<(), CudaError> {
        if states.is_empty() {
            return Ok(());
        }
        let outputs = self.outputs(states)?;
        let mut slopes = vec![0.0; outputs.len()];
        loss(&outputs, &mut slopes);
        self.gradient_of(&slopes)?;
        self.optimiser.step(&self.gpu, clip)
    }

    /// The outputs for a batch.
    ///
    /// # Panics
    /// If the states are of another shape than the machine.
    pub fn outputs(&mut self, states: &States) -> Result<Vec<f32>, CudaError> {
        assert_eq!(*states.features(), self.shape.levels()[0], "states for machines of another shape");
        self.take_in(states)?;
        self.run(&self.program.forward)?;
        let range = self.batch.range(&self.program.outputs);
        let words = self.gpu.stream.clone_dtoh(&self.room.slice(range)).map_err(CudaError::failed)?;
        let floats = words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32].map(f32::from_bits));
        Ok(floats.take(states.len() * self.shape.outputs).collect())
    }

    /// The current machine.
    pub fn machine(&self) -> Result<Machine, CudaError> {
        let mut machine = Machine::zeros(&self.shape);
        self.optimiser.download(&self.gpu, &mut machine)?;
        Ok(machine)
    }

    /// The current optimiser.
    pub fn adam(&self) -> Result<Adam, CudaError> {
        self.optimiser.adam(&self.gpu)
    }

    /// Copies a batch to the GPU.
    fn take_in(&mut self, states: &States) -> Result<(), CudaError> {
        let Program { rooms, slots, .. } = &self.program;
        let laid_out = self.batch.lay_out(states, rooms, *slots);
        laid_out.ok_or_else(|| CudaError::failed("the states of a batch have too many objects"))?;
        self.gpu.reserve(&mut self.room, self.batch.end)?;
        let stream = &self.gpu.stream;
        let base = self.room.device_ptr(stream).0;
        for (word, start) in self.batch.words.iter_mut().zip(&self.batch.starts) {
            *word = base + (*start * size_of::<u64>()) as u64;
        }
        self.batch.words[Buffer::Numbers.slot()] = self.optimiser.numbers.device_ptr(stream).0;
        self.batch.words[Buffer::Shares.slot()] = self.shares.device_ptr(stream).0;
        let words = self.batch.words.len();
        self.gpu
            .stream
            .memcpy_htod(&self.batch.words, &mut self.room.slice_mut(..words))
            .map_err(CudaError::failed)?;
        for arity in 0..self.shape.levels()[0].len() {
            let slot = Buffer::Of(Kind::Values, 0, arity).slot();
            if let Some(room) = self.program.rooms.iter().find(|room| room.slot == slot) {
                let range = self.batch.range(room);
                self.gpu.stream.memset_zeros(&mut self.room.slice_mut(range)).map_err(CudaError::failed)?;
            }
        }
        Ok(())
    }

    /// Computes the gradient of the loss by all parameters, on the GPU, from that by the outputs.
    fn gradient_of(&mut self, slopes: &[f32]) -> Result<(), CudaError> {
        let pairs = slopes.chunks(2).map(|pair| {
            let bits = |number: usize| u64::from(pair.get(number).copied().unwrap_or(0.0).to_bits());
            bits(0) | bits(1) << 32
        });
        let words: Vec<u64> = pairs.collect();
        let range = self.batch.range(&self.program.output_slopes);
        self.gpu.stream.memcpy_htod(&words, &mut self.room.slice_mut(range)).map_err(CudaError::failed)?;
        self.run(&self.program.backward)?;
        let Optimiser { gradient, .. } = &mut self.optimiser;
        let count = gradient.len();
        let size = count as u32;
        let mut launch = self.gpu.stream.launch_builder(&self.program.total);
        launch.arg(&self.shares).arg(gradient).arg(&size);
        #[expect(unsafe_code)]
        // SAFETY: the arguments are those of `total`, which looks at SHARES times as many shares as there are numbers.
        let launched = unsafe { launch.launch(blocks(count.div_ceil(THREADS), 1)) };
        launched.map(drop).map_err(CudaError::failed)
    }

    /// Runs programs on the batch, one after the other.
    fn run(&self, programs: &[(CudaFunction, Grid)]) -> Result<(), CudaError> {
        for (function, grid) in programs {
            let (count, told) = self.batch.grid(*grid);
            if count == 0 {
                continue;
            }
            let told = told as u32;
            let mut launch = self.gpu.stream.launch_builder(function);
            launch.arg(&self.room).arg(&told);
            #[expect(unsafe_code)]
            // SAFETY: a program is given the table of buffers, which `take_in` left at the beginning of the room, with every
            // buffer that `Source` names as large as its rows ask for; the tiles tell it how many there are.
            unsafe { launch.launch(blocks(count, 1)) }.map_err(CudaError::failed)?;
        }
        Ok(())
    }
}

impl Program {
    fn new(gpu: &Gpu, source: &Source) -> Result<Self, CudaError> {
        let programs = gpu.compile(&source.text)?;
        let all = |named: &[(String, Grid)]| {
            named.iter().map(|(name, grid)| Ok((programs.get(name)?, *grid))).collect::<Result<Vec<_>, _>>()
        };
        Ok(Program {
            forward: all(&source.forward)?,
            backward: all(&source.backward)?,
            total: programs.get("total")?,
            rooms: source.rooms.clone(),
            slots: source.slots,
            outputs: source.outputs(Kind::Values),
            output_slopes: source.outputs(Kind::Slopes),
        })
    }
}
