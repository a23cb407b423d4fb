//! Random walks from the initial state of a problem, and from others.

use std::convert::Infallible;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use task::Task;

use super::workbench::Workbench;

/// The ends of `count` random walks of at most `length` actions, each as the values of an initial state.
pub fn walk_ends(task: &Task, length: u32, count: u32, seed: u64) -> Vec<Vec<u32>> {
    let mut bench = Workbench::new(task.clone(), &[]);
    (0..count).map(|walk| end(&mut bench, length, &mut chance(seed, 0, walk))).collect()
}

/// The end of a random walk of 1 to `longest` actions from each of these states, as the values of an initial state. States are given
/// by the values of all variables.
pub fn walks_from(task: &Task, states: &[Vec<u32>], longest: u32, seed: u64) -> Vec<Vec<u32>> {
    let mut bench = Workbench::new(task.clone(), &[]);
    let walk = |(number, state): (u32, &Vec<u32>)| {
        let mut random = chance(seed, 0, number);
        bench.initial = bench.state(state);
        end(&mut bench, random.random_range(1..=longest.max(1)), &mut random)
    };
    (0..).zip(states).map(walk).collect()
}

/// The end of a random walk from the initial state.
fn end(bench: &mut Workbench, length: u32, random: &mut ChaCha8Rng) -> Vec<u32> {
    let Ok(end) = bench.walk(length, random, || Ok::<_, Infallible>(()));
    bench.start_from(&end);
    bench.task.initial.clone()
}

/// The random stream of one walk of a problem, independent of thread and time.
pub(super) fn chance(seed: u64, problem: usize, walk: u32) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream((problem as u64) << u32::BITS | u64::from(walk));
    random
}
