//! Heuristic estimates of states, with preferred actions.

use crate::Action;

/// A heuristic's estimate for one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated cost to a goal; infinite for a dead end.
    pub h: f32,
    /// Does the heuristic trust it? Learned heuristics may not; see [`WhenUntrusted`](crate::WhenUntrusted).
    pub trusted: bool,
}

impl Estimate {
    /// There is certainly no path to a goal.
    pub const DEAD_END: Self = Self { h: f32::INFINITY, trusted: true };

    /// A trusted estimate.
    pub fn new(h: f32) -> Self {
        Self { h, trusted: true }
    }

    /// A trusted estimate of a whole number. Beyond 2²⁴, where not every whole number has an `f32`, it is rounded
    /// down, so that an admissible estimate stays one.
    pub fn from_cost(cost: u64) -> Self {
        let nearest = cost as f32;
        Self::new(if nearest as u64 > cost { nearest.next_down() } else { nearest })
    }

    /// Is there certainly no path to a goal?
    pub fn is_dead_end(self) -> bool {
        self.h == f32::INFINITY
    }
}

/// The estimates of a batch of states, with the actions preferred in each.
#[derive(Clone, Debug, Default)]
pub struct Estimates {
    estimates: Vec<Estimate>,
    preferred: Vec<Action>,
    /// Where the preferred actions of each state end.
    ends: Vec<u32>,
    wants_preferred: bool,
}

impl Estimates {
    /// Room for estimates; with `wants_preferred`, heuristics that know preferred actions name them.
    pub fn new(wants_preferred: bool) -> Self {
        Self { wants_preferred, ..Self::default() }
    }

    /// Should preferred actions be named?
    pub fn wants_preferred(&self) -> bool {
        self.wants_preferred
    }

    /// Forgets all estimates.
    pub fn clear(&mut self) {
        self.estimates.clear();
        self.preferred.clear();
        self.ends.clear();
    }

    /// Names an action that is preferred in the state whose estimate is pushed next.
    pub fn prefer(&mut self, action: Action) {
        self.preferred.push(action);
    }

    /// Adds the estimate of the next state.
    pub fn push(&mut self, estimate: Estimate) {
        self.estimates.push(estimate);
        self.ends.push(self.preferred.len() as u32);
    }

    /// The estimates in the order of the states.
    pub fn estimates(&self) -> &[Estimate] {
        &self.estimates
    }

    /// The actions preferred in the state at `index`.
    pub fn preferred(&self, index: usize) -> &[Action] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.preferred[start..self.ends[index] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_never_rounded_up() {
        for cost in
            [0, 1, (1 << 24) - 1, 1 << 24, (1 << 24) + 1, (1 << 24) + 3, u64::from(u32::MAX), u64::MAX]
        {
            let h = Estimate::from_cost(cost).h;
            assert!(f64::from(h) <= cost as f64, "{cost}");
            assert!(cost > 1 << 24 || h as u64 == cost, "{cost}");
        }
    }

    #[test]
    fn preferred_actions_belong_to_the_estimate_that_follows() {
        let mut estimates = Estimates::new(true);
        estimates.prefer(7);
        estimates.prefer(8);
        estimates.push(Estimate::new(1.0));
        estimates.push(Estimate::DEAD_END);
        estimates.prefer(9);
        estimates.push(Estimate::new(2.0));
        assert_eq!(estimates.preferred(0), [7, 8]);
        assert!(estimates.preferred(1).is_empty());
        assert_eq!(estimates.preferred(2), [9]);
    }
}
