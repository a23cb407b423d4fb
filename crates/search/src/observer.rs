//! Watching a search from outside.

use crate::Counters;

/// Is told about the progress of a search.
pub trait Observer {
    /// The initial state was evaluated: its estimate, or `None` for a dead end.
    fn initial_estimate(&mut self, h: Option<u32>) {
        let _ = h;
    }

    /// No plan costs less than `bound`, if the heuristic is admissible.
    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        let _ = (bound, counters);
    }
}

/// Watches nothing.
impl Observer for () {}
