//! Searches that go on step by step, so that several can take turns.

use crate::{Counters, Observer, Outcome, Report, StopReason};

/// A greedy search that can be left after any expansion and taken up again.
pub struct Stepwise<'a> {
    search: Box<dyn Steps + 'a>,
    has_begun: bool,
}

/// The steps of a search.
pub(super) trait Steps {
    /// Evaluates the initial state, and may expand it. `Some` if the search is over with that.
    fn begin(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason>;

    /// Takes the next entry of the open list. `Some` if the search is over. Where the budget is found to be exhausted before
    /// anything was taken, nothing is lost.
    fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason>;

    /// About how many operations the heuristics take for a state.
    fn effort_each(&self) -> u64;

    /// About how many operations the states took that were computed, beside the copies.
    fn effort_of_states(&self) -> u64;

    /// The work it did so far.
    fn counters(&self) -> &Counters;
}

/// The effort of generating a successor, as [`Heuristic::effort`](crate::Heuristic::effort) counts it.
const GENERATING: u64 = 3;

impl<'a> Stepwise<'a> {
    pub(super) fn new(search: impl Steps + 'a) -> Self {
        Self { search: Box::new(search), has_begun: false }
    }

    /// Goes on by one expansion at most. `Some` if the search is over.
    pub(super) fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        let ended = if self.has_begun { self.search.step(observer) } else { self.search.begin(observer) }?;
        self.has_begun = true;
        Ok(ended)
    }

    /// About how many operations it took so far: the same in every run, unlike time.
    pub(super) fn effort(&self) -> u64 {
        let Counters { evaluated, generated, .. } = self.counters();
        evaluated * self.search.effort_each() + generated * GENERATING + self.search.effort_of_states()
    }

    /// The work it did so far.
    pub(super) fn counters(&self) -> &Counters {
        self.search.counters()
    }

    /// Searches until the end.
    pub fn run(mut self, observer: &mut dyn Observer) -> Report {
        let outcome = loop {
            match self.step(observer) {
                Ok(None) => {}
                Ok(Some(outcome)) => break outcome,
                Err(reason) => break Outcome::Stopped(reason),
            }
        };
        let counters = *self.counters();
        Report { outcome, counters, until_last_jump: counters }
    }
}
