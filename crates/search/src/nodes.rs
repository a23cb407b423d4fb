//! How a search got to the states it has met.

use crate::{Action, StateId, StateSpace, States};

/// By state: the cheapest known way to it, in eight bytes, and whether it is closed.
///
/// The action that leads from a state's parent to it is not stored; it is found again when a plan is read off.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    parents: Vec<StateId>,
    costs: Vec<u32>,
    closed: Vec<u64>,
}

/// The initial state.
pub const INITIAL: StateId = 0;

impl Nodes {
    /// No states.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next state, open.
    pub fn push(&mut self, parent: StateId, cost: u32) {
        if self.parents.len().is_multiple_of(64) {
            self.closed.push(0);
        }
        self.parents.push(parent);
        self.costs.push(cost);
    }

    /// The cost of the cheapest known way to a state.
    pub fn cost(&self, id: StateId) -> u32 {
        self.costs[id as usize]
    }

    /// Takes note of a cheaper way.
    pub fn improve(&mut self, id: StateId, parent: StateId, cost: u32) {
        self.parents[id as usize] = parent;
        self.costs[id as usize] = cost;
    }

    /// Has it been expanded, or found to be a dead end?
    pub fn is_closed(&self, id: StateId) -> bool {
        self.closed[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// Closes a state.
    pub fn close(&mut self, id: StateId) {
        self.closed[id as usize / 64] |= 1 << (id % 64);
    }

    /// Opens a state again.
    pub fn reopen(&mut self, id: StateId) {
        self.closed[id as usize / 64] &= !(1 << (id % 64));
    }

    /// The actions from the initial state to this one along the parents, and the sum of their costs.
    ///
    /// Where several actions lead from one state to the next, the cheapest is taken.
    pub fn plan<S: StateSpace>(&self, space: &S, states: &States, goal: StateId) -> (Vec<Action>, u64) {
        let mut scratch = space.scratch();
        let mut actions = Vec::new();
        let mut total = 0;
        let mut id = goal;
        while id != INITIAL {
            let parent = self.parents[id as usize];
            let mut cheapest: Option<(u32, Action)> = None;
            space.successors(&states[parent], &mut scratch, |action, successor| {
                let candidate = (space.cost(action), action);
                if successor == &states[id] && cheapest.is_none_or(|best| candidate < best) {
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
