//! Reports of a search's progress while it runs.

use crate::{Action, Counters, Estimate};

/// Is told about the progress of a search.
pub trait Observer {
    /// The initial state was evaluated by the heuristic of this number.
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        let _ = (heuristic, estimate);
    }

    /// A heuristic's value is lower than any of its values so far.
    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        let _ = (heuristic, h, counters);
    }

    /// The least `f` of the open states rose to `bound`. No plan costs less, if the heuristic is admissible and its weight 1.
    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        let _ = (bound, counters);
    }

    /// A plan was found, of this cost. An anytime search may find cheaper ones later.
    fn plan_found(&mut self, plan: &[Action], cost: u64) {
        let _ = (plan, cost);
    }

    /// The device that was to search has failed, for this reason.
    fn device_failed(&mut self, reason: &str) {
        let _ = reason;
    }
}

/// Watches nothing.
impl Observer for () {}
