//! Steps on a GPU against those of the processor.

use super::super::super::{Activation, Adam, AdamSettings, Inputs, Network, Shape, SparseRows, Training};
use super::super::testing::distance;
use super::CudaTraining;
use gpu::testing::if_there;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const INPUTS: usize = 83;
const OUTPUTS: usize = 5;

fn network(hidden: &[usize], activation: Activation, rng: &mut ChaCha8Rng) -> Network {
    Network::new(&Shape { inputs: INPUTS, hidden: hidden.to_vec(), outputs: OUTPUTS, activation }, rng)
}

fn sparse_rows(rows: usize, rng: &mut ChaCha8Rng) -> SparseRows {
    let mut sparse = SparseRows::new();
    (0..rows).for_each(|_| sparse.push((0..INPUTS as u32).filter(|_| rng.random_bool(0.3))));
    sparse
}

/// The gradient of half the mean squared distance from the number of the output.
fn slope(outputs: &[f32], gradient: &mut [f32]) {
    let share = OUTPUTS as f32 / outputs.len() as f32;
    for (outputs, gradient) in outputs.chunks(OUTPUTS).zip(gradient.chunks_mut(OUTPUTS)) {
        let each = outputs.iter().zip(gradient).enumerate();
        each.for_each(|(number, (output, slope))| *slope = (output - number as f32) * share);
    }
}

/// Trains on both sides and compares all numbers. Every other step is clipped, if any is.
fn assert_same_training(network: Network, settings: AdamSettings, clip: Option<f64>, is_sparse: bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut network, mut adam) = (network.clone(), Adam::new(settings, &network));
    let mut training = Training::new(&network);
    let Some(mut gpu) = if_there(CudaTraining::new(0, &network, &adam)) else { return };
    for number in 0..50 {
        let rows = 1 + number * 7 % 150;
        let sparse = sparse_rows(rows, &mut rng);
        let dense: Vec<f32> = (0..rows * INPUTS).map(|_| rng.random_range(-1.0..1.0)).collect();
        let inputs = if is_sparse { sparse.inputs() } else { Inputs::Dense { rows, values: &dense } };
        let outputs = training.forward(&network, &inputs);
        let mut gradient = vec![0.0; outputs.len()];
        slope(outputs, &mut gradient);
        let gradients = training.backward(&network, &inputs, &gradient);
        let clip = clip.filter(|_| number % 2 == 0);
        if let Some(longest) = clip {
            gradients.clip_norm(longest);
        }
        adam.step(&mut network, gradients);
        gpu.step(&inputs, 0.0, &mut rng, clip, slope).expect("a step");
    }
    let (found, found_adam) = (gpu.network().expect("a network"), gpu.adam().expect("an optimiser"));
    assert_eq!((found.shape(), found_adam.steps), (network.shape(), adam.steps));
    assert_eq!(found_adam.settings, adam.settings);
    assert!(distance(found.parameters().flatten(), network.parameters().flatten()) < 1e-4);
    assert!(distance(&found_adam.first, &adam.first) < 1e-4);
    assert!(distance(&found_adam.second, &adam.second) < 1e-4);
}

#[test]
fn fifty_steps_lead_where_those_of_the_processor_lead() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // Adam makes much of next to nothing, unless epsilon is larger than usual.
    let plain = AdamSettings { epsilon: 0.01, ..AdamSettings::default() };
    let decaying = AdamSettings { learning_rate: 0.01, weight_decay: 0.1, ..plain };
    for activation in Activation::ALL {
        for (settings, clip, is_sparse) in [(plain, None, true), (decaying, Some(0.5), false)] {
            assert_same_training(network(&[97, 12], activation, &mut rng), settings, clip, is_sparse);
        }
    }
    assert_same_training(network(&[], Activation::Relu, &mut rng), decaying, Some(1e6), true);
}

#[test]
fn numbers_come_back_as_they_went() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let network = network(&[7], Activation::Tanh, &mut rng);
    let mut adam = Adam::new(AdamSettings::default(), &network);
    adam.steps = 12;
    adam.first.iter_mut().chain(&mut adam.second).for_each(|number| *number = rng.random());
    let Some(mut gpu) = if_there(CudaTraining::new(0, &network, &adam)) else { return };
    let nothing = SparseRows::new();
    gpu.step(&nothing.inputs(), 0.5, &mut rng, None, slope).expect("no step");
    assert_eq!((gpu.network(), gpu.adam()), (Ok(network), Ok(adam)));
}

/// An optimiser that changes nothing, and whose first mean is the last gradient.
fn unmoved(network: &Network) -> Adam {
    Adam::new(AdamSettings { learning_rate: 0.0, beta1: 0.0, ..AdamSettings::default() }, network)
}

/// The outputs that a step sees.
fn outputs(gpu: &mut CudaTraining, inputs: &Inputs, dropout: f32, seed: u64) -> Vec<f32> {
    let mut seen = Vec::new();
    let loss = |outputs: &[f32], gradient: &mut [f32]| {
        seen = outputs.to_vec();
        gradient.fill(1.0);
    };
    gpu.step(inputs, dropout, &mut ChaCha8Rng::seed_from_u64(seed), None, loss).expect("a step");
    seen
}

#[test]
fn dropping_keeps_the_mean() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let network = network(&[30], Activation::Sigmoid, &mut rng);
    let rows = sparse_rows(1, &mut rng);
    let Some(mut gpu) = if_there(CudaTraining::new(0, &network, &unmoved(&network))) else { return };
    let expected = outputs(&mut gpu, &rows.inputs(), 0.0, 0);
    let draws = 2000;
    let mut means = [0.0; OUTPUTS];
    for seed in 0..draws {
        let outputs = outputs(&mut gpu, &rows.inputs(), 0.3, seed);
        means.iter_mut().zip(outputs).for_each(|(mean, output)| *mean += output / draws as f32);
    }
    assert!(distance(&means, &expected) < 0.02, "{means:?} {expected:?}");
}

#[test]
fn the_way_back_drops_what_the_way_forward_dropped() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let network = network(&[9, 8], Activation::Tanh, &mut rng);
    let rows = sparse_rows(3, &mut rng);
    let Some(mut gpu) = if_there(CudaTraining::new(0, &network, &unmoved(&network))) else { return };
    outputs(&mut gpu, &rows.inputs(), 0.4, 6);
    let gradient = gpu.adam().expect("an optimiser").first;
    let sum = |step: f32, place: usize| {
        let mut network = network.clone();
        *network.parameters_mut().flatten().nth(place).expect("a place") += step;
        let mut gpu = CudaTraining::new(0, &network, &unmoved(&network)).expect("another network");
        outputs(&mut gpu, &rows.inputs(), 0.4, 6).iter().sum::<f32>()
    };
    for (place, found) in gradient.iter().enumerate().step_by(41) {
        let expected = (sum(0.01, place) - sum(-0.01, place)) / 0.02;
        assert!((found - expected).abs() < 2e-3 * (1.0 + expected.abs()), "{place}: {found} {expected}");
    }
}
