//! Training backends: one for each kind of network and each device.

use rand_chacha::ChaCha8Rng;

use super::{Config, Device, DeviceError, Progress};
use crate::examples::Examples;
use crate::net::Net;
use network::{Adam, Gradients, Parameters, Training, hypergraph, logic};
#[cfg(feature = "cuda")]
use network::{CudaHypergraphTraining, CudaLogicTraining, CudaTraining};

/// The training of a network on its device.
#[derive(Debug)]
pub(super) enum Backend {
    Cpu(Box<Training>),
    Logic(Box<logic::Training>),
    Hypergraph(Box<hypergraph::Training>),
    /// There is nothing to train: the model was found at once.
    Found,
    #[cfg(feature = "cuda")]
    Cuda(Box<CudaTraining>),
    #[cfg(feature = "cuda")]
    CudaLogic(Box<CudaLogicTraining>),
    #[cfg(feature = "cuda")]
    CudaHypergraph(Box<CudaHypergraphTraining>),
}

impl Backend {
    /// Copies the weights to the device; `threads` threads are used by backends that benefit from them.
    pub(super) fn new(config: &Config, progress: &Progress, threads: usize) -> Result<Self, DeviceError> {
        match (config.device, &progress.network) {
            (_, Net::Linear(_)) => Ok(Self::Found),
            (Device::Cpu, Net::Dense(network)) => Ok(Self::Cpu(Box::new(Training::new(network)))),
            (Device::Cpu, Net::Logic(machine)) => {
                Ok(Self::Logic(Box::new(logic::Training::new(machine, threads))))
            }
            (Device::Cpu, Net::Hypergraph(network)) => {
                let answers = config.hypergraph.answers;
                Ok(Self::Hypergraph(Box::new(hypergraph::Training::new(network, answers, threads))))
            }
            #[cfg(feature = "cuda")]
            (Device::Cuda(number), Net::Dense(network)) => {
                Ok(Self::Cuda(Box::new(CudaTraining::new(number, network, &progress.adam)?)))
            }
            #[cfg(feature = "cuda")]
            (Device::Cuda(number), Net::Logic(machine)) => {
                Ok(Self::CudaLogic(Box::new(CudaLogicTraining::new(number, machine, &progress.adam)?)))
            }
            #[cfg(feature = "cuda")]
            (Device::Cuda(number), Net::Hypergraph(network)) => {
                let answers = config.hypergraph.answers;
                let training = CudaHypergraphTraining::new(number, network, answers, &progress.adam)?;
                Ok(Self::CudaHypergraph(Box::new(training)))
            }
            #[cfg(not(feature = "cuda"))]
            (Device::Cuda(_), _) => Err(DeviceError::NotBuilt),
        }
    }

    /// Makes one step on a batch. `loss` takes the outputs and writes its gradient by them.
    pub(super) fn step(
        &mut self,
        config: &Config,
        batch: &Examples,
        progress: &mut Progress,
        random: &mut ChaCha8Rng,
        mut loss: impl FnMut(&[f32], &mut [f32]),
        gradient: &mut Vec<f32>,
    ) -> Result<(), DeviceError> {
        let Progress { network, adam, .. } = progress;
        let mut slopes = |outputs: &[f32]| {
            gradient.clear();
            gradient.resize(outputs.len(), 0.0);
            loss(outputs, gradient);
        };
        match (self, network, batch.rows.numbers(), batch.rows.relations()) {
            (Self::Cpu(training), Net::Dense(network), Some(inputs), _) => {
                slopes(training.forward_with_dropout(network, &inputs, config.dropout, random));
                let gradients = training.backward(network, &inputs, gradient);
                improve(config, adam, network, gradients);
            }
            (Self::Logic(training), Net::Logic(machine), _, Some(states)) => {
                slopes(training.forward(machine, states));
                let gradients = training.backward(machine, states, gradient);
                improve(config, adam, machine, gradients);
            }
            (Self::Hypergraph(training), Net::Hypergraph(network), ..) => {
                let Some(states) = batch.rows.hypergraphs() else { return Ok(()) };
                slopes(training.forward(network, states));
                let gradients = training.backward(network, states, gradient);
                improve(config, adam, network, gradients);
            }
            #[cfg(feature = "cuda")]
            (Self::Cuda(training), _, Some(inputs), _) => {
                training.step(&inputs, config.dropout, random, config.clip, loss)?;
            }
            #[cfg(feature = "cuda")]
            (Self::CudaLogic(training), _, _, Some(states)) => training.step(states, config.clip, loss)?,
            #[cfg(feature = "cuda")]
            (Self::CudaHypergraph(training), ..) => {
                let Some(states) = batch.rows.hypergraphs() else { return Ok(()) };
                training.step(states, config.clip, loss)?;
            }
            _ => debug_assert!(false, "examples of another kind than the network"),
        }
        Ok(())
    }

    /// Copies the weights and the optimiser back from the device.
    pub(super) fn fetch(&self, progress: &mut Progress) -> Result<(), DeviceError> {
        match self {
            Self::Cpu(_) | Self::Logic(_) | Self::Hypergraph(_) | Self::Found => {}
            #[cfg(feature = "cuda")]
            Self::Cuda(training) => {
                progress.network = Net::Dense(training.network()?);
                progress.adam = training.adam()?;
            }
            #[cfg(feature = "cuda")]
            Self::CudaLogic(training) => {
                progress.network = Net::Logic(training.machine()?);
                progress.adam = training.adam()?;
            }
            #[cfg(feature = "cuda")]
            Self::CudaHypergraph(training) => {
                progress.network = Net::Hypergraph(training.network()?);
                progress.adam = training.adam()?;
            }
        }
        #[cfg(not(feature = "cuda"))]
        let _ = progress;
        Ok(())
    }
}

/// Makes a step of the optimiser, with the gradient clipped if wanted.
fn improve(config: &Config, adam: &mut Adam, network: &mut impl Parameters, gradients: &mut Gradients) {
    if let Some(longest) = config.clip {
        gradients.clip_norm(longest);
    }
    adam.step(network, gradients);
}
