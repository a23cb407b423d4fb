//! The part shared by eager and lazy greedy search: options, and the evaluation by several heuristics.

use crate::exploration::Exploration;
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Batch, Counters, Criterion, Estimate, Estimates, Heuristic, Observer, StateId,
    StateSpace, StopReason, WhenUntrusted,
};

/// How a greedy search treats preferred actions and plan cost.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    /// What the open lists are ordered by: each by its first criterion, then by the next one, and so on, at most
    /// [`MOST_KEYS`](crate::MOST_KEYS) of them, and heuristics that the search has. If there are none, each heuristic has an open
    /// list of its own.
    pub orders: Vec<Vec<Criterion>>,
    /// Keep successors by preferred actions in queues of their own as well, one for each order by a heuristic alone.
    pub preferred: bool,
    /// How many turns those queues get ahead whenever a heuristic's value is lower than any of its values so far.
    pub boost: u32,
    /// `Some(w)`: order states by `g + w · h` rather than by `h` alone, and reopen those reached again at lower cost.
    /// Only lazy search uses it; the eager search by cost is A\*.
    pub weight: Option<f32>,
    /// Search only for plans that cost less than this.
    pub bound: Option<u32>,
    /// `Some(n)`: the last of several heuristics, which alone orders the last of the queues, is a scout, meant for one that may be misleading or expensive. Its
    /// queue has one turn for every `n` turns of each other. It evaluates only the states that come from its own queue,
    /// those where another heuristic's value is lower than any before, and one in four of the rest; and its own values
    /// boost nothing. So however bad it is, few states are expanded for it, and it evaluates little more than a quarter
    /// of all states. (A scout that depends on the path evaluates every state, since it has to follow the path to
    /// each.) Only lazy search uses it.
    pub scout: Option<u32>,
}

impl Greedy {
    /// Is each open list ordered by one heuristic alone?
    pub(super) fn has_plain_orders(&self) -> bool {
        self.orders.iter().all(|order| matches!(order[..], [Criterion::Heuristic(_)]))
    }
}

/// A successor that is not stored yet.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) parent: StateId,
    pub(super) action: Action,
}

/// One in this many states is evaluated by a scout in any case: its guidance is then hardly worse than if it evaluated all.
const SAMPLED: u64 = 4;

/// All heuristics of a search, and their estimates for the last batch.
pub(super) struct Panel<'a, 'h, S: StateSpace> {
    heuristics: &'a mut [&'h mut dyn Heuristic<S>],
    /// By heuristic.
    estimates: Vec<Estimates>,
    /// By heuristic: the lowest value so far.
    best: Vec<f32>,
    /// By heuristic: are its values costs?
    estimates_cost: Vec<bool>,
    /// By heuristic: how states are treated whose estimates it does not trust.
    when_untrusted: Vec<WhenUntrusted>,
    /// The heuristic that does not evaluate every state.
    scout: Option<usize>,
}

/// The joint result of a search's heuristics for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One of them recognises it as a dead end.
    DeadEnd,
    /// It is in no queue, since heuristics prune it whose estimates they do not trust.
    Untrusted,
    /// It is to be expanded.
    Open,
}

impl<'a, 'h, S: StateSpace> Panel<'a, 'h, S> {
    pub(super) fn new(heuristics: &'a mut [&'h mut dyn Heuristic<S>], wants_preferred: bool) -> Self {
        heuristics.iter_mut().for_each(|heuristic| heuristic.begin_search());
        let estimates = heuristics.iter().map(|_| Estimates::new(wants_preferred)).collect();
        let best = vec![f32::INFINITY; heuristics.len()];
        let when_untrusted = heuristics.iter().map(|heuristic| heuristic.when_untrusted()).collect();
        let estimates_cost = heuristics.iter().map(|heuristic| heuristic.estimates_cost()).collect();
        Self { heuristics, estimates, best, estimates_cost, when_untrusted, scout: None }
    }

    /// Makes the last of several heuristics a scout.
    pub(super) fn send_scout(&mut self) {
        self.scout = self.len().checked_sub(1).filter(|&last| last > 0);
    }

    fn len(&self) -> usize {
        self.heuristics.len()
    }

    /// The queues as the options want them.
    pub(super) fn queues<T: Clone>(&self, options: &Greedy) -> Alternation<T> {
        let plain = |heuristic| vec![Criterion::Heuristic(heuristic)];
        let orders = match options.orders.is_empty() {
            true => (0..self.len()).map(plain).collect(),
            false => options.orders.clone(),
        };
        let mut queues = Alternation::new(&orders, options.preferred);
        let leader = self.leader().map(plain);
        if let Some(order) = orders.iter().position(|order| Some(order) == leader.as_ref()) {
            queues.lead(order);
        }
        queues
    }

    /// Has every heuristic evaluate the initial state, and writes their values. The state is kept even if no heuristic
    /// trusts its estimate; false if it is a dead end.
    pub(super) fn begin(
        &mut self,
        exploration: &mut Exploration<S>,
        values: &mut Vec<f32>,
        observer: &mut dyn Observer,
    ) -> Result<bool, StopReason> {
        exploration.begin_evaluation(1)?;
        self.evaluate(exploration.space, &Batch::initial(exploration.nodes.states()));
        values.clear();
        for (number, estimates) in self.estimates.iter().enumerate() {
            let estimate = estimates.estimates()[0];
            if self.estimates_cost[number] {
                observer.initial_estimate(number, estimate);
            }
            values.push(estimate.h);
        }
        let is_open = values.iter().all(|&h| h != f32::INFINITY);
        if is_open {
            // The first values are no progress: nothing is boosted for them.
            self.note_progress(values, observer, &exploration.counters);
        } else {
            exploration.mark_dead_end(INITIAL);
        }
        Ok(is_open)
    }

    /// Has every heuristic evaluate new states, given as the parent, the first of them, and the actions that lead to
    /// each. A scout evaluates them only if they come from its queue, if others make progress there, or as a sample.
    pub(super) fn evaluate_new(
        &mut self,
        exploration: &mut Exploration<S>,
        new: (StateId, StateId, &[Action]),
        is_scouted: bool,
    ) -> Result<(), StopReason> {
        let is_sampled = exploration.counters.evaluated.is_multiple_of(SAMPLED);
        for number in 0..self.len() {
            let is_scout = self.scout == Some(number) && !self.heuristics[number].depends_on_path();
            match !is_scout || is_scouted || is_sampled || self.is_progress() {
                true => {
                    let (earlier, estimates) = self.estimates.split_at_mut(number);
                    exploration.evaluate(self.heuristics[number], new, earlier, &mut estimates[0])?;
                }
                false => self.estimates[number].clear(),
            }
        }
        Ok(())
    }

    /// Is the value of any heuristic but a scout, for the first state of the batch, lower than any of its values so far?
    fn is_progress(&self) -> bool {
        let is_other = |number: &usize| self.scout != Some(*number) && self.estimates_cost[*number];
        (0..self.len())
            .filter(is_other)
            .any(|number| self.estimates[number].estimates()[0].h < self.best[number])
    }

    /// Do all heuristics take less time for a successor than storing it takes, so that a search does better to store only
    /// the states it expands?
    pub(super) fn is_quick(&self) -> bool {
        let is_quick =
            |heuristic: &&mut dyn Heuristic<S>| heuristic.is_quick() && !heuristic.depends_on_path();
        self.leader().is_none() && self.heuristics.iter().all(is_quick)
    }

    /// About how many operations the heuristics take for a state.
    pub(super) fn effort(&self) -> u64 {
        self.heuristics.iter().map(|heuristic| heuristic.effort()).sum()
    }

    /// Has every heuristic evaluate states that need no parent: a known one, the initial one, or some that are not stored.
    pub(super) fn evaluate(&mut self, space: &S, batch: &Batch) {
        for (number, heuristic) in self.heuristics.iter_mut().enumerate() {
            let (earlier, estimates) = self.estimates.split_at_mut(number);
            estimates[0].clear();
            heuristic.estimate_after(space, batch, earlier, &mut estimates[0]);
        }
    }

    /// Does any heuristic depend on the paths to a state?
    pub(super) fn depends_on_path(&self) -> bool {
        self.heuristics.iter().any(|heuristic| heuristic.depends_on_path())
    }

    /// Tells the heuristics of another path to known states.
    pub(super) fn meet_again(&mut self, exploration: &Exploration<S>, parent: StateId, again: &[StateId]) {
        for heuristic in self.heuristics.iter_mut().filter(|heuristic| heuristic.depends_on_path()) {
            for &id in again {
                heuristic.meet_again(exploration.space, exploration.nodes.states(), parent, id);
            }
        }
    }

    /// The first heuristic whose queue leads as long as its estimates are trusted.
    pub(super) fn leader(&self) -> Option<usize> {
        self.when_untrusted.iter().position(|when| *when == WhenUntrusted::Yield)
    }

    /// Does a heuristic trust its estimate of a state of the batch?
    pub(super) fn is_trusted(&self, heuristic: usize, index: usize) -> bool {
        self.estimates[heuristic].estimates().get(index).is_none_or(|estimate| estimate.trusted)
    }

    /// Writes the heuristics' values of a state of the batch; infinite where a heuristic prunes it or a scout did not
    /// evaluate it. A state that no queue would take is not trusted.
    pub(super) fn values<T: Clone>(
        &self,
        index: usize,
        queues: &Alternation<T>,
        values: &mut Vec<f32>,
    ) -> Verdict {
        values.clear();
        let said = || self.estimates.iter().map(|estimates| estimates.estimates().get(index).copied());
        if said().flatten().any(Estimate::is_dead_end) {
            return Verdict::DeadEnd;
        }
        values.extend(said().zip(&self.when_untrusted).map(|(estimate, when)| {
            let stands_by = |estimate: &Estimate| estimate.trusted || *when != WhenUntrusted::Prune;
            estimate.filter(stands_by).map_or(f32::INFINITY, |estimate| estimate.h)
        }));
        if queues.takes(values) { Verdict::Open } else { Verdict::Untrusted }
    }

    /// Records values that are lower than any so far; true if there are any but a scout's.
    pub(super) fn note_progress(
        &mut self,
        values: &[f32],
        observer: &mut dyn Observer,
        counters: &Counters,
    ) -> bool {
        let mut progress = false;
        for (number, (best, &value)) in self.best.iter_mut().zip(values).enumerate() {
            if value < *best && self.estimates_cost[number] {
                *best = value;
                progress |= self.scout != Some(number);
                observer.estimate_fell(number, value, counters);
            }
        }
        progress
    }

    /// Makes values of heuristics, where they are costs, those of weighted A\*: g + w · h.
    pub(super) fn weigh(&self, cost: f32, weight: f32, values: &mut [f32]) {
        // Queues do not take infinite values, so finite ones must stay finite, or states would be lost.
        let costs = values.iter_mut().zip(&self.estimates_cost).filter(|(_, is_cost)| **is_cost);
        for (value, _) in costs.filter(|(value, _)| **value != f32::INFINITY) {
            *value = (cost + weight * *value).min(f32::MAX);
        }
    }

    /// Writes the actions that any heuristic prefers in a state of the batch, sorted and once each.
    pub(super) fn preferred(&self, index: usize, actions: &mut Vec<Action>) {
        actions.clear();
        for estimates in self.estimates.iter().filter(|estimates| index < estimates.estimates().len()) {
            actions.extend_from_slice(estimates.preferred(index));
        }
        actions.sort_unstable();
        actions.dedup();
    }
}

#[cfg(test)]
mod tests;
