//! Settling: what follows growth, and is not in the paper.
//!
//! Heuristics that are grown with different seeds differ a lot. The reason is in the buffer: once walks lead anywhere, the first plans
//! from far away are found by a network that knows nothing of such states, and cost too much, but are learned from to the end; and
//! from few plans altogether.

use serde::{Deserialize, Serialize};

/// Further iterations, with many more tasks each, so that records of the first clumsy plans leave the buffer, and chance evens out; and
/// a last training that comes to rest. Where it is known what plans will be wanted from ([`Domain::starts`](crate::Domain::starts)), half of
/// the tasks begin there: walks back from the goal may never come near.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settling {
    /// The number of iterations.
    pub iterations: usize,
    /// The number of tasks of each.
    pub tasks: usize,
    /// The number of states that a search may evaluate.
    pub nodes: u64,
    /// The probability with which a cost is not to be overestimated in these searches.
    pub alpha: f64,
    /// The number of steps of the last training, in which the learning rate falls to 0.
    pub last_steps: usize,
}

impl Default for Settling {
    fn default() -> Self {
        Self { iterations: 6, tasks: 100, nodes: 6_000_000, alpha: 0.5, last_steps: 5000 }
    }
}
