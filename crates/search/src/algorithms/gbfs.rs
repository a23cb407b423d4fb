//! Eager greedy best-first search.

use super::delayed::Delayed;
use super::greedy::{Greedy, Panel, Verdict};
use super::stepwise::{Steps, Stepwise};
use crate::exploration::{Exploration, Successors};
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Batch, Counters, Heuristic, Limits, Observer, Outcome, Report, StateId, StateSpace,
    StopReason,
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
    stepwise_gbfs(space, heuristics, options, limits).run(observer)
}

/// The search of [`gbfs`], at its beginning.
pub fn stepwise_gbfs<'a, S: StateSpace>(
    space: &'a S,
    heuristics: &'a mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &'a Limits,
) -> Stepwise<'a> {
    let panel = Panel::new(heuristics, options.preferred);
    let is_plain = options.has_plain_orders() && !options.preferred && options.bound.is_none();
    if panel.is_quick() && is_plain {
        return Stepwise::new(Delayed::new(space, panel, &options, limits));
    }
    Stepwise::new(Gbfs::new(space, panel, options, limits))
}

struct Gbfs<'a, 'h, S: StateSpace> {
    exploration: Exploration<'a, S>,
    panel: Panel<'a, 'h, S>,
    open: Alternation<StateId>,
    options: Greedy,
    /// The successors found by the last expansion.
    successors: Successors,
    /// The heuristics' values of the state at hand.
    values: Vec<f32>,
    /// The actions preferred in the state being expanded.
    preferred: Vec<Action>,
    /// The states whose estimates the leading heuristic does not trust, one bit for each.
    doubtful: Vec<u64>,
}

impl<'a, 'h, S: StateSpace> Gbfs<'a, 'h, S> {
    fn new(space: &'a S, panel: Panel<'a, 'h, S>, options: Greedy, limits: &'a Limits) -> Self {
        Self {
            exploration: Exploration::new(space, limits),
            open: panel.queues(&options),
            successors: Successors::new(panel.depends_on_path()),
            panel,
            options,
            values: Vec::new(),
            preferred: Vec::new(),
            doubtful: Vec::new(),
        }
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
    fn open_new(&mut self, observer: &mut dyn Observer) {
        let mut progress = false;
        for index in 0..self.successors.actions.len() {
            let id = self.successors.first + index as StateId;
            match self.panel.values(index, &self.open, &mut self.values) {
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
            let cost = self.exploration.nodes.cost(id) as f32;
            self.open.push(&self.values, cost, id);
            if self.preferred.binary_search(&self.successors.actions[index]).is_ok() {
                self.open.push_preferred(&self.values, cost, id);
            }
        }
        if progress {
            self.open.boost(i64::from(self.options.boost));
        }
    }
}

impl<S: StateSpace> Steps for Gbfs<'_, '_, S> {
    fn begin(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        if self.panel.begin(&mut self.exploration, &mut self.values, observer)? {
            self.note_doubt(INITIAL, 0);
            self.open.push(&self.values, 0.0, INITIAL);
        }
        Ok(None)
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        self.exploration.check_now_and_then()?;
        let is_led = self.open.is_led();
        let Some(id) = self.open.pop() else { return self.exploration.exhausted().map(Some) };
        if self.exploration.nodes.is_closed(id) {
            return Ok(None);
        }
        self.open.give_way(is_led && self.is_doubtful(id));
        if self.exploration.begin_expansion(id)? {
            return Ok(Some(self.exploration.solved(id)));
        }
        let Self { exploration, panel, options, successors, preferred, .. } = self;
        if options.preferred {
            // Storing the preferred actions of every open state would take more memory than the states.
            panel.evaluate(exploration.space, &Batch::again(exploration.nodes.states(), id));
            panel.preferred(0, preferred);
        }
        exploration.expand(id, options.bound, successors);
        let Successors { first, actions, again, .. } = &*successors;
        panel.meet_again(exploration, id, again.as_deref().unwrap_or_default());
        if !actions.is_empty() {
            exploration.begin_evaluation(actions.len())?;
            panel.evaluate_new(exploration, (id, *first, actions), false)?;
            self.open_new(observer);
        }
        Ok(None)
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
