//! Training of feed-forward networks on a GPU.

#[cfg(test)]
mod tests;

use super::super::activation::LEAK;
use super::super::{Activation, Adam, Inputs, Network, Shape, layer::Layer};
use super::optimiser::Optimiser;
use cudarc::driver::{CudaFunction, CudaSlice, PushKernelArg};
use gpu::{CudaError, Gpu, THREADS, blocks};
use rand::Rng;
use std::ops::Range;

/// The number of rows and columns of a product that a block computes, as in the CUDA program.
const SQUARE: usize = 64;

/// A network and its optimiser on a GPU.
#[derive(Debug)]
pub struct CudaTraining {
    gpu: Gpu,
    programs: Programs,
    shape: Shape,
    optimiser: Optimiser,
    /// The inputs, the values after each hidden layer, and the outputs.
    levels: Vec<Level>,
    /// By layer: the ranges of its weights and its biases among the parameters.
    places: Vec<(Range<usize>, Range<usize>)>,
    ones: CudaSlice<u64>,
}

/// The inputs of a layer or the outputs of the last, one row for each row of a batch.
#[derive(Debug)]
struct Level {
    width: usize,
    values: CudaSlice<f32>,
    /// The dropout factors of hidden values: 0, or 1 / (1 − probability).
    factors: CudaSlice<f32>,
    /// The values times the factors, if there is dropout.
    dropped: CudaSlice<f32>,
    /// The gradients by the sums.
    slopes: CudaSlice<f32>,
}

#[derive(Debug)]
struct Programs {
    mark: CudaFunction,
    forward: CudaFunction,
    activate: CudaFunction,
    derive: CudaFunction,
    backward: CudaFunction,
    weight_gradients: CudaFunction,
    bias_gradients: CudaFunction,
}

impl CudaTraining {
    /// Copies a network and its optimiser to a GPU, counted from 0.
    ///
    /// # Panics
    /// If the optimiser belongs to a network of another shape.
    pub fn new(device: usize, network: &Network, adam: &Adam) -> Result<Self, CudaError> {
        let gpu = Gpu::new(device)?;
        let shape = network.shape();
        let level = |width| {
            Ok(Level {
                width,
                values: gpu.zeros(1)?,
                factors: gpu.zeros(1)?,
                dropped: gpu.zeros(1)?,
                slopes: gpu.zeros(1)?,
            })
        };
        let widths = std::iter::once(shape.inputs).chain(shape.layers().map(|(_, outputs)| outputs));
        let mut end = 0;
        let mut take = |count| {
            end += count;
            end - count..end
        };
        Ok(CudaTraining {
            programs: Programs::new(&gpu)?,
            optimiser: Optimiser::new(&gpu, network, adam)?,
            levels: widths.map(level).collect::<Result<_, _>>()?,
            places: shape.layers().map(|(inputs, outputs)| (take(inputs * outputs), take(outputs))).collect(),
            ones: gpu.zeros(1)?,
            shape,
            gpu,
        })
    }

    /// Makes one step of the optimiser. `loss` takes the outputs for the batch (rows × outputs), and overwrites zeros with
    /// its gradient by the outputs. Each hidden value is dropped with probability `dropout`. Gradients with a norm above
    /// `clip` are scaled down to it.
    ///
    /// A batch without rows changes nothing.
    ///
    /// # Panics
    /// If the inputs have another width than the network's.
    pub fn step(
        &mut self,
        inputs: &Inputs,
        dropout: f32,
        rng: &mut impl Rng,
        clip: Option<f64>,
        mut loss: impl FnMut(&[f32], &mut [f32]),
    ) -> Result<(), CudaError> {
        let rows = inputs.rows();
        if rows == 0 {
            return Ok(());
        }
        self.make_room(rows)?;
        self.take_in(inputs)?;
        for layer in 0..self.places.len() {
            if layer > 0 {
                self.activate(layer, rows, dropout, rng)?;
            }
            self.forward(layer, rows, dropout > 0.0)?;
        }
        let last = self.places.len();
        let count = rows * self.shape.outputs;
        let Level { values, slopes, .. } = &mut self.levels[last];
        let outputs = self.gpu.stream.clone_dtoh(&values.slice(..count)).map_err(CudaError::failed)?;
        let mut gradient = vec![0.0; count];
        loss(&outputs, &mut gradient);
        self.gpu.stream.memcpy_htod(&gradient, slopes).map_err(CudaError::failed)?;
        for layer in (0..self.places.len()).rev() {
            self.gradients(layer, rows, dropout > 0.0)?;
            if layer > 0 {
                self.backward(layer, rows, dropout > 0.0)?;
            }
        }
        self.optimiser.step(&self.gpu, clip)
    }

    /// The current network.
    pub fn network(&self) -> Result<Network, CudaError> {
        let layers = self.shape.layers().map(|(inputs, outputs)| Layer::zeros(inputs, outputs)).collect();
        let mut network = Network { activation: self.shape.activation, layers };
        self.optimiser.download(&self.gpu, &mut network)?;
        Ok(network)
    }

    /// The current optimiser.
    pub fn adam(&self) -> Result<Adam, CudaError> {
        self.optimiser.adam(&self.gpu)
    }

    fn make_room(&mut self, rows: usize) -> Result<(), CudaError> {
        for level in &mut self.levels {
            self.gpu.reserve(&mut level.values, rows * level.width)?;
            self.gpu.reserve(&mut level.slopes, rows * level.width)?;
        }
        Ok(())
    }

    /// Copies the inputs to the GPU.
    fn take_in(&mut self, inputs: &Inputs) -> Result<(), CudaError> {
        let (stream, width) = (&self.gpu.stream, self.shape.inputs);
        let values = &mut self.levels[0].values;
        match *inputs {
            Inputs::Dense { rows, values: dense } => {
                stream.memcpy_htod(&dense[..rows * width], values).map_err(CudaError::failed)
            }
            Inputs::Sparse { offsets, ones } => {
                let row_of = offsets.windows(2).enumerate();
                let places: Vec<u64> = row_of
                    .flat_map(|(row, ends)| {
                        let ones = &ones[ends[0] as usize..ends[1] as usize];
                        ones.iter().map(move |&one| {
                            assert!((one as usize) < width, "an input that is not there");
                            (row * width + one as usize) as u64
                        })
                    })
                    .collect();
                self.gpu.reserve(&mut self.ones, places.len())?;
                stream.memset_zeros(values).map_err(CudaError::failed)?;
                stream.memcpy_htod(&places, &mut self.ones).map_err(CudaError::failed)?;
                let count = places.len() as u32;
                let mut launch = stream.launch_builder(&self.programs.mark);
                launch.arg(&self.ones).arg(values).arg(&count);
                #[expect(unsafe_code)]
                // SAFETY: there are `count` places, each of them within rows × inputs values.
                unsafe { launch.launch(blocks(places.len().div_ceil(THREADS).max(1), 1)) }
                    .map(drop)
                    .map_err(CudaError::failed)
            }
        }
    }

    /// Computes a layer's sums from its inputs.
    fn forward(&mut self, layer: usize, rows: usize, has_factors: bool) -> Result<(), CudaError> {
        let [from, to] = neighbours(&mut self.levels, layer);
        let (inputs, outputs) = (from.width as u32, to.width as u32);
        let (weights, biases) = &self.places[layer];
        let (weights, biases) =
            (self.optimiser.numbers.slice(weights.clone()), self.optimiser.numbers.slice(biases.clone()));
        let count = rows as u32;
        let mut launch = self.gpu.stream.launch_builder(&self.programs.forward);
        launch.arg(from.given(has_factors && layer > 0)).arg(&weights).arg(&biases).arg(&mut to.values);
        launch.arg(&count).arg(&inputs).arg(&outputs);
        #[expect(unsafe_code)]
        // SAFETY: the values are rows × inputs, the weights inputs × outputs, the biases and the sums' rows outputs.
        unsafe { launch.launch(squares(to.width, rows)) }.map(drop).map_err(CudaError::failed)
    }

    /// Activates the sums of the hidden layer before the given one, with dropout.
    fn activate(
        &mut self,
        layer: usize,
        rows: usize,
        dropout: f32,
        rng: &mut impl Rng,
    ) -> Result<(), CudaError> {
        let level = &mut self.levels[layer];
        let count = rows * level.width;
        let has_factors = u32::from(dropout > 0.0);
        if dropout > 0.0 {
            self.gpu.reserve(&mut level.factors, count)?;
            self.gpu.reserve(&mut level.dropped, count)?;
            let factors = factors(dropout, count, rng);
            self.gpu.stream.memcpy_htod(&factors, &mut level.factors).map_err(CudaError::failed)?;
        }
        let (activation, told) = (number(self.shape.activation), count as u32);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.activate);
        launch.arg(&mut level.values).arg(&level.factors).arg(&mut level.dropped).arg(&has_factors);
        launch.arg(&activation).arg(&LEAK).arg(&told);
        #[expect(unsafe_code)]
        // SAFETY: there are `count` values, and as many factors and dropped values if there are any.
        unsafe { launch.launch(blocks(count.div_ceil(THREADS), 1)) }.map(drop).map_err(CudaError::failed)
    }

    /// Computes the gradients by a layer's parameters from those by its sums.
    fn gradients(&mut self, layer: usize, rows: usize, has_factors: bool) -> Result<(), CudaError> {
        let [from, to] = neighbours(&mut self.levels, layer);
        let (count, inputs, outputs) = (rows as u32, from.width as u32, to.width as u32);
        let (weights, biases) = self.places[layer].clone();
        let mut result = self.optimiser.gradient.slice_mut(weights);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.weight_gradients);
        launch.arg(from.given(has_factors && layer > 0)).arg(&to.slopes).arg(&mut result);
        launch.arg(&count).arg(&inputs).arg(&outputs);
        #[expect(unsafe_code)]
        // SAFETY: the values are rows × inputs, the slopes rows × outputs, the result inputs × outputs.
        unsafe { launch.launch(squares(to.width, from.width)) }.map_err(CudaError::failed)?;
        let mut result = self.optimiser.gradient.slice_mut(biases);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.bias_gradients);
        launch.arg(&to.slopes).arg(&mut result).arg(&count).arg(&outputs);
        #[expect(unsafe_code)]
        // SAFETY: the slopes are rows × outputs, the result outputs.
        unsafe { launch.launch(blocks(to.width.div_ceil(THREADS), 1)) }.map(drop).map_err(CudaError::failed)
    }

    /// Computes the gradients by the sums of the hidden layer before the given one from those by this one's.
    fn backward(&mut self, layer: usize, rows: usize, has_factors: bool) -> Result<(), CudaError> {
        let [from, to] = neighbours(&mut self.levels, layer);
        let (told, inputs, outputs) = (rows as u32, from.width as u32, to.width as u32);
        let weights = self.optimiser.numbers.slice(self.places[layer].0.clone());
        let mut launch = self.gpu.stream.launch_builder(&self.programs.backward);
        launch.arg(&to.slopes).arg(&weights).arg(&mut from.slopes).arg(&told).arg(&inputs).arg(&outputs);
        #[expect(unsafe_code)]
        // SAFETY: the slopes are rows × outputs, the weights inputs × outputs, the result rows × inputs.
        unsafe { launch.launch(squares(from.width, rows)) }.map_err(CudaError::failed)?;
        let count = rows * from.width;
        let (activation, told, has_factors) =
            (number(self.shape.activation), count as u32, u32::from(has_factors));
        let mut launch = self.gpu.stream.launch_builder(&self.programs.derive);
        launch.arg(&mut from.slopes).arg(&from.values).arg(&from.factors).arg(&has_factors);
        launch.arg(&activation).arg(&LEAK).arg(&told);
        #[expect(unsafe_code)]
        // SAFETY: there are `count` slopes and values, and as many factors if there are any.
        unsafe { launch.launch(blocks(count.div_ceil(THREADS), 1)) }.map(drop).map_err(CudaError::failed)
    }
}

impl Level {
    /// The inputs of the next layer.
    fn given(&self, has_factors: bool) -> &CudaSlice<f32> {
        if has_factors { &self.dropped } else { &self.values }
    }
}

impl Programs {
    fn new(gpu: &Gpu) -> Result<Self, CudaError> {
        let programs = gpu.compile(include_str!("dense/kernels.cu"))?;
        Ok(Programs {
            mark: programs.get("mark")?,
            forward: programs.get("forward")?,
            activate: programs.get("activate")?,
            derive: programs.get("derive")?,
            backward: programs.get("backward")?,
            weight_gradients: programs.get("weight_gradients")?,
            bias_gradients: programs.get("bias_gradients")?,
        })
    }
}

/// The levels before and after a layer.
fn neighbours(levels: &mut [Level], layer: usize) -> [&mut Level; 2] {
    let (front, behind) = levels.split_at_mut(layer + 1);
    [&mut front[layer], &mut behind[0]]
}

fn factors(probability: f32, count: usize, rng: &mut impl Rng) -> Vec<f32> {
    let kept = 1.0 / (1.0 - probability);
    (0..count).map(|_| if rng.random::<f32>() < probability { 0.0 } else { kept }).collect()
}

/// Its number in the CUDA program.
fn number(activation: Activation) -> u32 {
    match activation {
        Activation::Sigmoid => 0,
        Activation::Relu => 1,
        Activation::LeakyRelu => 2,
        Activation::Tanh => 3,
    }
}

/// The blocks for a product with this number of columns and rows.
fn squares(columns: usize, rows: usize) -> cudarc::driver::LaunchConfig {
    blocks(columns.div_ceil(SQUARE), rows.div_ceil(SQUARE))
}
