//! How fast a STRIPS hypergraph network is trained and evaluated on blocks.
//!
//!     hypergraph_speed SECONDS [BLOCKS ...]
//!
//! Prints a line for each number of blocks: facts, actions, states per second in evaluation with one thread, and training
//! steps per second for a batch of 256 states with one thread and with two.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use network::hypergraph::{
    Answers, Edge, Evaluator, Graph, GraphError, Initialisation, Network, Shape, States, Training,
};
use network::{Adam, AdamSettings};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const BATCH: usize = 256;
const TOGETHER: usize = 16;

fn main() -> Result<(), GraphError> {
    let mut numbers = std::env::args().skip(1);
    let seconds = numbers.next().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let mut sizes: Vec<u32> = numbers.filter_map(|text| text.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![5, 10, 16];
    }
    let shape = Shape::published(2);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let network = Network::new(&shape, Initialisation::Faithful, &mut rng);
    for blocks in sizes {
        let graph = Arc::new(graph(&shape, blocks)?);
        let mut evaluator = Evaluator::new(&network);
        let states = states(&graph, TOGETHER, &mut rng);
        let rate = per_second(seconds, || {
            black_box(evaluator.evaluate(black_box(&states)));
        });
        print!("blocks {blocks} facts {} actions {}", graph.nodes(), graph.edges());
        print!(" states {:.0}", rate * TOGETHER as f64);
        let states = self::states(&graph, BATCH, &mut rng);
        for threads in [1, 2] {
            print!(" train_{threads} {:.2}", steps_per_second(&network, &states, threads, seconds));
        }
        println!();
    }
    Ok(())
}

/// The facts and actions of the world of blocks. The facts are, in this order: the arm is empty; clear, held and on the
/// table, for each block; on, for each pair of blocks.
fn graph(shape: &Shape, blocks: u32) -> Result<Graph, GraphError> {
    let clear = |block: u32| 1 + block;
    let held = |block: u32| 1 + blocks + block;
    let on_table = |block: u32| 1 + 2 * blocks + block;
    let on =
        |block: u32, below: u32| 1 + 3 * blocks + block * (blocks - 1) + below - u32::from(below > block);
    let mut actions = Vec::new();
    for block in 0..blocks {
        let pick_up = (vec![0, clear(block), on_table(block)], vec![held(block)]);
        actions.extend([pick_up.clone(), (pick_up.1, pick_up.0)]);
        for below in (0..blocks).filter(|&below| below != block) {
            let before = vec![0, clear(block), on(block, below)];
            let after = vec![clear(below), held(block)];
            actions.extend([(before.clone(), after.clone()), (after, before)]);
        }
    }
    let nodes = (1 + 3 * blocks + blocks * (blocks - 1)) as usize;
    let global = [nodes as f32, actions.len() as f32];
    let edges = actions.iter().map(|(senders, receivers)| Edge {
        senders,
        receivers,
        features: [1.0, senders.len() as f32, receivers.len() as f32],
    });
    Graph::new(shape.roles, nodes, edges, global)
}

/// States in which a tenth of the facts are true, and as many are goals.
fn states(graph: &Arc<Graph>, count: usize, rng: &mut ChaCha8Rng) -> States {
    let mut states = States::new();
    let mut draw = || f32::from(u8::from(rng.random_bool(0.1)));
    (0..count).for_each(|_| states.push(graph, (0..graph.nodes()).map(|_| [draw(), draw()])));
    states
}

/// Steps of Adam against the mean of the squares of all outputs.
fn steps_per_second(network: &Network, states: &States, threads: usize, seconds: f64) -> f64 {
    let mut network = network.clone();
    let mut training = Training::new(&network, Answers::Last, threads);
    let mut adam = Adam::new(AdamSettings::default(), &network);
    per_second(seconds, || {
        let outputs = training.forward(&network, states);
        let slope: Vec<f32> = outputs.iter().map(|x| 2.0 * x / outputs.len() as f32).collect();
        let gradients = training.backward(&network, states, &slope);
        adam.step(&mut network, gradients);
    })
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
