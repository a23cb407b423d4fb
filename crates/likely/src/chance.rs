//! Where all chance comes from: one stream for each piece of work, so that nothing depends on what was done before it.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What chance is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The weights that the planning network begins with.
    PlanningWeights,
    /// The weights that the network of uncertainty begins with.
    BayesWeights,
    /// The walk to a task, by iteration and task.
    Walk,
    /// The noise that tells uncertainty on a walk, by iteration and task.
    WalkNoise,
    /// What hidden numbers are dropped, by iteration, and step and chunk of rows.
    Dropout,
    /// The noise that tells the uncertainty of the buffer, by iteration and round.
    BufferNoise,
    /// Which records a step is made with, and the noise on the way, by iteration and round.
    Minibatches,
    /// The noise that tells the uncertainty of any states.
    AnyNoise,
}

/// The stream for a piece of work.
pub(crate) fn stream(seed: u64, purpose: Purpose, numbers: [u64; 2]) -> ChaCha8Rng {
    let mut key = [0; 32];
    let words = [seed, purpose as u64, numbers[0], numbers[1]];
    for (bytes, word) in key.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    ChaCha8Rng::from_seed(key)
}
