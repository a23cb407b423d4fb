//! Greedy best-first search with deferred evaluation.

use super::greedy::{Greedy, Panel, Verdict};
use super::stepwise::{Steps, Stepwise};
use crate::exploration::Exploration;
use crate::nodes::INITIAL;
use crate::{
    Action, Alternation, Counters, Heuristic, Limits, Observer, Outcome, Report, StateId, StateSpace,
    StopReason,
};

/// Searches greedily like [`gbfs`](crate::gbfs), but a state is evaluated only when it is about to be expanded; until
/// then it waits with its parent's values. Where most successors are never expanded, that saves most evaluations.
pub fn lazy<S: StateSpace>(
    space: &S,
    heuristics: &mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    stepwise_lazy(space, heuristics, options, limits).run(observer)
}

/// The search of [`lazy`], at its beginning.
pub fn stepwise_lazy<'a, S: StateSpace>(
    space: &'a S,
    heuristics: &'a mut [&mut dyn Heuristic<S>],
    options: Greedy,
    limits: &'a Limits,
) -> Stepwise<'a> {
    let panel = Panel::new(heuristics, options.preferred);
    let scout = options.scout;
    let mut search = Lazy {
        exploration: Exploration::new(space, limits),
        open: panel.queues(&options),
        panel,
        options,
        actions: Vec::new(),
        values: Vec::new(),
        preferred: Vec::new(),
        applicable: Vec::new(),
    };
    if let Some(turns) = scout {
        search.panel.send_scout();
        search.open.scout(turns);
    }
    Stepwise::new(search)
}

/// Successors of a state that are not generated yet: they wait with the same values, and so one after the other, for as long as
/// they wait. One entry for all of them takes a fraction of the time and memory of one for each.
#[derive(Clone, Copy)]
struct Siblings {
    parent: StateId,
    left: u32,
    /// Where the first of their actions is, among those of all entries.
    next: usize,
}

struct Lazy<'a, 'h, S: StateSpace> {
    exploration: Exploration<'a, S>,
    panel: Panel<'a, 'h, S>,
    open: Alternation<Siblings>,
    /// The actions of all entries of the open lists.
    actions: Vec<Action>,
    options: Greedy,
    /// The heuristics' values of the state at hand.
    values: Vec<f32>,
    /// The actions preferred in it.
    preferred: Vec<Action>,
    /// The actions applicable in it.
    applicable: Vec<Action>,
}

impl<S: StateSpace> Lazy<'_, '_, S> {
    /// Expands the state that was evaluated last; its successors are queued with its values. True if it is a goal.
    fn take_up(&mut self, id: StateId, observer: &mut dyn Observer) -> Result<bool, StopReason> {
        if self.panel.note_progress(&self.values, observer, &self.exploration.counters) {
            self.open.boost(i64::from(self.options.boost));
        }
        if self.exploration.begin_expansion(id)? {
            return Ok(true);
        }
        let cost = self.exploration.nodes.cost(id) as f32;
        if let Some(weight) = self.options.weight {
            self.panel.weigh(cost, weight, &mut self.values);
        }
        self.panel.preferred(0, &mut self.preferred);
        self.exploration.applicable(&mut self.applicable);
        let all = siblings(&mut self.actions, id, &self.applicable);
        if all.left > 0 {
            self.open.push(&self.values, cost, all);
        }
        if self.options.preferred {
            self.applicable.retain(|action| self.preferred.binary_search(action).is_ok());
            let preferred = siblings(&mut self.actions, id, &self.applicable);
            if preferred.left > 0 {
                self.open.push_preferred(&self.values, cost, preferred);
            }
        }
        Ok(false)
    }
}

/// The entry for these actions, which are added to those of all entries.
fn siblings(all: &mut Vec<Action>, parent: StateId, actions: &[Action]) -> Siblings {
    let next = all.len();
    all.extend_from_slice(actions);
    Siblings { parent, left: actions.len() as u32, next }
}

impl<S: StateSpace> Steps for Lazy<'_, '_, S> {
    fn begin(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        let is_open = self.panel.begin(&mut self.exploration, &mut self.values, observer)?;
        Ok((is_open && self.take_up(INITIAL, observer)?).then(|| self.exploration.solved(INITIAL)))
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        self.exploration.check_now_and_then()?;
        let (is_led, is_scouted) = (self.open.is_led(), self.open.is_scouted());
        let actions = &self.actions;
        let next = self.open.pop_part(|siblings| {
            let action = actions[siblings.next];
            siblings.next += 1;
            siblings.left -= 1;
            ((siblings.parent, action), siblings.left == 0)
        });
        let Some((parent, action)) = next else {
            return self.exploration.exhausted().map(Some);
        };
        let reopen = self.options.weight.is_some();
        let Some(id) = self.exploration.generate(parent, action, self.options.bound, reopen) else {
            return Ok(None);
        };
        self.exploration.begin_evaluation(1)?;
        self.panel.evaluate_new(&mut self.exploration, (parent, id, &[action]), is_scouted)?;
        match self.panel.values(0, &self.open, &mut self.values) {
            Verdict::DeadEnd => self.exploration.mark_dead_end(id),
            Verdict::Untrusted => self.exploration.counters.untrusted += 1,
            Verdict::Open => {
                let is_doubtful = self.panel.leader().is_some_and(|leader| !self.panel.is_trusted(leader, 0));
                self.open.give_way(is_led && is_doubtful);
                if self.take_up(id, observer)? {
                    return Ok(Some(self.exploration.solved(id)));
                }
            }
        }
        Ok(None)
    }

    fn effort_each(&self) -> u64 {
        self.panel.effort()
    }

    fn effort_of_states(&self) -> u64 {
        // What is generated is not computed before it is evaluated.
        self.exploration.counters.evaluated * self.exploration.space.effort()
    }

    fn counters(&self) -> &Counters {
        &self.exploration.counters
    }
}
