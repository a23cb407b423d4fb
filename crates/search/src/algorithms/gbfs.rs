//! Eager greedy best-first search.

use super::greedy::{Greedy, Panel};
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
        open: Alternation::new(panel.len(), options.preferred),
        panel,
        options,
        values: Vec::new(),
        preferred: Vec::new(),
    };
    let outcome = search.run(observer).unwrap_or_else(Outcome::Stopped);
    let counters = search.exploration.counters;
    Report { outcome, counters, until_last_jump: counters }
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
}

impl<S: StateSpace> Gbfs<'_, '_, S> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Outcome, StopReason> {
        self.exploration.begin_evaluation(1)?;
        self.panel.evaluate(self.exploration.space, &Batch::initial(self.exploration.nodes.states()));
        self.panel.report_initial(observer);
        self.open_new(INITIAL, 1, &[], observer);
        let mut successors = Successors::default();
        while let Some(id) = self.open.pop() {
            if self.exploration.nodes.is_closed(id) {
                continue;
            }
            if self.exploration.begin_expansion(id)? {
                return Ok(self.exploration.solved(id));
            }
            if self.options.preferred {
                // Remembering what is preferred in every open state would cost more memory than the states.
                self.panel
                    .evaluate(self.exploration.space, &Batch::again(self.exploration.nodes.states(), id));
                self.panel.preferred(0, &mut self.preferred);
            }
            self.exploration.expand(id, self.options.bound, &mut successors)?;
            let Successors { first, actions, .. } = &successors;
            if !actions.is_empty() {
                self.exploration.begin_evaluation(actions.len())?;
                self.panel.evaluate_new(&mut self.exploration, (id, *first, actions))?;
                self.open_new(*first, actions.len(), actions, observer);
            }
        }
        Ok(Outcome::Unsolvable)
    }

    /// Opens the states of the last batch.
    fn open_new(&mut self, first: StateId, count: usize, actions: &[Action], observer: &mut dyn Observer) {
        let mut progress = false;
        for index in 0..count {
            let id = first + index as StateId;
            if !self.panel.values(index, &mut self.values) {
                self.exploration.mark_dead_end(id);
                continue;
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
