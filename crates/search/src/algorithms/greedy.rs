//! What greedy searches with several heuristics have in common.

use crate::exploration::Exploration;
use crate::{Action, Batch, Counters, Estimates, Heuristic, Observer, StateId, StateSpace, StopReason};

/// How a greedy search treats preferred actions and plan cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy {
    /// Keep successors by preferred actions in queues of their own as well.
    pub preferred: bool,
    /// How many turns those queues get ahead whenever a heuristic's value is lower than ever before.
    pub boost: u32,
    /// `Some(w)`: order states by `g + w · h` rather than by `h` alone, and reopen those met again at lower cost. Only
    /// lazy search heeds it; the eager search by cost is A\*.
    pub weight: Option<f32>,
    /// Look for plans that cost less than this only.
    pub bound: Option<u32>,
}

/// All heuristics of a search, and what they said of the last batch.
pub(super) struct Panel<'a, 'h, S: StateSpace> {
    heuristics: &'a mut [&'h mut dyn Heuristic<S>],
    /// By heuristic.
    estimates: Vec<Estimates>,
    /// By heuristic: the lowest value so far.
    best: Vec<f32>,
}

impl<'a, 'h, S: StateSpace> Panel<'a, 'h, S> {
    pub(super) fn new(heuristics: &'a mut [&'h mut dyn Heuristic<S>], wants_preferred: bool) -> Self {
        heuristics.iter_mut().for_each(|heuristic| heuristic.begin_search());
        let estimates = heuristics.iter().map(|_| Estimates::new(wants_preferred)).collect();
        let best = vec![f32::INFINITY; heuristics.len()];
        Self { heuristics, estimates, best }
    }

    pub(super) fn len(&self) -> usize {
        self.heuristics.len()
    }

    /// Has every heuristic look at new states, which begin with `first` and were reached from `parent` by these actions.
    pub(super) fn evaluate_new(
        &mut self,
        exploration: &mut Exploration<S>,
        new: (StateId, StateId, &[Action]),
    ) -> Result<(), StopReason> {
        for (heuristic, estimates) in self.heuristics.iter_mut().zip(&mut self.estimates) {
            exploration.evaluate(*heuristic, new, estimates)?;
        }
        Ok(())
    }

    /// Has every heuristic look at a state that is known already, or at the initial one.
    pub(super) fn evaluate(&mut self, space: &S, batch: &Batch) {
        for (heuristic, estimates) in self.heuristics.iter_mut().zip(&mut self.estimates) {
            estimates.clear();
            heuristic.estimate(space, batch, estimates);
        }
    }

    /// Writes the heuristics' values of a state of the batch. False if one of them says it is a dead end.
    pub(super) fn values(&self, index: usize, values: &mut Vec<f32>) -> bool {
        values.clear();
        values.extend(self.estimates.iter().map(|estimates| estimates.estimates()[index].h));
        values.iter().all(|&h| h != f32::INFINITY)
    }

    /// Tells what the heuristics say of the initial state.
    pub(super) fn report_initial(&self, observer: &mut dyn Observer) {
        for (number, estimates) in self.estimates.iter().enumerate() {
            observer.initial_estimate(number, estimates.estimates()[0]);
        }
    }

    /// Takes note of values that are lower than ever before; true if there are any.
    pub(super) fn note_progress(
        &mut self,
        values: &[f32],
        observer: &mut dyn Observer,
        counters: &Counters,
    ) -> bool {
        let mut progress = false;
        for (number, (best, &value)) in self.best.iter_mut().zip(values).enumerate() {
            if value < *best {
                *best = value;
                progress = true;
                observer.estimate_fell(number, value, counters);
            }
        }
        progress
    }

    /// Writes the actions that any heuristic prefers in a state of the batch, sorted and once each.
    pub(super) fn preferred(&self, index: usize, actions: &mut Vec<Action>) {
        actions.clear();
        for estimates in &self.estimates {
            actions.extend_from_slice(estimates.preferred(index));
        }
        actions.sort_unstable();
        actions.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Graph, Table, detour};
    use super::*;
    use crate::{Limits, Outcome, Report, gbfs, lazy};

    /// The reports of both greedy searches.
    fn search_both(graph: &Graph, tables: &[Vec<Option<u32>>], options: Greedy) -> [Report; 2] {
        [gbfs::<Graph>, lazy::<Graph>].map(|search| {
            let mut tables: Vec<Table> = tables.iter().cloned().map(Table).collect();
            let mut heuristics: Vec<&mut dyn Heuristic<Graph>> =
                tables.iter_mut().map(|table| table as &mut dyn Heuristic<Graph>).collect();
            search(graph, &mut heuristics, options, &Limits::default(), &mut ())
        })
    }

    /// Leads straight to the goal by the way with fewest actions.
    fn guide() -> Vec<Option<u32>> {
        vec![Some(9), Some(4), Some(5), Some(2), Some(0), Some(9)]
    }

    #[test]
    fn the_lowest_estimate_leads() {
        for report in search_both(&detour(), &[guide()], Greedy::default()) {
            assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
        }
    }

    #[test]
    fn what_one_heuristic_calls_a_dead_end_is_left_alone() {
        let tables = [vec![Some(1); 6], vec![Some(1), None, None, Some(1), Some(0), Some(1)]];
        for report in search_both(&detour(), &tables, Greedy::default()) {
            assert_eq!(report.outcome, Outcome::Unsolvable);
            assert_eq!(report.counters.dead_ends, 2);
        }
    }

    #[test]
    fn plans_that_cost_the_bound_or_more_are_not_looked_at() {
        let options = Greedy { bound: Some(10), ..Greedy::default() };
        for report in search_both(&detour(), &[guide()], options) {
            assert_eq!(report.outcome, Outcome::Unsolvable);
        }
    }

    #[test]
    fn an_exhausted_space_is_unsolvable() {
        let graph = Graph { goal: 9, ..detour() };
        for report in search_both(&graph, &[vec![Some(1); 6]], Greedy::default()) {
            assert_eq!(report.outcome, Outcome::Unsolvable);
            assert_eq!(report.counters.expanded, 6);
        }
    }
}
