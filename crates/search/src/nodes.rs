//! The states a search has generated, with the cheapest known path to each.

use crate::states::hash;
use crate::{Action, StateId, StateSpace, States};

/// The states generated so far and, for each, its parent and cost on the cheapest known path, in eight bytes, and
/// whether it is closed.
///
/// The action that leads from a state's parent to it is not stored, to save memory; it is found again when a plan is extracted.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    /// The note of each state is the [`Way`] to it.
    states: States,
    closed: Vec<u64>,
}

/// The initial state.
pub(crate) const INITIAL: StateId = 0;

/// The parent on a path to a state, and the cost of the whole path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub parent: StateId,
    pub cost: u32,
}

/// How the end of a path relates to the states known so far.
pub(crate) enum Met {
    /// A new state.
    New(StateId),
    /// A known state, to which this path is cheaper than any before.
    Cheaper(StateId),
    /// A known state, to which another path is at least as cheap.
    Known(StateId),
}

impl Nodes {
    /// The initial state alone, open.
    pub(crate) fn new(initial: &[u64]) -> Self {
        let mut nodes = Self { states: States::new(initial.len()), closed: Vec::new() };
        nodes.meet(initial, hash(initial), Way { parent: INITIAL, cost: 0 });
        nodes
    }

    pub(crate) fn states(&self) -> &States {
        &self.states
    }

    /// Records a path to a state with this hash. New states are open.
    pub(crate) fn meet(&mut self, state: &[u64], hash: u64, way: Way) -> Met {
        let (id, is_new) = self.states.insert_hashed(state, hash, way.note());
        if is_new {
            if id.is_multiple_of(64) {
                self.closed.push(0);
            }
            Met::New(id)
        } else if way.cost < self.cost(id) {
            self.states.set_note(id, way.note());
            Met::Cheaper(id)
        } else {
            Met::Known(id)
        }
    }

    /// The cost of the cheapest known path to a state.
    pub(crate) fn cost(&self, id: StateId) -> u32 {
        Way::of_note(self.states.note(id)).cost
    }

    /// Has it been expanded, or found to be a dead end?
    pub(crate) fn is_closed(&self, id: StateId) -> bool {
        self.closed[id as usize / 64] >> (id % 64) & 1 == 1
    }

    pub(crate) fn close(&mut self, id: StateId) {
        self.closed[id as usize / 64] |= 1 << (id % 64);
    }

    pub(crate) fn reopen(&mut self, id: StateId) {
        self.closed[id as usize / 64] &= !(1 << (id % 64));
    }

    /// Closes a dead end for good: its cost becomes 0, so that no path to it is ever cheaper and it is not reopened.
    pub(crate) fn bury(&mut self, id: StateId) {
        self.close(id);
        self.states.set_note(id, Way { parent: INITIAL, cost: 0 }.note());
    }

    /// The actions from the initial state to this one along the parents, and the sum of their costs.
    ///
    /// Where several actions lead from one state to the next, the cheapest is taken.
    pub(crate) fn plan<S: StateSpace>(&self, space: &S, goal: StateId) -> (Vec<Action>, u64) {
        let mut scratch = space.scratch();
        let mut actions = Vec::new();
        let mut total = 0;
        let mut id = goal;
        while id != INITIAL {
            let parent = Way::of_note(self.states.note(id)).parent;
            let mut cheapest: Option<(u32, Action)> = None;
            space.successors(&self.states[parent], &mut scratch, |action, successor| {
                let candidate = (space.cost(action), action);
                if successor == &self.states[id] && cheapest.is_none_or(|best| candidate < best) {
                    cheapest = Some(candidate);
                }
            });
            if let Some((cost, action)) = cheapest {
                actions.push(action);
                total += u64::from(cost);
            }
            id = parent;
        }
        actions.reverse();
        (actions, total)
    }
}

impl Way {
    fn note(self) -> u64 {
        u64::from(self.parent) << 32 | u64::from(self.cost)
    }

    fn of_note(note: u64) -> Self {
        Self { parent: (note >> 32) as StateId, cost: note as u32 }
    }
}
