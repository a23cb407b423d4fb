//! Launching the CUDA program for hypergraph networks.

use super::super::super::activation::LEAK;
use super::batch::{ListsAt, Matrix};
use super::{CudaHypergraphTraining, Done};
use cudarc::driver::{CudaFunction, CudaSlice, LaunchConfig, PushKernelArg};
use gpu::{CudaError, Gpu, THREADS, blocks};

/// The rows and columns of a product that a block computes, the number of parts that rows are divided into for summation, and the
/// mark of a missing matrix: all as in the CUDA program, as is [`THREADS`].
const ROWS: usize = 64;
const COLUMNS: usize = 32;
const SHARES: usize = 64;
const NONE: u64 = u64::MAX;

/// Some rows of a layer's matrix among all parameters of a network, and its biases if they are added.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    pub at: usize,
    pub biases: Option<usize>,
    pub inputs: usize,
    pub outputs: usize,
}

#[derive(Debug)]
pub(super) struct Programs {
    product: CudaFunction,
    weight_gradient: CudaFunction,
    total: CudaFunction,
    sums: CudaFunction,
    divide: CudaFunction,
    copy: CudaFunction,
    activate: CudaFunction,
    derive: CudaFunction,
    /// The partial sums of the parts of rows.
    shares: CudaSlice<f32>,
}

impl Programs {
    /// The programs, for gradients by matrices of at most `largest` numbers.
    pub fn new(gpu: &Gpu, largest: usize) -> Result<Self, CudaError> {
        let programs = gpu.compile(include_str!("kernels.cu"))?;
        Ok(Programs {
            product: programs.get("product")?,
            weight_gradient: programs.get("weight_gradient")?,
            total: programs.get("total")?,
            sums: programs.get("sums")?,
            divide: programs.get("divide")?,
            copy: programs.get("copy")?,
            activate: programs.get("activate")?,
            derive: programs.get("derive")?,
            shares: gpu.zeros(SHARES * largest)?,
        })
    }
}

/// Does a result replace the values at its destination, or is it added to them?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum There {
    Replaced,
    AddedTo,
}

/// Programs write to the room through a shared reference. That is sound, since nobody else has it, and the one stream runs them
/// one after the other. The memory they read and write never overlaps, except where they change values in place.
impl CudaHypergraphTraining {
    /// Rows times weights, and biases.
    pub(super) fn product(&self, from: Matrix, weights: Weights, to: Matrix, there: There) -> Done {
        self.products(from, weights, to, there, 1, 0)
    }

    /// Rows times several matrices of weights, at a distance of `apart` from each other; results are written one after the other.
    pub(super) fn products(
        &self,
        from: Matrix,
        weights: Weights,
        to: Matrix,
        there: There,
        count: usize,
        apart: usize,
    ) -> Done {
        let shape = (weights.inputs, weights.outputs);
        self.multiply(from, weights, to, shape, false, there, (count, apart))
    }

    /// Computes the gradients by the multiplied rows from those by the products.
    pub(super) fn back(&self, from: Matrix, weights: Weights, to: Matrix, there: There) -> Done {
        let (shape, weights) = ((weights.outputs, weights.inputs), Weights { biases: None, ..weights });
        self.multiply(from, weights, to, shape, true, there, (1, 0))
    }

    #[expect(clippy::too_many_arguments, reason = "all that a product depends on")]
    fn multiply(
        &self,
        from: Matrix,
        weights: Weights,
        to: Matrix,
        (depth, columns): (usize, usize),
        transposed: bool,
        there: There,
        (count, apart): (usize, usize),
    ) -> Done {
        if from.rows == 0 || columns == 0 || count == 0 {
            return Ok(());
        }
        let [start, at, end] = [from.at, weights.at, to.at].map(|place| place as u64);
        let biases = weights.biases.map_or(NONE, |biases| biases as u64);
        let [rows, depth, width] = [from.rows, depth, columns].map(|size| size as u32);
        let [transposed, added] = [transposed, there == There::AddedTo].map(u32::from);
        let [weights_apart, to_apart] = [apart as u64, (from.rows * columns) as u64];
        let mut launch = self.gpu.stream.launch_builder(&self.programs.product);
        launch.arg(&self.room).arg(&self.optimiser.numbers).arg(&start).arg(&at).arg(&biases).arg(&end);
        launch.arg(&rows).arg(&depth).arg(&width).arg(&transposed).arg(&added);
        launch.arg(&weights_apart).arg(&to_apart);
        let grid = (from.rows.div_ceil(ROWS), columns.div_ceil(COLUMNS), count);
        #[expect(unsafe_code)]
        // SAFETY: `from` is rows × depth, `to` rows × columns for each matrix, and the weights depth × columns, all of them
        // within the room and the numbers, which the layout and the places of layers see to.
        unsafe { launch.launch(grid_of(grid)) }.map(drop).map_err(CudaError::failed)
    }

    /// Adds the gradient by weights and biases, from the multiplied rows and the gradients by the products.
    pub(super) fn gradient(&mut self, from: Matrix, slopes: Matrix, weights: Weights) -> Done {
        self.gradient_by(from.at as u64, slopes, weights.at, weights.inputs)?;
        weights.biases.map_or(Ok(()), |biases| self.gradient_by(NONE, slopes, biases, 1))
    }

    fn gradient_by(&mut self, from: u64, slopes: Matrix, at: usize, depth: usize) -> Done {
        let count = depth * slopes.width;
        if slopes.rows == 0 || count == 0 {
            return Ok(());
        }
        let (start, rows) = (slopes.at as u64, slopes.rows as u32);
        let [inputs, columns, all] = [depth, slopes.width, count].map(|size| size as u32);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.weight_gradient);
        launch.arg(&self.room).arg(&from).arg(&start).arg(&mut self.programs.shares);
        launch.arg(&rows).arg(&inputs).arg(&columns);
        let grid = (slopes.width.div_ceil(COLUMNS), depth.div_ceil(COLUMNS), SHARES);
        #[expect(unsafe_code)]
        // SAFETY: `from` has rows × depth numbers at least or is missing, the slopes are rows × columns, and there are as many
        // shares of depth × columns as the grid is deep: `Programs::new` was told of the largest matrix.
        unsafe { launch.launch(grid_of(grid)) }.map_err(CudaError::failed)?;
        let mut gradient = self.optimiser.gradient.slice_mut(at..at + count);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.total);
        launch.arg(&self.programs.shares).arg(&mut gradient).arg(&all);
        #[expect(unsafe_code)]
        // SAFETY: there are `count` numbers of the gradient, and as many in each share.
        unsafe { launch.launch(blocks(count.div_ceil(THREADS), 1)) }.map(drop).map_err(CudaError::failed)
    }

    /// For each list, the sum of its rows, or their mean.
    pub(super) fn sums(&self, lists: ListsAt, from: Matrix, to: Matrix, mean: bool, there: There) -> Done {
        let [offsets, terms, start, end] = [lists.offsets, lists.terms, from.at, to.at].map(|at| at as u64);
        let [count, width] = [lists.count, to.width].map(|size| size as u32);
        let [mean, added] = [mean, there == There::AddedTo].map(u32::from);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.sums);
        launch.arg(&self.room).arg(&self.lists).arg(&offsets).arg(&terms).arg(&start).arg(&end);
        launch.arg(&count).arg(&width).arg(&mean).arg(&added);
        // SAFETY: there is a row of `to` for each list, and what is on lists are rows of `from`, which `Batch` sees to.
        #[expect(unsafe_code)]
        each(lists.count * to.width, |grid| unsafe { launch.launch(grid) }.map(drop))
    }

    /// Divides each row by the length of its list.
    pub(super) fn divide(&self, lists: ListsAt, values: Matrix) -> Done {
        let [offsets, at] = [lists.offsets, values.at].map(|at| at as u64);
        let [count, width] = [lists.count, values.width].map(|size| size as u32);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.divide);
        launch.arg(&self.room).arg(&self.lists).arg(&offsets).arg(&at).arg(&count).arg(&width);
        // SAFETY: there is a row for each list.
        #[expect(unsafe_code)]
        each(lists.count * values.width, |grid| unsafe { launch.launch(grid) }.map(drop))
    }

    pub(super) fn copy(&self, from: Matrix, to: Matrix, there: There) -> Done {
        let [start, end, count] = [from.at, to.at, to.len()].map(|size| size as u64);
        let added = u32::from(there == There::AddedTo);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.copy);
        launch.arg(&self.room).arg(&start).arg(&end).arg(&count).arg(&added);
        // SAFETY: both matrices are of one size and within the room.
        #[expect(unsafe_code)]
        each(to.len(), |grid| unsafe { launch.launch(grid) }.map(drop))
    }

    pub(super) fn activate(&self, values: Matrix) -> Done {
        let [at, count] = [values.at, values.len()].map(|size| size as u64);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.activate);
        launch.arg(&self.room).arg(&at).arg(&count).arg(&LEAK);
        // SAFETY: the matrix is within the room.
        #[expect(unsafe_code)]
        each(values.len(), |grid| unsafe { launch.launch(grid) }.map(drop))
    }

    /// Turns gradients by values into gradients by sums.
    pub(super) fn derive(&self, slopes: Matrix, values: Matrix) -> Done {
        let [start, at, count] = [slopes.at, values.at, slopes.len()].map(|size| size as u64);
        let mut launch = self.gpu.stream.launch_builder(&self.programs.derive);
        launch.arg(&self.room).arg(&start).arg(&at).arg(&count).arg(&LEAK);
        // SAFETY: both matrices are of one size and within the room.
        #[expect(unsafe_code)]
        each(slopes.len(), |grid| unsafe { launch.launch(grid) }.map(drop))
    }
}

/// Launches a program with a thread for each of `count` numbers.
fn each(count: usize, launch: impl FnOnce(LaunchConfig) -> Result<(), cudarc::driver::DriverError>) -> Done {
    if count == 0 {
        return Ok(());
    }
    launch(blocks(count.div_ceil(THREADS), 1)).map_err(CudaError::failed)
}

fn grid_of((columns, rows, layers): (usize, usize, usize)) -> LaunchConfig {
    let grid_dim = (columns as u32, rows as u32, layers as u32);
    LaunchConfig { grid_dim, block_dim: (THREADS as u32, 1, 1), shared_mem_bytes: 0 }
}
