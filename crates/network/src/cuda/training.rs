//! A network's training on a GPU.

use super::super::{Adam, Inputs, Network};
use super::steps::Steps;
use super::{CudaError, requirements};
use burn_cuda::{Cuda, CudaDevice};
use rand::Rng;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A network and its optimiser on a GPU.
#[derive(Debug)]
pub struct CudaTraining {
    steps: Steps<Cuda>,
}

impl CudaTraining {
    /// Takes both to a GPU, counted from 0.
    ///
    /// # Panics
    /// If the optimiser is of a network of another shape.
    pub fn new(device: usize, network: &Network, adam: &Adam) -> Result<Self, CudaError> {
        requirements::check(device)?;
        let upload = || {
            let training = CudaTraining { steps: Steps::new(CudaDevice::new(device), network, adam) };
            training.steps.rehearse().map(|()| training)
        };
        // The framework panics where a GPU, its driver or its compiler fails it while it is set up, and offers no other
        // way to learn of that. What the closure owns is dropped on the way, and what it borrows it only reads, so that
        // nobody sees anything half done.
        catch_unwind(AssertUnwindSafe(upload))
            .unwrap_or_else(|panic| Err(CudaError::failed(message(&*panic))))
    }

    /// Moves the network a step against the gradient of a loss. `loss` is given the outputs for the batch (rows ×
    /// outputs) and zeros, in the place of which it leaves its gradient by the outputs. With a probability of `dropout`
    /// each number of a hidden layer is dropped. Gradients longer than `clip` are scaled down to that.
    ///
    /// A batch without rows changes nothing.
    ///
    /// # Panics
    /// If the inputs are of another width than the network's.
    pub fn step(
        &mut self,
        inputs: &Inputs,
        dropout: f32,
        rng: &mut impl Rng,
        clip: Option<f64>,
        loss: impl FnMut(&[f32], &mut [f32]),
    ) -> Result<(), CudaError> {
        self.steps.step(inputs, dropout, rng, clip, loss)
    }

    /// The network as it is now.
    pub fn network(&self) -> Result<Network, CudaError> {
        self.steps.network()
    }

    /// The optimiser as it is now.
    pub fn adam(&self) -> Result<Adam, CudaError> {
        self.steps.adam()
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

#[cfg(test)]
mod tests {
    use super::super::super::{Activation, AdamSettings, Shape};
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn a_gpu_that_is_not_there_is_an_error() {
        let shape = Shape { inputs: 2, hidden: Vec::new(), outputs: 1, activation: Activation::Relu };
        let network = Network::new(&shape, &mut ChaCha8Rng::seed_from_u64(1));
        let adam = Adam::new(AdamSettings::default(), &network);
        assert!(CudaTraining::new(1 << 20, &network, &adam).is_err());
    }
}
