//! Eager greedy best-first search.

use super::greedy::{Greedy, Panel, Verdict};
use crate::exploration::{Exploration, Successors};
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Batch, Heuristic, Limits, Observer, Outcome, Report, StateId, StateSpace, StopReason,
};

/// Searches for a plan by the heuristics' values alone: every new state is evaluated by all heuristics and goes into
/// the queue of each.
pub fn gbfs<S: StateSpace>(
    space: &S,
    heuristics: &mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    let panel = Panel::new(heuristics, options.preferred);
    let mut search = Gbfs {
        exploration: Exploration::new(space, limits),
        open: panel.queues(options),
        panel,
        options,
        values: Vec::new(),
        preferred: Vec::new(),
        doubtful: Vec::new(),
    };
    let outcome = search.run(observer);
    search.exploration.report(outcome)
}

struct Gbfs<'a, 'h, S: StateSpace> {
    exploration: Exploration<'a, S>,
    panel: Panel<'a, 'h, S>,
    open: Alternation<StateId>,
    options: Greedy,
    /// The heuristics' values of the state at hand.
    values: Vec<f32>,
    /// The actions preferred in the state being expanded.
    preferred: Vec<Action>,
    /// The states whose estimates the leading heuristic does not trust, one bit for each.
    doubtful: Vec<u64>,
}

impl<S: StateSpace> Gbfs<'_, '_, S> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Outcome, StopReason> {
        if self.panel.begin(&mut self.exploration, &mut self.values, observer)? {
            self.note_doubt(INITIAL, 0);
            self.open.push(&self.values, false, INITIAL);
        }
        let mut successors = Successors::new(self.panel.depends_on_path());
        loop {
            let is_led = self.open.is_led();
            let Some(id) = self.open.pop() else { break };
            if self.exploration.nodes.is_closed(id) {
                continue;
            }
            self.open.give_way(is_led && self.is_doubtful(id));
            if self.exploration.begin_expansion(id)? {
                return Ok(self.exploration.solved(id));
            }
            if self.options.preferred {
                // Storing the preferred actions of every open state would take more memory than the states.
                self.panel
                    .evaluate(self.exploration.space, &Batch::again(self.exploration.nodes.states(), id));
                self.panel.preferred(0, &mut self.preferred);
            }
            self.exploration.expand(id, self.options.bound, &mut successors)?;
            let Successors { first, actions, again, .. } = &successors;
            self.panel.meet_again(&self.exploration, id, again.as_deref().unwrap_or_default());
            if !actions.is_empty() {
                self.exploration.begin_evaluation(actions.len())?;
                self.panel.evaluate_new(&mut self.exploration, (id, *first, actions), false)?;
                self.open_new(*first, actions.len(), actions, observer);
            }
        }
        self.exploration.exhausted()
    }

    fn note_doubt(&mut self, id: StateId, index: usize) {
        let Some(leader) = self.panel.leader() else { return };
        let (word, bit) = (id as usize / 64, id % 64);
        self.doubtful.resize(self.doubtful.len().max(word + 1), 0);
        self.doubtful[word] |= u64::from(!self.panel.is_trusted(leader, index)) << bit;
    }

    fn is_doubtful(&self, id: StateId) -> bool {
        self.doubtful.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// Puts the states of the last batch into the queues.
    fn open_new(&mut self, first: StateId, count: usize, actions: &[Action], observer: &mut dyn Observer) {
        let mut progress = false;
        for index in 0..count {
            let id = first + index as StateId;
            match self.panel.values(index, &mut self.values) {
                Verdict::DeadEnd => {
                    self.exploration.mark_dead_end(id);
                    continue;
                }
                Verdict::Untrusted => {
                    self.exploration.counters.untrusted += 1;
                    continue;
                }
                Verdict::Open => self.note_doubt(id, index),
            }
            progress |= self.panel.note_progress(&self.values, observer, &self.exploration.counters);
            let preferred =
                actions.get(index).is_some_and(|action| self.preferred.binary_search(action).is_ok());
            self.open.push(&self.values, preferred, id);
        }
        if progress {
            self.open.boost(i64::from(self.options.boost));
        }
    }
}
