//! Eager greedy search that stores only the states it expands.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::greedy::{Edge, Greedy, Panel, Verdict};
use super::stepwise::Steps;
use crate::exploration::Exploration;
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Batch, Counters, Limits, Observer, Outcome, StateId, StateSpace, States, StopReason,
};

/// Expands the same states in the same order as a search that stores every successor, in a fraction of the memory: an open
/// state is the edge that leads to it, and is generated again when its turn has come. That pays where a state is estimated in
/// less time than it takes to store it.
///
/// That a successor was met before is told by its hash alone. If two states have the same one, the second is lost at first; so
/// when the open list is empty, the successors of all expanded states are compared word by word, and what was lost is opened
/// then. Nothing is called unsolvable that is not.
pub(super) struct Delayed<'a, 'h, S: StateSpace> {
    exploration: Exploration<'a, S>,
    panel: Panel<'a, 'h, S>,
    open: Alternation<Edge>,
    /// The hashes of all states met so far.
    met: HashSet<u64, BuildHasherDefault<Hashed>>,
    /// The successors at hand.
    successors: States,
    /// The actions that lead to them.
    actions: Vec<Action>,
    /// The heuristics' values of one of them.
    values: Vec<f32>,
}

/// Which successors are opened.
#[derive(Clone, Copy)]
enum Wanted {
    /// Those with a hash that was not met before.
    Unmet,
    /// Those that are not among the expanded states.
    Unexpanded,
}

impl<'a, 'h, S: StateSpace> Delayed<'a, 'h, S> {
    pub(super) fn new(space: &'a S, panel: Panel<'a, 'h, S>, options: Greedy, limits: &'a Limits) -> Self {
        Self {
            exploration: Exploration::new(space, limits),
            open: panel.queues(options),
            panel,
            met: HashSet::default(),
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
        self.open_successors(id, Wanted::Unmet, observer)?;
        Ok(false)
    }

    /// Evaluates and opens the successors of the state whose expansion began last.
    fn open_successors(
        &mut self,
        id: StateId,
        wanted: Wanted,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        let Self { exploration, panel, open, met, successors, actions, values, .. } = self;
        let is_wanted = |expanded: &States, state: &[u64], hash: u64| match wanted {
            Wanted::Unmet => met.insert(hash),
            Wanted::Unexpanded => expanded.find(state, hash).is_none(),
        };
        exploration.look_ahead(id, is_wanted, (successors, actions))?;
        if actions.is_empty() {
            return Ok(());
        }
        exploration.begin_evaluation(actions.len())?;
        panel.evaluate(exploration.space, &Batch::unstored(successors, actions));
        for (index, &action) in actions.iter().enumerate() {
            match panel.values(index, values) {
                Verdict::DeadEnd => exploration.counters.dead_ends += 1,
                Verdict::Untrusted => exploration.counters.untrusted += 1,
                Verdict::Open => {
                    panel.note_progress(values, observer, &exploration.counters);
                    open.push(values, false, Edge { parent: id, action });
                }
            }
        }
        Ok(())
    }

    /// Opens what was lost since another state has the same hash. False if nothing was.
    fn recover(&mut self, observer: &mut dyn Observer) -> Result<bool, StopReason> {
        let counters = self.exploration.counters;
        for id in 0..self.exploration.nodes.states().len() as StateId {
            self.exploration.begin_expansion(id)?;
            self.open_successors(id, Wanted::Unexpanded, observer)?;
        }
        // Looking again is no work that a user would want to count twice.
        self.exploration.counters = counters;
        Ok(!self.open.is_empty())
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
        let Some(Edge { parent, action }) = self.open.pop() else {
            return if self.recover(observer)? { Ok(None) } else { self.exploration.exhausted().map(Some) };
        };
        let Some(id) = self.exploration.generate(parent, action, None, false)? else {
            return Ok(None);
        };
        Ok(self.expand(id, observer)?.then(|| self.exploration.solved(id)))
    }

    fn effort_each(&self) -> u64 {
        self.panel.effort()
    }

    fn counters(&self) -> &Counters {
        &self.exploration.counters
    }
}

/// Takes a hash for what it is.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{Graph, Quick, Table, detour};
    use super::*;
    use crate::states::hash;
    use crate::{Heuristic, Report, gbfs};

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
            let stored = search(&mut Table(table.clone()));
            let delayed = search(&mut Quick(Table(table)));
            prop_assert_eq!(delayed.counters, stored.counters);
            let length = |report: &Report| match &report.outcome {
                Outcome::Solved { plan, .. } => Some(plan.is_empty()),
                _ => None,
            };
            prop_assert_eq!(length(&delayed), length(&stored));
        }
    }

    #[test]
    fn what_is_lost_to_an_equal_hash_is_found_again() {
        for lost in [1, 3, 4] {
            let (graph, limits) = (detour(), Limits::default());
            let mut table = Quick(Table(vec![Some(1); 6]));
            let mut heuristics: [&mut dyn Heuristic<Graph>; 1] = [&mut table];
            let panel = Panel::new(&mut heuristics, false);
            let mut search = Delayed::new(&graph, panel, Greedy::default(), &limits);
            search.met.insert(hash(&[lost]));
            let report = super::super::Stepwise::new(search).run(&mut ());
            assert!(matches!(report.outcome, Outcome::Solved { .. }), "{lost}: {:?}", report.outcome);
        }
    }

    #[test]
    fn a_dead_end_at_the_start_is_not_expanded() {
        let mut table = Quick(Table(vec![None; 6]));
        let report = gbfs(&detour(), &mut [&mut table], Greedy::default(), &Limits::default(), &mut ());
        assert_eq!((report.outcome, report.counters.expanded), (Outcome::Unsolvable, 0));
    }
}
