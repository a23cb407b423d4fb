//! Training of hypergraph networks on a GPU, by the CUDA program `hypergraph/kernels.cu`. All hypergraphs of a batch are joined to
//! one.
//!
//! The steps are those of `Pass` and `Backward` on the processor, but all nodes are multiplied by the matrices of all roles, not
//! only of those that they have: that is more work, but a single product.

mod backward;
mod batch;
mod forward;
mod programs;
#[cfg(test)]
mod tests;

use self::batch::{Batch, Kind, Layout, Matrix};
use self::programs::{Programs, Weights};
use super::super::Adam;
use super::super::hypergraph::{
    Answers, EDGE_FEATURES, ENCODE_EDGE, ENCODE_GLOBAL, ENCODE_NODE, Network, Shape, States, UPDATE_EDGE,
    UPDATE_GLOBAL, UPDATE_NODE,
};
use super::optimiser::Optimiser;
use cudarc::driver::CudaSlice;
use gpu::{CudaError, Gpu};

/// A hypergraph network and its optimiser on a GPU.
#[derive(Debug)]
pub struct CudaHypergraphTraining {
    gpu: Gpu,
    programs: Programs,
    shape: Shape,
    answers: Answers,
    optimiser: Optimiser,
    /// By layer: where its matrix and its biases begin.
    places: Vec<(usize, usize)>,
    layout: Layout,
    /// Memory for batches; both grow to the largest.
    room: CudaSlice<f32>,
    lists: CudaSlice<u32>,
}

/// The matrices of an update that apply to the updated thing itself: to its encoding, to its current vector, and the second layer.
#[derive(Clone, Copy)]
struct Update {
    first: Weights,
    now: Weights,
    second: Weights,
}

type Done = Result<(), CudaError>;

impl CudaHypergraphTraining {
    /// Copies a network and its optimiser to a GPU, counted from 0.
    ///
    /// # Panics
    /// If the optimiser belongs to a network of another shape.
    pub fn new(device: usize, network: &Network, answers: Answers, adam: &Adam) -> Result<Self, CudaError> {
        let gpu = Gpu::new(device)?;
        let shape = network.shape().clone();
        let mut end = 0;
        let mut take = |count| {
            end += count;
            end - count
        };
        let sizes = shape.matrices();
        let largest = shape.hidden * shape.hidden.max(shape.outputs).max(EDGE_FEATURES);
        Ok(CudaHypergraphTraining {
            programs: Programs::new(&gpu, largest)?,
            optimiser: Optimiser::new(&gpu, network, adam)?,
            places: sizes.iter().map(|(inputs, outputs)| (take(inputs * outputs), take(*outputs))).collect(),
            answers,
            layout: Layout::default(),
            room: gpu.zeros(1)?,
            lists: gpu.zeros(1)?,
            shape,
            gpu,
        })
    }

    /// Makes one step of the optimiser. `loss` takes the outputs for the batch (states × answers × outputs), and overwrites zeros
    /// with its gradient by the outputs. Gradients with a norm above `clip` are scaled down to it.
    ///
    /// A batch without states changes nothing.
    ///
    /// # Panics
    /// If the hypergraphs belong to networks of another shape.
    pub fn step(
        &mut self,
        states: &States,
        clip: Option<f64>,
        mut loss: impl FnMut(&[f32], &mut [f32]),
    ) -> Done {
        if states.is_empty() {
            return Ok(());
        }
        let outputs = self.outputs(states)?;
        let mut slopes = vec![0.0; outputs.len()];
        loss(&outputs, &mut slopes);
        let slopes = transposed(&slopes, states.len(), self.answers.count(&self.shape), self.shape.outputs);
        self.put(self.layout.decoded_slopes[2], &slopes)?;
        self.backward()?;
        self.optimiser.step(&self.gpu, clip)
    }

    /// The outputs for a batch.
    ///
    /// # Panics
    /// If the hypergraphs belong to networks of another shape.
    pub fn outputs(&mut self, states: &States) -> Result<Vec<f32>, CudaError> {
        self.take_in(states)?;
        self.forward()?;
        let Matrix { at, rows, width } = self.layout.decoded[2];
        let place = self.room.slice(at..at + rows * width);
        let found = self.gpu.stream.clone_dtoh(&place).map_err(CudaError::failed)?;
        Ok(transposed(&found, self.answers.count(&self.shape), states.len(), width))
    }

    /// The current network.
    pub fn network(&self) -> Result<Network, CudaError> {
        let mut network = Network::zeros(&self.shape);
        self.optimiser.download(&self.gpu, &mut network)?;
        Ok(network)
    }

    /// The current optimiser.
    pub fn adam(&self) -> Result<Adam, CudaError> {
        self.optimiser.adam(&self.gpu)
    }

    /// Copies a batch to the GPU.
    fn take_in(&mut self, states: &States) -> Done {
        let roles = self.shape.roles.count();
        let fits = |state| states.graph(state).starts.len() == roles + 1;
        assert!((0..states.len()).all(fits), "hypergraphs for another shape");
        let (batch, layout) = Batch::new(&self.shape, self.answers, states)
            .ok_or_else(|| CudaError::failed("the hypergraphs of a batch are too large"))?;
        self.gpu.reserve(&mut self.room, layout.end)?;
        self.gpu.reserve(&mut self.lists, batch.lists.len())?;
        self.gpu.stream.memcpy_htod(&batch.lists, &mut self.lists).map_err(CudaError::failed)?;
        let features = [
            (layout.nodes, &batch.node_features),
            (layout.edges, &batch.edge_features),
            (layout.globals, &batch.global_features),
        ];
        self.layout = layout;
        features.into_iter().try_for_each(|(kind, values)| self.put(kind.features, values))
    }

    fn put(&mut self, to: Matrix, values: &[f32]) -> Done {
        if values.is_empty() {
            return Ok(());
        }
        let mut place = self.room.slice_mut(to.at..to.at + to.len());
        self.gpu.stream.memcpy_htod(values, &mut place).map_err(CudaError::failed)
    }

    /// A square block of a layer's matrix: as many rows as there are hidden units. Without biases.
    fn block(&self, layer: usize, block: usize) -> Weights {
        let hidden = self.shape.hidden;
        Weights {
            at: self.places[layer].0 + block * hidden * hidden,
            biases: None,
            inputs: hidden,
            outputs: hidden,
        }
    }

    /// A whole layer, with biases.
    fn layer(&self, layer: usize) -> Weights {
        let ((at, biases), (inputs, outputs)) = (self.places[layer], self.shape.matrices()[layer]);
        Weights { at, biases: Some(biases), inputs, outputs }
    }

    fn update(&self, layer: usize, own: usize) -> Update {
        let biases = Some(self.places[layer].1);
        Update {
            first: Weights { biases, ..self.block(layer, own) },
            now: self.block(layer, own + 1),
            second: self.layer(layer + 1),
        }
    }

    /// The matrices of an edge's update for the edge itself.
    fn edge(&self) -> Update {
        self.update(UPDATE_EDGE, 0)
    }

    /// The matrices of a node's update for the node itself.
    fn node(&self) -> Update {
        self.update(UPDATE_NODE, 1)
    }

    /// The matrices of the global update for the global vector itself.
    fn global(&self) -> Update {
        self.update(UPDATE_GLOBAL, 2)
    }

    /// The matrices of an edge's update for a node in a role: for its encoding, and for its current vector.
    fn role(&self, role: usize) -> [Weights; 2] {
        [0, 1].map(|which| self.block(UPDATE_EDGE, 2 * (role + 1) + which))
    }

    fn node_from_edges(&self) -> Weights {
        self.block(UPDATE_NODE, 0)
    }

    fn global_from_edges(&self) -> Weights {
        self.block(UPDATE_GLOBAL, 0)
    }

    fn global_from_nodes(&self) -> Weights {
        self.block(UPDATE_GLOBAL, 1)
    }

    /// The encoders of nodes, edges and global features.
    fn encoders(&self) -> [(Kind, [Weights; 2]); 3] {
        let Layout { nodes, edges, globals, .. } = self.layout;
        [(nodes, ENCODE_NODE), (edges, ENCODE_EDGE), (globals, ENCODE_GLOBAL)]
            .map(|(kind, layer)| (kind, [self.layer(layer), self.layer(layer + 1)]))
    }

    /// The global vectors that are decoded.
    fn answering(&self) -> Matrix {
        let Kind { values, count, .. } = self.layout.globals;
        values.slots_from(1 + self.shape.steps - self.answers.count(&self.shape), count)
    }
}

/// Transposes a matrix of `rows` rows and `columns` columns, whose entries are groups of `width` numbers.
fn transposed(values: &[f32], rows: usize, columns: usize, width: usize) -> Vec<f32> {
    let places = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
    places.flat_map(|place| &values[place * width..(place + 1) * width]).copied().collect()
}
