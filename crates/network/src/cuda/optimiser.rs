//! The parameters of a network and the state of Adam, on a GPU.

use super::super::adam::Factors;
use super::super::{Adam, AdamSettings, Parameters};
use cudarc::driver::{CudaFunction, CudaSlice, PushKernelArg};
use gpu::{CudaError, Gpu, THREADS, blocks};

/// All parameters of a network and the state of [`Adam`], in the order of [`Parameters::parameters`].
#[derive(Debug)]
pub(super) struct Optimiser {
    settings: AdamSettings,
    steps: u64,
    pub numbers: CudaSlice<f32>,
    /// To be filled in before each step.
    pub gradient: CudaSlice<f32>,
    first: CudaSlice<f32>,
    second: CudaSlice<f32>,
    /// What the gradient is multiplied by where it may be too long, and where it may not.
    factor: CudaSlice<f32>,
    one: CudaSlice<f32>,
    shorten: CudaFunction,
    improve: CudaFunction,
}

impl Optimiser {
    /// Copies both to a GPU.
    ///
    /// # Panics
    /// If the optimiser belongs to a network of another shape.
    pub fn new(gpu: &Gpu, network: &impl Parameters, adam: &Adam) -> Result<Self, CudaError> {
        let numbers: Vec<f32> = network.parameters().flatten().copied().collect();
        let count = numbers.len();
        assert_eq!((adam.first.len(), adam.second.len()), (count, count), "an optimiser of another network");
        let programs = gpu.compile(include_str!("optimiser.cu"))?;
        Ok(Optimiser {
            settings: adam.settings,
            steps: adam.steps,
            numbers: gpu.upload(&numbers)?,
            gradient: gpu.zeros(count)?,
            first: gpu.upload(&adam.first)?,
            second: gpu.upload(&adam.second)?,
            factor: gpu.upload(&[1.0])?,
            one: gpu.upload(&[1.0])?,
            shorten: programs.get("shorten")?,
            improve: programs.get("improve")?,
        })
    }

    /// A step against the gradient, clipped if wanted.
    pub fn step(&mut self, gpu: &Gpu, clip: Option<f64>) -> Result<(), CudaError> {
        self.steps += 1;
        let (size, all) = (self.numbers.len() as u32, blocks(self.numbers.len().div_ceil(THREADS).max(1), 1));
        if let Some(longest) = clip {
            let longest = longest as f32;
            let mut launch = gpu.stream.launch_builder(&self.shorten);
            launch.arg(&self.gradient).arg(&size).arg(&longest).arg(&mut self.factor);
            #[expect(unsafe_code)]
            // SAFETY: the arguments are those of `shorten`; the gradient has as many numbers as it is told, the factor one.
            unsafe { launch.launch(blocks(1, 1)) }.map_err(CudaError::failed)?;
        }
        let factor = if clip.is_some() { &self.factor } else { &self.one };
        let f = Factors::new(&self.settings, self.steps);
        let mut launch = gpu.stream.launch_builder(&self.improve);
        launch
            .arg(&mut self.numbers)
            .arg(&self.gradient)
            .arg(&mut self.first)
            .arg(&mut self.second)
            .arg(&size);
        launch.arg(factor).arg(&f.keep).arg(&f.rate).arg(&f.second_correction).arg(&f.epsilon);
        launch.arg(&f.one_minus_beta1).arg(&f.beta2).arg(&f.one_minus_beta2);
        #[expect(unsafe_code)]
        // SAFETY: the arguments are those of `improve`; all four slices have as many numbers as it is told, the factor is one.
        unsafe { launch.launch(all) }.map(drop).map_err(CudaError::failed)
    }

    /// Fills a network with the current parameters.
    pub fn download(&self, gpu: &Gpu, network: &mut impl Parameters) -> Result<(), CudaError> {
        let numbers = gpu.stream.clone_dtoh(&self.numbers).map_err(CudaError::failed)?;
        network.parameters_mut().flatten().zip(numbers).for_each(|(to, from)| *to = from);
        Ok(())
    }

    /// The current optimiser.
    pub fn adam(&self, gpu: &Gpu) -> Result<Adam, CudaError> {
        let download = |values| gpu.stream.clone_dtoh(values).map_err(CudaError::failed);
        let (first, second) = (download(&self.first)?, download(&self.second)?);
        Ok(Adam { settings: self.settings, steps: self.steps, first, second })
    }
}
