//! What all searches that remember states have in common.

use crate::nodes::INITIAL;
use crate::{
    Action, Batch, Counters, Estimates, Exhausted, Heuristic, Limits, Nodes, Outcome, StateId, StateSpace,
    States, StopReason,
};
use std::time::{Duration, Instant};

/// The states met so far, the ways to them, and the work done.
pub(crate) struct Exploration<'a, S: StateSpace> {
    pub space: &'a S,
    limits: &'a Limits,
    pub states: States,
    pub nodes: Nodes,
    pub counters: Counters,
    scratch: S::Scratch,
    /// The state being expanded.
    state: Vec<u64>,
    next_check: u64,
    last_check: Instant,
}

/// What an expansion found.
#[derive(Default)]
pub(crate) struct Successors {
    /// The first new state; the others follow.
    pub first: StateId,
    /// The actions that lead to the new states.
    pub actions: Vec<Action>,
    /// States met before to which there is a cheaper way now.
    pub cheaper: Vec<StateId>,
}

impl<'a, S: StateSpace> Exploration<'a, S> {
    /// Successors looked at between two looks at the clock.
    const STRIDE: u64 = 4096;

    /// States that a heuristic is given at a time, and then the clock is looked at: some take a hundredth of a second
    /// for each.
    const BATCH: usize = 32;
    /// The clock is cheap to look at, memory is not: it is looked at this often.
    const PAUSE: Duration = Duration::from_millis(10);

    /// Begins with the initial state.
    pub(crate) fn new(space: &'a S, limits: &'a Limits) -> Self {
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        let mut states = States::new(space.words());
        states.insert(&state);
        let mut nodes = Nodes::new();
        nodes.push(INITIAL, 0);
        let counters = Counters::default();
        Self {
            space,
            limits,
            states,
            nodes,
            counters,
            scratch: space.scratch(),
            state,
            next_check: 0,
            last_check: Instant::now(),
        }
    }

    /// Takes up a state. True if it is a goal.
    pub(crate) fn begin_expansion(&mut self, id: StateId) -> Result<bool, StopReason> {
        if self.limits.max_expansions.is_some_and(|limit| self.counters.expanded >= limit) {
            return Err(StopReason::Expansions);
        }
        if self.counters.generated >= self.next_check {
            self.check_budget()?;
            self.next_check = self.counters.generated + Self::STRIDE;
        }
        self.counters.expanded += 1;
        self.nodes.close(id);
        self.state.copy_from_slice(&self.states[id]);
        Ok(self.space.is_goal(&self.state))
    }

    /// Generates the successors of the state taken up last, except those that cost `bound` or more.
    pub(crate) fn expand(
        &mut self,
        id: StateId,
        bound: Option<u32>,
        successors: &mut Successors,
    ) -> Result<(), StopReason> {
        let Self { space, states, nodes, counters, scratch, state, .. } = self;
        let cost_so_far = nodes.cost(id);
        let mut too_dear = false;
        successors.first = states.len() as StateId;
        successors.actions.clear();
        successors.cheaper.clear();
        space.successors(state, scratch, |action, successor| {
            counters.generated += 1;
            let Some(cost) = cost_so_far.checked_add(space.cost(action)) else {
                too_dear = true;
                return;
            };
            if bound.is_some_and(|bound| cost >= bound) {
                return;
            }
            let (found, is_new) = states.insert(successor);
            if is_new {
                nodes.push(id, cost);
                successors.actions.push(action);
            } else if cost < nodes.cost(found) {
                nodes.improve(found, id, cost);
                // A new state is evaluated once, whichever way leads to it.
                if found < successors.first {
                    successors.cheaper.push(found);
                } else {
                    successors.actions[(found - successors.first) as usize] = action;
                }
            }
        });
        if too_dear { Err(StopReason::Cost) } else { Ok(()) }
    }

    /// Writes the actions that are applicable in the state taken up last.
    pub(crate) fn applicable(&mut self, actions: &mut Vec<Action>) {
        actions.clear();
        self.space.applicable(&self.state, &mut self.scratch, actions);
        self.counters.generated += actions.len() as u64;
    }

    /// Generates one successor. `None` if it costs `bound` or more or was met before; with `reopen`, a state met
    /// before counts again when the way to it is cheaper now.
    pub(crate) fn generate(
        &mut self,
        parent: StateId,
        action: Action,
        bound: Option<u32>,
        reopen: bool,
    ) -> Result<Option<StateId>, StopReason> {
        let cost = self.nodes.cost(parent).checked_add(self.space.cost(action)).ok_or(StopReason::Cost)?;
        if bound.is_some_and(|bound| cost >= bound) {
            return Ok(None);
        }
        let Self { space, states, scratch, state, .. } = self;
        space.apply(&states[parent], action, scratch, state);
        let (id, is_new) = self.states.insert(&self.state);
        if is_new {
            self.nodes.push(parent, cost);
            return Ok(Some(id));
        }
        if cost >= self.nodes.cost(id) {
            return Ok(None);
        }
        self.nodes.improve(id, parent, cost);
        self.counters.reopened += u64::from(reopen);
        Ok(reopen.then_some(id))
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

    /// Has a heuristic estimate new states, which begin with `first` and were reached from `parent` by these actions.
    pub(crate) fn evaluate(
        &mut self,
        heuristic: &mut dyn Heuristic<S>,
        (parent, first, actions): (StateId, StateId, &[Action]),
        estimates: &mut Estimates,
    ) -> Result<(), StopReason> {
        estimates.clear();
        let mut first = first;
        for actions in actions.chunks(Self::BATCH) {
            let batch = Batch::successors(&self.states, first, parent, actions);
            heuristic.estimate(self.space, &batch, estimates);
            first += actions.len() as StateId;
            if self.last_check.elapsed() > Self::PAUSE {
                self.check_budget()?;
            }
        }
        Ok(())
    }

    /// Takes note that there is no way to a goal from this state: no way to it is ever cheaper.
    pub(crate) fn mark_dead_end(&mut self, id: StateId) {
        self.counters.dead_ends += 1;
        self.nodes.close(id);
        self.nodes.improve(id, INITIAL, 0);
    }

    pub(crate) fn solved(&self, goal: StateId) -> Outcome {
        let (plan, cost) = self.nodes.plan(self.space, &self.states, goal);
        Outcome::Solved { plan, cost }
    }

    fn check_budget(&mut self) -> Result<(), Exhausted> {
        self.last_check = Instant::now();
        if self.states.len() > States::MOST {
            return Err(Exhausted::Memory);
        }
        self.limits.budget.check()
    }
}
