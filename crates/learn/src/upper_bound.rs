//! Upper bounds on the cost.

use heuristics::Lookahead;
use serde::{Deserialize, Serialize};
use task::{Space, Task};

/// A source of upper bounds on the cost from a state to the goal: the costs of plans, if some are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpperBound {
    /// Plans found by lookahead along the relaxed plans of ff.
    Lookahead,
}

/// Upper bounds for the states of a task.
#[derive(Clone, Debug)]
pub(crate) struct UpperBounds {
    lookahead: Option<Lookahead>,
    effort: u64,
}

impl UpperBounds {
    pub(crate) fn new(bound: Option<UpperBound>, task: &Task) -> Self {
        let lookahead = bound.map(|UpperBound::Lookahead| Lookahead::new(task));
        // Some relaxed plans are followed, one after the other.
        let effort = if lookahead.is_some() { 10 * heuristics::reading_effort(task) } else { 0 };
        Self { lookahead, effort }
    }

    /// Is there no source?
    pub(crate) fn is_none(&self) -> bool {
        self.lookahead.is_none()
    }

    /// The effort for a state, as [`search::Heuristic::effort`] counts it.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }

    /// The upper bound on a state's cost; ∞ if there is none.
    pub(crate) fn of(&mut self, space: &Space, state: &[u64]) -> f32 {
        let cost = self.lookahead.as_mut().and_then(|lookahead| lookahead.plan_cost(space, state));
        cost.map_or(f32::INFINITY, not_below)
    }
}

/// A cost as an `f32`, rounded up.
fn not_below(cost: u64) -> f32 {
    let nearest = cost as f32;
    if (nearest as u64) < cost { nearest.next_up() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::not_below;

    #[test]
    fn rounding_leaves_upper_bounds_bounds() {
        assert_eq!([0, 7, 1 << 24].map(not_below), [0.0, 7.0, 16_777_216.0]);
        assert_eq!(not_below((1 << 24) + 1), 16_777_218.0);
    }
}
