//! Steps of training in the operations of a framework's tensors, on any of its backends.

use super::super::activation::LEAK;
use super::super::adam::Factors;
use super::super::{Activation, Adam, AdamSettings, Inputs, Network, Shape, layer};
use super::CudaError;
use burn_tensor::backend::Backend;
use burn_tensor::{Tensor, TensorData};
use rand::Rng;

/// A network and its optimiser, on a device.
#[derive(Debug)]
pub(super) struct Steps<B: Backend> {
    device: B::Device,
    shape: Shape,
    settings: AdamSettings,
    steps: u64,
    /// All of the network's numbers in one piece, in the order of [`Network::parameters`]: a device takes longer to be
    /// told of an operation than for the operation.
    parameters: Tensor<B, 1>,
    first: Tensor<B, 1>,
    second: Tensor<B, 1>,
}

/// What a batch leaves behind at a layer on its way forward.
struct Passed<B: Backend> {
    weights: Tensor<B, 2>,
    inputs: Tensor<B, 2>,
    /// Where the inputs come from, unless it is from outside.
    hidden: Option<Hidden<B>>,
}

/// The numbers of a hidden layer.
struct Hidden<B: Backend> {
    /// Before any were dropped.
    values: Tensor<B, 2>,
    /// What they were then multiplied with: zeros, and what makes up for the zeros.
    factors: Option<Tensor<B, 2>>,
}

impl<B: Backend> Steps<B> {
    pub fn new(device: B::Device, network: &Network, adam: &Adam) -> Self {
        let parameters: Vec<f32> = network.parameters().flatten().copied().collect();
        let count = parameters.len();
        assert_eq!((adam.first.len(), adam.second.len()), (count, count), "an optimiser of another network");
        let upload = |values: Vec<f32>| Tensor::from_data(TensorData::new(values, [count]), &device);
        Steps {
            shape: network.shape(),
            settings: adam.settings,
            steps: adam.steps,
            parameters: upload(parameters),
            first: upload(adam.first.clone()),
            second: upload(adam.second.clone()),
            device,
        }
    }

    /// Does what a step does and changes nothing, so that whatever a device lacks shows.
    pub fn rehearse(&self) -> Result<(), CudaError> {
        let inputs = Tensor::zeros([1, self.shape.inputs], &self.device);
        let (passed, outputs) = self.forward(inputs, |_| None);
        download(self.backward(passed, outputs)).map(drop)
    }

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
        let batch = upload(&self.device, dense(inputs, self.shape.inputs), rows);
        let (passed, outputs) = self.forward(batch, |width| {
            (dropout > 0.0).then(|| upload(&self.device, factors(dropout, rows * width, rng), rows))
        });
        let outputs = download(outputs)?;
        let mut gradient = vec![0.0; outputs.len()];
        loss(&outputs, &mut gradient);
        let gradient = self.backward(passed, upload(&self.device, gradient, rows));
        self.adam_step(match clip {
            Some(longest) => clipped(gradient, longest),
            None => gradient,
        });
        Ok(())
    }

    pub fn network(&self) -> Result<Network, CudaError> {
        let values = download(self.parameters.clone())?;
        let layers =
            self.shape.layers().map(|(inputs, outputs)| layer::Layer::zeros(inputs, outputs)).collect();
        let mut network = Network { activation: self.shape.activation, layers };
        let mut values = values.into_iter();
        network.parameters_mut().flatten().zip(&mut values).for_each(|(to, from)| *to = from);
        Ok(network)
    }

    pub fn adam(&self) -> Result<Adam, CudaError> {
        let (first, second) = (download(self.first.clone())?, download(self.second.clone())?);
        Ok(Adam { settings: self.settings, steps: self.steps, first, second })
    }

    /// The outputs, and what the way back needs. `dropped` gives, for the width of a hidden layer, what its numbers are
    /// multiplied with.
    fn forward(
        &self,
        inputs: Tensor<B, 2>,
        mut dropped: impl FnMut(usize) -> Option<Tensor<B, 2>>,
    ) -> (Vec<Passed<B>>, Tensor<B, 2>) {
        let mut passed = Vec::new();
        let mut values = inputs;
        let mut hidden = None;
        let mut offset = 0;
        for (index, (inputs, outputs)) in self.shape.layers().enumerate() {
            if index > 0 {
                values = activated(self.shape.activation, values);
                let factors = dropped(inputs);
                hidden = Some(Hidden { values: values.clone(), factors: factors.clone() });
                values = factors.map_or(values.clone(), |factors| values * factors);
            }
            let mut next = |rows, columns| {
                let range = offset..offset + rows * columns;
                offset = range.end;
                self.parameters.clone().slice([range]).reshape([rows, columns])
            };
            let (weights, biases) = (next(inputs, outputs), next(1, outputs));
            let sums = values.clone().matmul(weights.clone()) + biases;
            passed.push(Passed { weights, inputs: values, hidden: hidden.take() });
            values = sums;
        }
        (passed, values)
    }

    /// The gradient of the loss by all numbers of the network, from that by its outputs.
    fn backward(&self, passed: Vec<Passed<B>>, output_gradient: Tensor<B, 2>) -> Tensor<B, 1> {
        let mut gradients = Vec::new();
        let mut sums = output_gradient;
        for layer in passed.into_iter().rev() {
            gradients.push(sums.clone().sum_dim(0).flatten(0, 1));
            gradients.push(layer.inputs.transpose().matmul(sums.clone()).flatten(0, 1));
            if let Some(hidden) = layer.hidden {
                sums = hidden.backward(self.shape.activation, sums.matmul(layer.weights.transpose()));
            }
        }
        gradients.reverse();
        Tensor::cat(gradients, 0)
    }

    fn adam_step(&mut self, gradient: Tensor<B, 1>) {
        self.steps += 1;
        let f = Factors::new(&self.settings, self.steps);
        let first = self.first.clone() + (gradient.clone() - self.first.clone()) * f.one_minus_beta1;
        let second = self.second.clone() * f.beta2 + gradient.square() * f.one_minus_beta2;
        let spread = second.clone().sqrt() * f.second_correction + f.epsilon;
        self.parameters = self.parameters.clone() * f.keep - first.clone() / spread * f.rate;
        (self.first, self.second) = (first, second);
    }
}

impl<B: Backend> Hidden<B> {
    /// From the gradient by what the next layer was given to that by this one's sums.
    fn backward(self, activation: Activation, gradient: Tensor<B, 2>) -> Tensor<B, 2> {
        let gradient = match self.factors {
            Some(factors) => gradient * factors,
            None => gradient,
        };
        derived(activation, self.values, gradient)
    }
}

fn activated<B: Backend>(activation: Activation, sums: Tensor<B, 2>) -> Tensor<B, 2> {
    match activation {
        Activation::Sigmoid => (sums.neg().exp() + 1.0).recip(),
        Activation::Relu => sums.clamp_min(0.0),
        Activation::LeakyRelu => sums.clone().max_pair(sums * LEAK),
        Activation::Tanh => sums.tanh(),
    }
}

/// The gradient times the activation's derivative, which its value tells.
fn derived<B: Backend>(activation: Activation, values: Tensor<B, 2>, gradient: Tensor<B, 2>) -> Tensor<B, 2> {
    match activation {
        Activation::Sigmoid => gradient * (values.clone() - values.square()),
        Activation::Relu => gradient.mask_fill(values.lower_equal_elem(0.0), 0.0),
        Activation::LeakyRelu => gradient.clone().mask_where(values.lower_equal_elem(0.0), gradient * LEAK),
        Activation::Tanh => gradient.clone() - gradient * values.square(),
    }
}

/// A gradient that is at most as long as that. Nothing of it comes to the host, which would have to wait for it.
fn clipped<B: Backend>(gradient: Tensor<B, 1>, longest: f64) -> Tensor<B, 1> {
    let norm = gradient.clone().square().sum().sqrt();
    gradient * (norm.recip() * longest).clamp_max(1.0)
}

fn factors(probability: f32, count: usize, rng: &mut impl Rng) -> Vec<f32> {
    let kept = 1.0 / (1.0 - probability);
    (0..count).map(|_| if rng.random::<f32>() < probability { 0.0 } else { kept }).collect()
}

fn dense(inputs: &Inputs, width: usize) -> Vec<f32> {
    match *inputs {
        Inputs::Dense { rows, values } => values[..rows * width].to_vec(),
        Inputs::Sparse { offsets, ones } => {
            let mut values = vec![0.0; inputs.rows() * width];
            for (row, ends) in values.chunks_exact_mut(width).zip(offsets.windows(2)) {
                ones[ends[0] as usize..ends[1] as usize].iter().for_each(|&one| row[one as usize] += 1.0);
            }
            values
        }
    }
}

fn upload<B: Backend>(device: &B::Device, values: Vec<f32>, rows: usize) -> Tensor<B, 2> {
    let columns = values.len() / rows;
    Tensor::from_data(TensorData::new(values, [rows, columns]), device)
}

fn download<B: Backend, const D: usize>(tensor: Tensor<B, D>) -> Result<Vec<f32>, CudaError> {
    let data = tensor.try_into_data().map_err(CudaError::failed)?;
    data.into_vec().map_err(|error| CudaError::failed(format!("{error:?}")))
}
