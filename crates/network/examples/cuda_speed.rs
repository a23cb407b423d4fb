//! The same training on the processor and on a GPU: do losses agree, and how fast is each?
//!
//!     cuda_speed [STEPS] [BATCH]
//!
//! A network of 300-250-150-100-60 with sigmoids learns to tell sixty classes by softmax and cross-entropy. Both begin
//! with the same weights and are given the same batches. Then the GPU trains several at the same time. No gradient is clipped.
//! See `bench/cuda.py`.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use network::{
    Activation, Adam, AdamSettings, CudaError, CudaTraining, Network, Shape, SparseRows, Training,
};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use simd::math;
use std::time::Instant;
use tools::threads::in_parallel;

const INPUTS: usize = 300;
const ONES: usize = 30;
const CLASSES: usize = 60;
const ROWS: usize = 20_000;
const WARM_UP: usize = 30;
const REPORTS: usize = 10;
/// How many networks are trained at the same time.
const TOGETHER: usize = 8;

fn main() {
    if let Err(error) = compare() {
        println!("{error}");
        std::process::exit(1);
    }
}

fn compare() -> Result<(), CudaError> {
    let argument =
        |place, default| std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (steps, batch): (usize, usize) = (argument(1, 5000), argument(2, 100));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let batches = batches(batch.max(1), &mut rng);
    let hidden = vec![250, 150, 100];
    let shape = Shape { inputs: INPUTS, hidden, outputs: CLASSES, activation: Activation::Sigmoid };
    let network = Network::new(&shape, &mut rng);

    let start = Instant::now();
    on_gpu(&network, &batches, WARM_UP)?;
    println!("the GPU's programs: {:.1} s for {WARM_UP} steps", start.elapsed().as_secs_f64());
    let gpu = on_gpu(&network, &batches, steps)?;
    let cpu = on_cpu(&network, &batches, steps);

    println!("batches of {batch}\n{:>8} {:>10} {:>10}", "step", "loss, CPU", "loss, GPU");
    for report in 1..=REPORTS {
        let end = steps * report / REPORTS;
        let mean = |losses: &[f64]| {
            let recent = &losses[end.saturating_sub(batches.len())..end];
            recent.iter().sum::<f64>() / recent.len().max(1) as f64
        };
        println!("{end:8} {:10.6} {:10.6}", mean(&cpu.losses), mean(&gpu.losses));
    }
    let (cpu_loss, gpu_loss) = (loss_of(&cpu.network, &batches), loss_of(&gpu.network, &batches));
    println!("{:>8} {cpu_loss:10.6} {gpu_loss:10.6}  differ by {:.2e}", "after", (cpu_loss - gpu_loss).abs());
    let pairs = cpu.network.parameters().flatten().zip(gpu.network.parameters().flatten());
    let furthest = pairs.map(|(left, right)| (left - right).abs()).fold(0.0, f32::max);
    println!("weights differ by at most {furthest:.2e}");
    println!("{:>8} {:10.0} {:10.0}", "steps/s", cpu.steps_per_second, gpu.steps_per_second);
    let start = Instant::now();
    let together = in_parallel(TOGETHER, TOGETHER, |_| on_gpu(&network, &batches, steps));
    let seconds = start.elapsed().as_secs_f64();
    for other in together {
        assert!(other?.losses == gpu.losses, "a network that is trained beside others has other losses");
    }
    let rate = (TOGETHER * steps) as f64 / seconds;
    println!("{TOGETHER} networks at the same time, compiling included: {rate:.0} steps/s on the GPU");
    Ok(())
}

struct Batch {
    rows: SparseRows,
    classes: Vec<usize>,
}

/// Random rows, each of a class that the sum of random numbers of its ones tells.
fn batches(size: usize, rng: &mut ChaCha8Rng) -> Vec<Batch> {
    let numbers: Vec<f32> = (0..INPUTS).map(|_| rng.random_range(-1.0..1.0)).collect();
    let spread = (ONES as f32 / 3.0).sqrt();
    let mut places: Vec<u32> = (0..INPUTS as u32).collect();
    let draw = |_| {
        let mut batch = Batch { rows: SparseRows::new(), classes: Vec::new() };
        for _ in 0..size {
            let (ones, _) = places.partial_shuffle(rng, ONES);
            let sum: f32 = ones.iter().map(|&one| numbers[one as usize]).sum();
            let class = (sum / spread + 2.5) / 5.0 * CLASSES as f32;
            batch.classes.push((class.max(0.0) as usize).min(CLASSES - 1));
            batch.rows.push(ones.iter().copied());
        }
        batch
    };
    (0..ROWS.div_ceil(size)).map(draw).collect()
}

struct Trained {
    network: Network,
    losses: Vec<f64>,
    steps_per_second: f64,
}

fn on_cpu(network: &Network, batches: &[Batch], steps: usize) -> Trained {
    let mut network = network.clone();
    let mut training = Training::new(&network);
    let mut adam = Adam::new(AdamSettings::default(), &network);
    let mut losses = Vec::new();
    let mut gradient = Vec::new();
    let start = Instant::now();
    for Batch { rows, classes } in batches.iter().cycle().take(steps) {
        let outputs = training.forward(&network, &rows.inputs());
        gradient.resize(outputs.len(), 0.0);
        losses.push(cross_entropy(outputs, classes, &mut gradient));
        let gradients = training.backward(&network, &rows.inputs(), &gradient);
        adam.step(&mut network, gradients);
    }
    Trained { network, losses, steps_per_second: steps as f64 / start.elapsed().as_secs_f64() }
}

fn on_gpu(network: &Network, batches: &[Batch], steps: usize) -> Result<Trained, CudaError> {
    let mut training = CudaTraining::new(0, network, &Adam::new(AdamSettings::default(), network))?;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut losses = Vec::new();
    let start = Instant::now();
    for Batch { rows, classes } in batches.iter().cycle().take(steps) {
        let loss =
            |outputs: &[f32], gradient: &mut [f32]| losses.push(cross_entropy(outputs, classes, gradient));
        training.step(&rows.inputs(), 0.0, &mut rng, None, loss)?;
    }
    let network = training.network()?;
    Ok(Trained { network, losses, steps_per_second: steps as f64 / start.elapsed().as_secs_f64() })
}

/// The mean over a batch, and its gradient by the outputs.
fn cross_entropy(outputs: &[f32], classes: &[usize], gradient: &mut [f32]) -> f64 {
    gradient.copy_from_slice(outputs);
    math::softmax(gradient, CLASSES);
    let mut loss = 0.0;
    for (row, &class) in gradient.chunks_exact_mut(CLASSES).zip(classes) {
        loss -= f64::from(row[class].max(f32::MIN_POSITIVE)).ln();
        row[class] -= 1.0;
        row.iter_mut().for_each(|slope| *slope /= classes.len() as f32);
    }
    loss / classes.len() as f64
}

/// The mean over all batches.
fn loss_of(network: &Network, batches: &[Batch]) -> f64 {
    let mut training = Training::new(network);
    let loss = |Batch { rows, classes }: &Batch| {
        let outputs = training.forward(network, &rows.inputs());
        cross_entropy(outputs, classes, &mut vec![0.0; outputs.len()])
    };
    batches.iter().map(loss).sum::<f64>() / batches.len() as f64
}
