//! The part shared by all searches that store states: generating, evaluating, counting, and keeping to limits.

use crate::fingerprints::Fingerprints;
use crate::nodes::{Met, Nodes, Way};
use crate::states::hash;
use crate::{
    Action, Batch, Counters, Estimates, Exhausted, Heuristic, Limits, Outcome, StateId, StateSpace, States,
    StopReason, Work,
};
use std::time::{Duration, Instant};

/// The states generated so far, the paths to them, and the work done.
pub(crate) struct Exploration<'a, S: StateSpace> {
    pub space: &'a S,
    limits: &'a Limits,
    pub nodes: Nodes,
    pub counters: Counters,
    scratch: S::Scratch,
    /// The state being expanded.
    state: Vec<u64>,
    pending: Pending,
    next_check: u64,
    last_check: Instant,
    /// The counters at the last check of the budget.
    noted: Counters,
    /// Were states left out since the ways to them cost more than can be counted?
    too_dear: bool,
}

/// Successors of one state that have not been looked up yet.
///
/// Every lookup among the known states waits for memory. All successors wait at the same time: first for their places
/// in the hash table, then for the states found there.
#[derive(Default)]
struct Pending {
    /// Their words, one after the other.
    words: Vec<u64>,
    ways: Vec<PendingWay>,
}

struct PendingWay {
    hash: u64,
    action: Action,
    cost: u32,
}

/// The successors found by an expansion.
#[derive(Default)]
pub(crate) struct Successors {
    /// The first new state; the others follow.
    pub first: StateId,
    /// The actions that lead to the new states.
    pub actions: Vec<Action>,
    /// Known states to which there is a cheaper path now.
    pub cheaper: Vec<StateId>,
    /// All known states among the successors, if they are wanted.
    pub again: Option<Vec<StateId>>,
}

impl Successors {
    /// No successors yet. With `wants_again`, expansions list all known states among them.
    pub(crate) fn new(wants_again: bool) -> Self {
        Self { again: wants_again.then(Vec::new), ..Self::default() }
    }
}

impl<'a, S: StateSpace> Exploration<'a, S> {
    /// Successors generated between two checks of the budget.
    const STRIDE: u64 = 4096;

    /// States given to a heuristic at a time. The clock is read after each batch, since some heuristics take a
    /// hundredth of a second for a state.
    const BATCH: usize = 32;
    /// The words of successors that wait together to be looked up: few enough to stay near the processor.
    const WAITING: usize = 1024;
    /// The least time between two checks of the budget after batches: reading the clock is cheap, reading the memory in
    /// use is not.
    const PAUSE: Duration = Duration::from_millis(10);

    /// Begins with the initial state.
    pub(crate) fn new(space: &'a S, limits: &'a Limits) -> Self {
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        Self {
            space,
            limits,
            nodes: Nodes::new(&state),
            counters: Counters::default(),
            scratch: space.scratch(),
            state,
            pending: Pending::default(),
            next_check: 0,
            last_check: Instant::now(),
            noted: Counters::default(),
            too_dear: false,
        }
    }

    /// Begins to expand a state. True if it is a goal.
    pub(crate) fn begin_expansion(&mut self, id: StateId) -> Result<bool, StopReason> {
        if self.limits.max_expansions.is_some_and(|limit| self.counters.expanded >= limit) {
            return Err(StopReason::Expansions);
        }
        self.check_now_and_then()?;
        self.counters.expanded += 1;
        self.nodes.close(id);
        self.take_up(id);
        Ok(self.space.is_goal(&self.state))
    }

    /// Takes up a stored state, to look at its successors.
    pub(crate) fn take_up(&mut self, id: StateId) {
        self.state.copy_from_slice(&self.nodes.states()[id]);
    }

    /// Checks the budget if many successors were generated since the last time.
    pub(crate) fn check_now_and_then(&mut self) -> Result<(), StopReason> {
        if self.counters.generated >= self.next_check {
            self.check_budget(0)?;
            self.next_check = self.counters.generated + Self::STRIDE;
        }
        Ok(())
    }

    /// Takes back the counts of work that was only done again, but not that a state was found which no heuristic trusts.
    pub(crate) fn take_back(&mut self, before: Counters) {
        let found = before.untrusted == 0 && self.counters.untrusted > 0;
        self.counters = Counters { untrusted: before.untrusted + u64::from(found), ..before };
        (self.noted, self.next_check) = (before, before.generated);
    }

    /// Generates the successors of the state whose expansion began last, except those that cost `bound` or more, or more than
    /// can be counted: other ways may lead to a goal, and be cheaper.
    pub(crate) fn expand(&mut self, id: StateId, bound: Option<u32>, successors: &mut Successors) {
        let Self { space, nodes, counters, scratch, state, pending, too_dear, .. } = self;
        let cost_so_far = nodes.cost(id);
        pending.words.clear();
        pending.ways.clear();
        space.successors(state, scratch, |action, successor| {
            counters.generated += 1;
            let Some(cost) = cost_so_far.checked_add(space.cost(action)) else {
                *too_dear |= bound.is_none();
                return;
            };
            if bound.is_none_or(|bound| cost < bound) {
                let hash = hash(successor);
                nodes.states().prefetch_index(hash);
                pending.words.extend_from_slice(successor);
                pending.ways.push(PendingWay { hash, action, cost });
            }
        });
        pending.ways.iter().for_each(|way| nodes.states().prefetch_state(way.hash));

        successors.first = nodes.states().len() as StateId;
        successors.actions.clear();
        successors.cheaper.clear();
        if let Some(again) = &mut successors.again {
            again.clear();
        }
        for (index, &PendingWay { hash, action, cost }) in pending.ways.iter().enumerate() {
            let successor = &pending.words[index * state.len()..][..state.len()];
            let met = nodes.meet(successor, hash, Way { parent: id, cost });
            if let (Some(again), Met::Cheaper(found) | Met::Known(found)) = (&mut successors.again, &met)
                && *found < successors.first
            {
                again.push(*found);
            }
            match met {
                Met::New(_) => successors.actions.push(action),
                Met::Cheaper(found) if found < successors.first => successors.cheaper.push(found),
                // A state found twice in this expansion is evaluated once, as reached by the cheaper action.
                Met::Cheaper(found) => successors.actions[(found - successors.first) as usize] = action,
                Met::Known(_) => {}
            }
        }
    }

    /// Looks at the successors of the state whose expansion began last without storing them in the search's states: writes those
    /// whose hashes were not met before to `successors`, and the actions that lead to them. Without `met`, it writes those that are
    /// not stored.
    pub(crate) fn look_ahead(
        &mut self,
        id: StateId,
        mut met: Option<&mut Fingerprints>,
        (successors, actions): (&mut States, &mut Vec<Action>),
    ) {
        let Self { space, nodes, counters, scratch, state, pending, too_dear, .. } = self;
        let cost_so_far = nodes.cost(id);
        successors.clear();
        actions.clear();
        let mut take = |pending: &mut Pending| {
            if let Some(met) = &met {
                pending.ways.iter().for_each(|way| met.prefetch(way.hash));
            }
            for (way, words) in pending.ways.iter().zip(pending.words.chunks_exact(state.len().max(1))) {
                let is_new = match &mut met {
                    Some(met) => met.insert(way.hash),
                    None => nodes.states().find(words, way.hash).is_none(),
                };
                if is_new && successors.insert_hashed(words, way.hash, 0).1 {
                    actions.push(way.action);
                }
            }
            pending.words.clear();
            pending.ways.clear();
        };
        pending.words.clear();
        pending.ways.clear();
        space.successors(state, scratch, |action, successor| {
            counters.generated += 1;
            if cost_so_far.checked_add(space.cost(action)).is_none() {
                *too_dear = true;
                return;
            }
            let hash = hash(successor);
            pending.words.extend_from_slice(successor);
            pending.ways.push(PendingWay { hash, action, cost: 0 });
            if pending.words.len() >= Self::WAITING {
                take(pending);
            }
        });
        take(pending);
    }

    /// Writes the actions that are applicable in the state whose expansion began last.
    pub(crate) fn applicable(&mut self, actions: &mut Vec<Action>) {
        actions.clear();
        self.space.applicable(&self.state, &mut self.scratch, actions);
        self.counters.generated += actions.len() as u64;
    }

    /// Generates one successor. `None` if it costs `bound` or more or is known already; with `reopen`, a known state
    /// counts again when the path to it is cheaper now.
    pub(crate) fn generate(
        &mut self,
        parent: StateId,
        action: Action,
        bound: Option<u32>,
        reopen: bool,
    ) -> Option<StateId> {
        let Some(cost) = self.nodes.cost(parent).checked_add(self.space.cost(action)) else {
            self.too_dear |= bound.is_none();
            return None;
        };
        if bound.is_some_and(|bound| cost >= bound) {
            return None;
        }
        let Self { space, nodes, scratch, state, .. } = self;
        space.apply(&nodes.states()[parent], action, scratch, state);
        match nodes.meet(state, hash(state), Way { parent, cost }) {
            Met::New(id) => Some(id),
            Met::Cheaper(id) if reopen => {
                self.counters.reopened += 1;
                Some(id)
            }
            Met::Cheaper(_) | Met::Known(_) => None,
        }
    }

    /// Counts states that are about to be evaluated.
    pub(crate) fn begin_evaluation(&mut self, count: usize) -> Result<(), StopReason> {
        let evaluated = self.counters.evaluated + count as u64;
        if self.limits.max_evaluations.is_some_and(|limit| evaluated > limit) {
            return Err(StopReason::Evaluations);
        }
        self.counters.evaluated = evaluated;
        Ok(())
    }

    /// Has a heuristic estimate new states, which begin with `first` and were reached from `parent` by these actions, after
    /// others have made their estimates.
    pub(crate) fn evaluate(
        &mut self,
        heuristic: &mut dyn Heuristic<S>,
        (parent, first, actions): (StateId, StateId, &[Action]),
        earlier: &[Estimates],
        estimates: &mut Estimates,
    ) -> Result<(), StopReason> {
        estimates.clear();
        let mut first = first;
        for actions in actions.chunks(Self::BATCH) {
            let batch = Batch::successors(self.nodes.states(), first, parent, actions);
            heuristic.estimate_after(self.space, &batch, earlier, estimates);
            first += actions.len() as StateId;
            if !heuristic.is_free() && self.last_check.elapsed() > Self::PAUSE {
                self.check_budget(0)?;
            }
        }
        Ok(())
    }

    /// Records that there is no path to a goal from this state.
    pub(crate) fn mark_dead_end(&mut self, id: StateId) {
        self.counters.dead_ends += 1;
        self.nodes.bury(id);
    }

    /// The outcome when the open list is empty.
    pub(crate) fn exhausted(&self) -> Result<Outcome, StopReason> {
        if self.too_dear {
            return Err(StopReason::Cost);
        }
        match (self.counters.untrusted, self.space.is_whole()) {
            (0, true) => Ok(Outcome::Unsolvable),
            (0, false) => Err(StopReason::NotWhole),
            _ => Err(StopReason::Untrusted),
        }
    }

    pub(crate) fn solved(&self, goal: StateId) -> Outcome {
        let (plan, cost) = self.nodes.plan(self.space, goal);
        Outcome::Solved { plan, cost }
    }

    /// Checks the budget, before so many bytes more are taken.
    pub(crate) fn check_budget(&mut self, more_bytes: u64) -> Result<(), Exhausted> {
        self.last_check = Instant::now();
        let budget = &self.limits.budget;
        budget.note(Work::Expanded, self.counters.expanded - self.noted.expanded);
        budget.note(Work::Evaluated, self.counters.evaluated - self.noted.evaluated);
        self.noted = self.counters;
        if self.nodes.states().len() > States::MOST {
            return Err(Exhausted::Memory);
        }
        budget.check_with(more_bytes)
    }
}
