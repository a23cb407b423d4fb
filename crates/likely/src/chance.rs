//! Random streams: one for each piece of work, so that results depend neither on the order of work nor on the threads.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The purpose of a random stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The initial weights of the planning network.
    PlanningWeights,
    /// The initial weights of the network of uncertainty.
    BayesWeights,
    /// The walk to a task, by iteration and task.
    Walk,
    /// The samples of uncertainty on a walk, by iteration and task.
    WalkNoise,
    /// The dropout of hidden units, by iteration and step, and chunk of rows.
    Dropout,
    /// The samples of uncertainty in the buffer, by iteration and round.
    BufferNoise,
    /// The records of minibatches, and the samples in their steps, by iteration and round.
    Minibatches,
    /// The samples of uncertainty of any states.
    AnyNoise,
}

/// The random stream for a piece of work.
pub(crate) fn stream(seed: u64, purpose: Purpose, numbers: [u64; 2]) -> ChaCha8Rng {
    let mut key = [0; 32];
    let words = [seed, purpose as u64, numbers[0], numbers[1]];
    for (bytes, word) in key.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    ChaCha8Rng::from_seed(key)
}
