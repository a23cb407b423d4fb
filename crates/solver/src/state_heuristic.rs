//! Heuristics that take the states of a puzzle as words.

use search::{Estimate, WhenUntrusted};

/// A heuristic for the states of a puzzle, given as the words they are packed into.
pub trait StateHeuristic: Send {
    /// The estimates for a batch of states.
    fn estimate(&mut self, states: &[&[u64]]) -> Vec<Estimate>;

    /// How greedy searches treat states whose estimates are not trusted.
    fn when_untrusted(&self) -> WhenUntrusted {
        WhenUntrusted::Prune
    }

    /// A copy for another thread.
    fn another(&self) -> Box<dyn StateHeuristic>;
}
