//! Eager greedy search that stores only the states it expands.

use super::greedy::{Edge, Greedy, Panel, Verdict};
use super::stepwise::Steps;
use crate::exploration::Exploration;
use crate::fingerprints::Fingerprints;
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Batch, Counters, Limits, Observer, Outcome, StateId, StateSpace, States, StopReason,
};

/// Expands the same states in the same order as a search that stores every successor, in a fraction of the memory: an open
/// state is the edge that leads to it, and is generated again when its turn has come. That pays where a state is estimated in
/// less time than it takes to store it. The plan may cost more: a state keeps the first way to it that was met.
///
/// That a successor was met before is told by its hash alone. If two states have the same one, the second is lost at first; so
/// when the open list is empty, the successors of all expanded states are compared word by word, and what was lost is opened
/// then. Nothing is called unsolvable that is not.
pub(super) struct Delayed<'a, 'h, S: StateSpace> {
    exploration: Exploration<'a, S>,
    panel: Panel<'a, 'h, S>,
    open: Alternation<Edge>,
    /// The hashes of all states met so far.
    met: Fingerprints,
    /// The successors at hand.
    successors: States,
    /// The actions that lead to them.
    actions: Vec<Action>,
    /// The heuristics' values of one of them.
    values: Vec<f32>,
}

impl<'a, 'h, S: StateSpace> Delayed<'a, 'h, S> {
    pub(super) fn new(space: &'a S, panel: Panel<'a, 'h, S>, options: &Greedy, limits: &'a Limits) -> Self {
        Self {
            exploration: Exploration::new(space, limits),
            open: panel.queues(options),
            panel,
            met: Fingerprints::default(),
            successors: States::new(space.words()),
            actions: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Expands a stored state. True if it is a goal.
    fn expand(&mut self, id: StateId, observer: &mut dyn Observer) -> Result<bool, StopReason> {
        if self.exploration.begin_expansion(id)? {
            return Ok(true);
        }
        self.open_successors(id, false, observer)?;
        Ok(false)
    }

    /// Evaluates and opens the successors of the state whose expansion began last: those that were not met before or, with
    /// `is_exact`, those that are not expanded.
    fn open_successors(
        &mut self,
        id: StateId,
        is_exact: bool,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let Self { exploration, panel, open, met, successors, actions, values, .. } = self;
        exploration.look_ahead(id, (!is_exact).then_some(met), (successors, actions));
        if actions.is_empty() {
            return Ok(());
        }
        if !is_exact {
            exploration.begin_evaluation(actions.len())?;
        }
        panel.evaluate(exploration.space, &Batch::unstored(successors, actions));
        for (index, &action) in actions.iter().enumerate() {
            match panel.values(index, open, values) {
                Verdict::DeadEnd => exploration.counters.dead_ends += 1,
                Verdict::Untrusted => exploration.counters.untrusted += 1,
                Verdict::Open => {
                    panel.note_progress(values, observer, &exploration.counters);
                    open.push(values, 0.0, Edge { parent: id, action });
                }
            }
        }
        Ok(())
    }

    /// Opens what was lost since another state has the same hash. False if nothing was.
    fn recover(&mut self, observer: &mut dyn Observer) -> Result<bool, StopReason> {
        let before = self.exploration.counters;
        let looked = self.look_again(observer);
        self.exploration.take_back(before);
        looked.map(|()| !self.open.is_empty())
    }

    /// Opens all successors of expanded states that are not expanded.
    fn look_again(&mut self, observer: &mut dyn Observer) -> Result<(), StopReason> {
        for id in 0..self.exploration.nodes.states().len() as StateId {
            self.exploration.check_now_and_then()?;
            self.exploration.take_up(id);
            self.open_successors(id, true, observer)?;
        }
        Ok(())
    }
}

impl<S: StateSpace> Steps for Delayed<'_, '_, S> {
    fn begin(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        let Self { exploration, panel, values, met, .. } = self;
        met.insert(crate::states::hash(&exploration.nodes.states()[INITIAL]));
        if !panel.begin(exploration, values, observer)? {
            return exploration.exhausted().map(Some);
        }
        Ok(self.expand(INITIAL, observer)?.then(|| self.exploration.solved(INITIAL)))
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        self.exploration.check_now_and_then()?;
        if let Some(bytes) = self.met.needs() {
            self.exploration.check_budget(bytes)?;
            self.met.grow();
        }
        let Some(Edge { parent, action }) = self.open.pop() else {
            return if self.recover(observer)? { Ok(None) } else { self.exploration.exhausted().map(Some) };
        };
        let Some(id) = self.exploration.generate(parent, action, None, false) else {
            return Ok(None);
        };
        Ok(self.expand(id, observer)?.then(|| self.exploration.solved(id)))
    }

    fn effort_each(&self) -> u64 {
        self.panel.effort()
    }

    fn effort_of_states(&self) -> u64 {
        self.exploration.counters.generated * self.exploration.space.effort()
    }

    fn counters(&self) -> &Counters {
        &self.exploration.counters
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{Graph, Quick, Table, detour};
    use super::*;
    use crate::states::hash;
    use crate::{Estimates, Heuristic, Report, gbfs};

    /// Notes the states that it is asked about.
    struct Asked<'a>(Table, &'a mut Vec<u64>, bool);

    impl Heuristic<Graph> for Asked<'_> {
        fn estimate(&mut self, graph: &Graph, batch: &Batch, estimates: &mut Estimates) {
            self.1.extend(batch.iter().map(|(_, state, _)| state[0]));
            self.0.estimate(graph, batch, estimates);
        }

        fn is_quick(&self) -> bool {
            self.2
        }
    }

    proptest! {
        #[test]
        fn the_same_states_are_expanded_as_if_all_were_stored(
            edges in prop::collection::vec((0..12_u64, 0..12_u64, 1..4_u32), 0..40),
            table in prop::collection::vec(prop::option::weighted(0.9, 0..5_u32), 12),
        ) {
            let graph = Graph { edges, goal: 11 };
            let search = |heuristic: &mut dyn Heuristic<Graph>| -> Report {
                gbfs(&graph, &mut [heuristic], Greedy::default(), &Limits::default(), &mut ())
            };
            let (mut asked_stored, mut asked_delayed) = (Vec::new(), Vec::new());
            let stored = search(&mut Asked(Table(table.clone()), &mut asked_stored, false));
            let delayed = search(&mut Asked(Table(table), &mut asked_delayed, true));
            // Dead ends are looked at again in the end.
            prop_assert!(asked_delayed.starts_with(&asked_stored));
            prop_assert_eq!(delayed.counters, stored.counters);
            let path = |report: &Report| match &report.outcome {
                Outcome::Solved { plan, .. } => {
                    Some(plan.last().map_or(0, |&action| graph.edges[action as usize].1))
                }
                _ => None,
            };
            prop_assert_eq!(path(&delayed), path(&stored));
            prop_assert_eq!(path(&delayed).unwrap_or(11), 11);
        }
    }

    #[test]
    fn what_is_lost_to_an_equal_hash_is_found_again() {
        for lost in [1, 3, 4] {
            let (graph, limits) = (detour(), Limits::default());
            let mut table = Quick(Table(vec![Some(1); 6]));
            let mut heuristics: [&mut dyn Heuristic<Graph>; 1] = [&mut table];
            let panel = Panel::new(&mut heuristics, false);
            let mut search = Delayed::new(&graph, panel, &Greedy::default(), &limits);
            search.met.insert(hash(&[lost]));
            let report = super::super::Stepwise::new(search).run(&mut ());
            assert!(matches!(report.outcome, Outcome::Solved { .. }), "{lost}: {:?}", report.outcome);
        }
    }

    #[test]
    fn looking_again_counts_for_no_limit() {
        // A dead end with many ways to it is looked at again by each of them.
        let mut graph = Graph { goal: 9, ..detour() };
        graph.edges.extend((0..5).map(|from| (from, 5, 1)));
        let table = || Table(vec![Some(1), Some(1), Some(1), Some(1), Some(1), None]);
        for most in 5..8 {
            let limits =
                Limits { max_expansions: Some(most), max_evaluations: Some(most + 1), ..Limits::default() };
            let stored = gbfs(&graph, &mut [&mut table()], Greedy::default(), &limits, &mut ());
            let delayed = gbfs(&graph, &mut [&mut Quick(table())], Greedy::default(), &limits, &mut ());
            assert_eq!(delayed, stored);
            assert_eq!(delayed.outcome, Outcome::Unsolvable);
        }
    }

    #[test]
    fn a_dead_end_at_the_start_is_not_expanded() {
        let mut table = Quick(Table(vec![None; 6]));
        let report = gbfs(&detour(), &mut [&mut table], Greedy::default(), &Limits::default(), &mut ());
        assert_eq!((report.outcome, report.counters.expanded), (Outcome::Unsolvable, 0));
    }
}
