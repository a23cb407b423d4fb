//! Random walks from where a problem begins.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use task::Task;

use super::workbench::Workbench;

/// Where `count` random walks of at most `length` actions end, each as the initial values of a task that begins there.
pub fn walk_ends(task: &Task, length: u32, count: u32, seed: u64) -> Vec<Vec<u32>> {
    let mut bench = Workbench::new(task.clone(), &[]);
    let end = |walk| {
        let end = bench.walk(length, &mut chance(seed, 0, walk));
        bench.start_from(&end);
        bench.task.initial.clone()
    };
    (0..count).map(end).collect()
}

/// Chance for one walk of a problem, whoever takes it and when.
pub(super) fn chance(seed: u64, problem: usize, walk: u32) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream((problem as u64) << u32::BITS | u64::from(walk));
    random
}
