//! The largest of several estimates.

use crate::{Action, Batch, Estimate, Estimates, Heuristic, StateId, StateSpace, States, WhenUntrusted};

/// The largest estimate of several heuristics: admissible, if all of them are. A state that one of them knows to be a dead end is one, and
/// one that any of them does not trust its estimate of is not trusted. What any of them prefers is preferred.
pub struct Largest<'a, S> {
    heuristics: Vec<Box<dyn Heuristic<S> + 'a>>,
    /// Their estimates.
    own: Vec<Estimates>,
    preferred: Vec<Action>,
}

impl<'a, S: StateSpace> Largest<'a, S> {
    /// Of these heuristics, which look at no other's estimates.
    pub fn new(heuristics: Vec<Box<dyn Heuristic<S> + 'a>>) -> Self {
        Self { heuristics, own: Vec::new(), preferred: Vec::new() }
    }
}

impl<S: StateSpace> Heuristic<S> for Largest<'_, S> {
    fn estimate(&mut self, space: &S, batch: &Batch, estimates: &mut Estimates) {
        let wants_preferred = estimates.wants_preferred();
        self.own.resize_with(self.heuristics.len(), || Estimates::new(wants_preferred));
        for (heuristic, own) in self.heuristics.iter_mut().zip(&mut self.own) {
            own.clear();
            heuristic.estimate(space, batch, own);
        }
        for index in 0..batch.len() {
            let mut largest = Estimate::new(0.0);
            self.preferred.clear();
            for own in &self.own {
                let Estimate { h, trusted } = own.estimates()[index];
                largest = Estimate { h: largest.h.max(h), trusted: largest.trusted && trusted };
                self.preferred.extend_from_slice(own.preferred(index));
            }
            self.preferred.sort_unstable();
            self.preferred.dedup();
            self.preferred.iter().for_each(|&action| estimates.prefer(action));
            estimates.push(if largest.is_dead_end() { Estimate::DEAD_END } else { largest });
        }
    }

    fn begin_search(&mut self) {
        // Whether preferred actions are wanted may differ between searches.
        self.own.clear();
        self.heuristics.iter_mut().for_each(|heuristic| heuristic.begin_search());
    }

    fn depends_on_path(&self) -> bool {
        self.heuristics.iter().any(|heuristic| heuristic.depends_on_path())
    }

    fn meet_again(&mut self, space: &S, states: &States, parent: StateId, id: StateId) {
        self.heuristics.iter_mut().for_each(|heuristic| heuristic.meet_again(space, states, parent, id));
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        let mut all = self.heuristics.iter().map(|heuristic| heuristic.when_untrusted());
        all.find(|when| *when == WhenUntrusted::Yield).unwrap_or_default()
    }

    fn effort(&self) -> u64 {
        self.heuristics.iter().map(|heuristic| heuristic.effort()).sum()
    }
}
