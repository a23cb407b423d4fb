//! Heuristics that see the states of a puzzle as words.

use search::{Estimate, WhenUntrusted};

/// A heuristic for the states of a puzzle, given as the words they are packed into.
pub trait StateHeuristic: Send {
    /// What it says of states that were generated together.
    fn estimate(&mut self, states: &[&[u64]]) -> Vec<Estimate>;

    /// What greedy searches do with states that it does not stand by.
    fn when_untrusted(&self) -> WhenUntrusted {
        WhenUntrusted::Prune
    }

    /// Another like it, for another thread.
    fn another(&self) -> Box<dyn StateHeuristic>;
}
