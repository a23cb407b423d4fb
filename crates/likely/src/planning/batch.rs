//! Full-batch training, in chunks that threads share.

use super::PlanningSettings;
use super::loss::{Loss, Targets};
use crate::As;
use crate::largest::largest;
use crate::training_set::TrainingSet;
use network::{Gradients, Inputs, Layer, Network, SparseRows, Training};
use rand_chacha::ChaCha8Rng;
use std::sync::{Mutex, MutexGuard};
use tools::threads::in_parallel;

/// The number of records of a chunk. Gradients are summed in the order of chunks, so that they don't depend on the threads.
const CHUNK: usize = 1024;

/// All records of a set, ready to be passed through networks of one shape.
pub(super) struct Batch {
    chunks: Vec<Mutex<Chunk>>,
    how: As,
    dropout: Option<f32>,
}

struct Chunk {
    inputs: ChunkInputs,
    costs: Vec<f32>,
    /// Empty if beliefs are not truncated.
    lower_bounds: Vec<f32>,
    /// The weight of each record in the loss.
    weights: Vec<f32>,
    plain: Training,
    dropped: Training,
    output_gradient: Vec<f32>,
    gradients: Gradients,
}

enum ChunkInputs {
    Ones(SparseRows),
    Numbers { rows: usize, values: Vec<f32> },
}

impl ChunkInputs {
    fn new<'a>(rows: impl ExactSizeIterator<Item = &'a [(u32, f32)]> + Clone, width: usize) -> Self {
        if rows.clone().flatten().all(|&(_, number)| number == 1.0) {
            let mut ones = SparseRows::new();
            rows.for_each(|row| ones.push(row.iter().map(|&(place, _)| place)));
            return Self::Ones(ones);
        }
        let mut values = vec![0.0; rows.len() * width];
        let count = rows.len();
        for (row, values) in rows.zip(values.chunks_exact_mut(width.max(1))) {
            row.iter().for_each(|&(place, number)| values[place as usize] = number);
        }
        Self::Numbers { rows: count, values }
    }

    fn inputs(&self) -> Inputs<'_> {
        match self {
            Self::Ones(ones) => ones.inputs(),
            Self::Numbers { rows, values } => Inputs::Dense { rows: *rows, values },
        }
    }
}

impl Batch {
    pub fn new(
        network: &Network,
        settings: &PlanningSettings,
        repeated_to: Option<usize>,
        set: &TrainingSet,
    ) -> Self {
        let records = set.rows.len();
        let weights = shares(records, repeated_to.unwrap_or(records));
        let chunk = |start: usize| {
            let numbers = start..records.min(start + CHUNK);
            let rows = numbers.clone().map(|number| set.rows.row(number));
            Mutex::new(Chunk {
                inputs: ChunkInputs::new(rows, network.inputs()),
                costs: set.costs[numbers.clone()].to_vec(),
                lower_bounds: set.lower_bounds.get(numbers.clone()).unwrap_or_default().to_vec(),
                weights: weights[numbers].to_vec(),
                plain: Training::new(network),
                dropped: Training::new(network),
                output_gradient: Vec::new(),
                gradients: Gradients::zeros(network),
            })
        };
        Self {
            chunks: (0..records).step_by(CHUNK).map(chunk).collect(),
            how: set.how,
            dropout: settings.drops().then_some(settings.dropout),
        }
    }

    /// A forward and backward pass over all records. Returns the largest error of a record without dropout. Each chunk has its own
    /// random stream.
    pub fn pass(
        &self,
        network: &Network,
        loss: &Loss,
        threads: usize,
        random: impl Fn(usize) -> ChaCha8Rng + Sync,
    ) -> f32 {
        let errors = in_parallel(self.chunks.len(), threads, |number| {
            lock(&self.chunks[number]).pass(network, loss, self.how, self.dropout, random(number))
        });
        largest(errors)
    }

    /// The gradient of the last pass.
    pub fn gradients(&self, network: &Network) -> Gradients {
        let mut total = Gradients::zeros(network);
        for chunk in &self.chunks {
            let chunk = lock(chunk);
            total.layers.iter_mut().zip(&chunk.gradients.layers).for_each(|(sum, layer)| add(sum, layer));
        }
        total
    }
}

impl Chunk {
    fn pass(
        &mut self,
        network: &Network,
        loss: &Loss,
        how: As,
        dropout: Option<f32>,
        mut random: ChaCha8Rng,
    ) -> f32 {
        let inputs = self.inputs.inputs();
        let known = Targets { costs: &self.costs, lower_bounds: &self.lower_bounds };
        let outputs = self.plain.forward(network, &inputs);
        let error = loss.largest_error(outputs, known);
        let Some(dropout) = dropout else {
            loss.gradient(outputs, known, &self.weights, &mut self.output_gradient);
            take(&mut self.gradients, self.plain.backward(network, &inputs, &self.output_gradient));
            return error;
        };
        let outputs = self.dropped.forward_with_dropout(network, &inputs, dropout, &mut random);
        loss.gradient(outputs, known, &self.weights, &mut self.output_gradient);
        take(&mut self.gradients, self.dropped.backward(network, &inputs, &self.output_gradient));
        if how == As::Code {
            let unheeding = self.plain.backward(network, &inputs, &self.output_gradient);
            std::mem::swap(&mut self.gradients.layers[0], &mut unheeding.layers[0]);
        }
        error
    }
}

fn lock(chunk: &Mutex<Chunk>) -> MutexGuard<'_, Chunk> {
    chunk.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Swaps instead of copying: the gradient is overwritten in the next pass anyway.
fn take(to: &mut Gradients, from: &mut Gradients) {
    std::mem::swap(to, from);
}

fn add(sum: &mut Layer, layer: &Layer) {
    sum.weights.iter_mut().zip(&layer.weights).for_each(|(sum, number)| *sum += number);
    sum.biases.iter_mut().zip(&layer.biases).for_each(|(sum, number)| *sum += number);
}

/// The weight of each of `records` records, where all are repeated in turn until there are at least `repeated_to`.
fn shares(records: usize, repeated_to: usize) -> Vec<f32> {
    let total = repeated_to.max(records);
    let (each, rest) = (total / records.max(1), total % records.max(1));
    let share = |record: usize| ((each + usize::from(record < rest)) as f64 / total as f64) as f32;
    (0..records).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn records_are_repeated_in_turn() {
        assert_eq!(shares(3, 8), [3.0 / 8.0, 3.0 / 8.0, 2.0 / 8.0]);
        assert_eq!(shares(2, 2), [0.5, 0.5]);
        assert_eq!(shares(0, 8), [0.0; 0]);
    }
}
