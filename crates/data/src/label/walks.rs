//! Random walks from the initial state of a problem.

use std::convert::Infallible;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use task::Task;

use super::workbench::Workbench;

/// The ends of `count` random walks of at most `length` actions, each as the values of an initial state.
pub fn walk_ends(task: &Task, length: u32, count: u32, seed: u64) -> Vec<Vec<u32>> {
    let mut bench = Workbench::new(task.clone(), &[]);
    let end = |walk| {
        let Ok(end) = bench.walk(length, &mut chance(seed, 0, walk), || Ok::<_, Infallible>(()));
        bench.start_from(&end);
        bench.task.initial.clone()
    };
    (0..count).map(end).collect()
}

/// The random stream of one walk of a problem, independent of thread and time.
pub(super) fn chance(seed: u64, problem: usize, walk: u32) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream((problem as u64) << u32::BITS | u64::from(walk));
    random
}
