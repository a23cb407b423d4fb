//! How fast a network is trained and evaluated: one line of figures for `bench/network.py`.
//!
//!     network_speed SECONDS
//!
//! Prints names and numbers: training steps per second, and microseconds for each state evaluated.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use network::{Activation, Adam, AdamSettings, Evaluator, Inputs, Network, Shape, SparseRows, Training};
use rand::Rng;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use simd::math;
use std::hint::black_box;
use std::time::Instant;

const INPUTS: usize = 300;
const OUTPUTS: usize = 60;
const BATCH: usize = 100;
const TOGETHER: usize = 32;
const ONES: usize = 30;
const CHANGES: usize = 4;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let shape = Shape {
        inputs: INPUTS,
        hidden: vec![250, 150, 100],
        outputs: OUTPUTS,
        activation: Activation::Sigmoid,
    };
    let network = Network::new(&shape, &mut rng);

    let dense: Vec<f32> = (0..BATCH * INPUTS).map(|_| rng.random::<f32>()).collect();
    let dense_inputs = |rows: usize| Inputs::Dense { rows, values: &dense[..rows * INPUTS] };
    let mut sparse = SparseRows::new();
    (0..BATCH).for_each(|_| sparse.push(ones(&mut rng)));
    let mut single = SparseRows::new();
    single.push(sparse.row(0).to_vec());
    let mut together = SparseRows::new();
    (0..TOGETHER).for_each(|row| together.push(sparse.row(row).to_vec()));
    let mut family = SparseRows::new();
    (0..TOGETHER).for_each(|_| family.push(child(single.row(0), &mut rng)));
    let targets: Vec<usize> = (0..BATCH).map(|_| rng.random_range(0..OUTPUTS)).collect();

    let train = |inputs: Inputs| steps_per_second(&network, inputs, &targets, seconds);
    println!("train_dense {}", train(dense_inputs(BATCH)));
    println!("train_sparse {}", train(sparse.inputs()));
    let mut evaluator = Evaluator::new(&network);
    let mut evaluate = |name: &str, inputs: Inputs| {
        let rate = per_second(seconds, || {
            black_box(evaluator.evaluate(black_box(&inputs)));
        });
        println!("{name} {}", 1e6 / rate / inputs.rows() as f64);
    };
    evaluate("single_dense", dense_inputs(1));
    evaluate("single_sparse", single.inputs());
    evaluate("batch_dense", dense_inputs(TOGETHER));
    evaluate("batch_sparse", together.inputs());
    let rate = per_second(seconds, || {
        black_box(evaluator.evaluate_family(black_box(single.row(0)), black_box(&family)));
    });
    println!("batch_family {}", 1e6 / rate / TOGETHER as f64);
}

/// Different places in ascending order.
fn ones(rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut places = Vec::new();
    while places.len() < ONES {
        let place = rng.random_range(0..INPUTS as u32);
        if let Err(at) = places.binary_search(&place) {
            places.insert(at, place);
        }
    }
    places
}

/// The parent with some ones moved.
fn child(parent: &[u32], rng: &mut ChaCha8Rng) -> Vec<u32> {
    let mut places = parent.to_vec();
    while places.iter().filter(|place| parent.binary_search(place).is_err()).count() < CHANGES / 2 {
        let place = rng.random_range(0..INPUTS as u32);
        if places.binary_search(&place).is_err() && parent.binary_search(&place).is_err() {
            let lost = places.iter().position(|place| parent.binary_search(place).is_ok()).unwrap_or(0);
            places[lost] = place;
            places.sort_unstable();
        }
    }
    places
}

/// Steps of Adam against the mean cross-entropy of a batch.
fn steps_per_second(network: &Network, inputs: Inputs, targets: &[usize], seconds: f64) -> f64 {
    let mut network = network.clone();
    let mut training = Training::new(&network);
    let mut adam = Adam::new(AdamSettings::default(), &network);
    let mut gradient = vec![0.0; targets.len() * OUTPUTS];
    per_second(seconds, || {
        gradient.copy_from_slice(training.forward(&network, &inputs));
        cross_entropy_gradient(&mut gradient, targets);
        let gradients = training.backward(&network, &inputs, &gradient);
        adam.step(&mut network, gradients);
    })
}

/// Outputs become the gradient of the mean cross-entropy by them.
fn cross_entropy_gradient(outputs: &mut [f32], targets: &[usize]) {
    math::softmax(outputs, OUTPUTS);
    for (row, target) in outputs.chunks_exact_mut(OUTPUTS).zip(targets) {
        row[*target] -= 1.0;
        row.iter_mut().for_each(|x| *x /= targets.len() as f32);
    }
}

/// The best rate of many short stretches of time: other programs disturb some of them, but hardly all.
fn per_second(seconds: f64, mut work: impl FnMut()) -> f64 {
    const STRETCH: f64 = 0.004;
    let mut time = |count: u32| {
        let start = Instant::now();
        (0..count).for_each(|_| work());
        start.elapsed().as_secs_f64()
    };
    time(10);
    let count = (STRETCH * 10.0 / time(10)).ceil() as u32;
    let start = Instant::now();
    let mut best = f64::INFINITY;
    while start.elapsed().as_secs_f64() < seconds {
        best = best.min(time(count));
    }
    f64::from(count) / best
}
