//! How fast a Neural Logic Machine is trained and evaluated: figures for `bench/logic.py`.
//!
//!     logic_speed FOLDER SECONDS
//!
//! Prints names and numbers: training steps per second with two threads, and states per second with one, by the number
//! of blocks; built with support for GPUs, also training steps per second on the first of them. Writes what PyTorch needs
//! to do the same, and what it has to come to, into the folder: the machine's numbers, a batch's facts, its outputs, and the
//! gradient of the mean of their squares.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use network::logic::{Evaluator, Fact, Machine, Shape, States, Training};
use network::{Adam, AdamSettings};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const BATCH: usize = 256;
const BLOCKS: usize = 16;
const TOGETHER: usize = 16;
const THREADS: usize = 2;

/// The features of blocks, for the state; the goal's come after them.
const ARM_EMPTY: (usize, usize) = (0, 1);
const CLEAR: (usize, usize) = (0, 3);
const HELD: (usize, usize) = (1, 3);
const ON_TABLE: (usize, usize) = (2, 3);
const ON: (usize, usize) = (0, 1);

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let seconds: f64 = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let shape = Shape { inputs: [2, 6, 2, 0], depth: 5, breadth: 3, width: 8, outputs: 2 };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let machine = Machine::new(&shape, &mut rng);

    let batch: Vec<Facts> = (0..BATCH).map(|_| problem(BLOCKS, &mut rng)).collect();
    let states = collected(&shape, BLOCKS, &batch);
    write(Path::new(&folder), &machine, &batch, &states)?;
    println!("train {}", steps_per_second(&machine, &states, seconds));
    #[cfg(feature = "cuda")]
    println!(
        "gpu_train {}",
        steps_per_second_on_gpu(&machine, &states, seconds).map_err(std::io::Error::other)?
    );
    let mut evaluator = Evaluator::new(&machine);
    for blocks in [5, 10, 15, 16, 20, 25, 30] {
        let batch: Vec<Facts> = (0..TOGETHER).map(|_| problem(blocks, &mut rng)).collect();
        let states = collected(&shape, blocks, &batch);
        let rate = per_second(seconds, || {
            black_box(evaluator.evaluate(black_box(&states)));
        });
        println!("states_{blocks} {}", rate * TOGETHER as f64);
        let states = collected(&shape, blocks, &siblings(&batch[0], blocks));
        let rate = per_second(seconds, || {
            black_box(evaluator.evaluate_siblings(black_box(&states)));
        });
        println!("siblings_{blocks} {}", rate * states.len() as f64);
    }
    Ok(())
}

/// Features and objects.
type Facts = Vec<(usize, Vec<u32>)>;

/// A random state of blocks and a random goal.
fn problem(blocks: usize, rng: &mut ChaCha8Rng) -> Facts {
    let mut facts = vec![(ARM_EMPTY.0, Vec::new())];
    for goal in [false, true] {
        let feature = |(feature, count): (usize, usize)| if goal { feature + count } else { feature };
        let mut order: Vec<u32> = (0..blocks as u32).collect();
        (1..blocks).for_each(|last| order.swap(last, rng.random_range(0..=last)));
        let mut below = None;
        for &block in &order {
            match below.filter(|_| rng.random_bool(0.6)) {
                Some(below) => facts.push((feature(ON), vec![block, below])),
                None if goal => (),
                None => {
                    facts.push((feature(ON_TABLE), vec![block]));
                    facts.extend(below.map(|below| (feature(CLEAR), vec![below])));
                }
            }
            below = Some(block);
        }
        if !goal {
            facts.extend(below.map(|block| (feature(CLEAR), vec![block])));
        }
    }
    facts
}

/// What comes of taking up a block, for as many blocks as are clear.
fn siblings(parent: &Facts, blocks: usize) -> Vec<Facts> {
    let holds =
        |feature: usize, objects: &[u32]| parent.iter().any(|fact| fact.0 == feature && fact.1 == objects);
    let clear = (0..blocks as u32).filter(|&block| holds(CLEAR.0, &[block]));
    let taken_up = |block: u32| {
        let is_about = |(feature, objects): &&(usize, Vec<u32>)| {
            let is_state = match objects.len() {
                0 => *feature < ARM_EMPTY.1,
                1 => *feature < CLEAR.1,
                _ => *feature < ON.1,
            };
            is_state && (objects.is_empty() || objects[0] == block)
        };
        let mut facts: Facts = parent.iter().filter(|fact| !is_about(fact)).cloned().collect();
        let below = parent
            .iter()
            .find(|(feature, objects)| *feature == ON.0 && objects.len() == 2 && objects[0] == block);
        facts.extend(below.map(|(_, objects)| (CLEAR.0, vec![objects[1]])));
        facts.push((HELD.0, vec![block]));
        facts
    };
    clear.map(taken_up).collect()
}

fn collected(shape: &Shape, blocks: usize, batch: &[Facts]) -> States {
    let mut states = States::new(shape);
    for facts in batch {
        states.push(blocks, facts.iter().map(|(feature, objects)| Fact { feature: *feature, objects }));
    }
    states
}

/// The gradient of the mean of all squares.
fn slope(outputs: &[f32]) -> Vec<f32> {
    outputs.iter().map(|x| 2.0 * x / outputs.len() as f32).collect()
}

fn write(folder: &Path, machine: &Machine, batch: &[Facts], states: &States) -> std::io::Result<()> {
    let mut training = Training::new(machine, THREADS);
    let outputs = training.forward(machine, states).to_vec();
    let gradients = training.backward(machine, states, &slope(&outputs));
    let mut text = String::new();
    for (state, facts) in batch.iter().enumerate() {
        for (feature, objects) in facts {
            let objects: Vec<String> = objects.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "{state} {feature} {}", objects.join(" "));
        }
    }
    std::fs::write(folder.join("facts"), text)?;
    std::fs::write(folder.join("numbers"), bytes(machine.parameters().flatten()))?;
    std::fs::write(folder.join("outputs"), bytes(outputs.iter()))?;
    std::fs::write(folder.join("gradients"), bytes(gradients.parameters().flatten()))
}

fn bytes<'a>(numbers: impl Iterator<Item = &'a f32>) -> Vec<u8> {
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

/// Steps of Adam against the mean of the squares of all outputs.
fn steps_per_second(machine: &Machine, states: &States, seconds: f64) -> f64 {
    let mut machine = machine.clone();
    let mut training = Training::new(&machine, THREADS);
    let mut adam = Adam::new(AdamSettings::default(), &machine);
    per_second(seconds, || {
        let slope = slope(training.forward(&machine, states));
        let gradients = training.backward(&machine, states, &slope);
        adam.step(&mut machine, gradients);
    })
}

/// The same on a GPU.
#[cfg(feature = "cuda")]
fn steps_per_second_on_gpu(
    machine: &Machine,
    states: &States,
    seconds: f64,
) -> Result<f64, network::CudaError> {
    let adam = Adam::new(AdamSettings::default(), machine);
    let mut training = network::CudaLogicTraining::new(0, machine, &adam)?;
    let mut result = Ok(());
    let rate = per_second(seconds, || {
        let step = training.step(states, None, |outputs, slopes| slopes.copy_from_slice(&slope(outputs)));
        result = std::mem::replace(&mut result, Ok(())).and(step);
    });
    result.map(|()| rate)
}

/// The best rate of many short stretches of time: other programs disturb some of them, but hardly all.
fn per_second(seconds: f64, mut work: impl FnMut()) -> f64 {
    const STRETCH: f64 = 0.004;
    let mut time = |count: u32| {
        let start = Instant::now();
        (0..count).for_each(|_| work());
        start.elapsed().as_secs_f64()
    };
    time(1);
    let count = (STRETCH / time(1)).ceil() as u32;
    let start = Instant::now();
    let mut best = f64::INFINITY;
    while start.elapsed().as_secs_f64() < seconds {
        best = best.min(time(count));
    }
    f64::from(count) / best
}
