//! Plans found by following relaxed plans.

use search::{Action, StateSpace};
use task::{Fact, Rows, Space, Task};

use crate::{CostKind, Ff};

/// Follows the relaxed plans of FF (Vidal, ICAPS 2004): operators of a relaxed plan are applied as long as one is
/// applicable, and from the state reached the next relaxed plan is followed. If that reaches a goal, the operators
/// applied are a plan, and its cost is an upper bound on the cost to the goal. Where operators get in each other's way,
/// it may fail.
#[derive(Clone, Debug)]
pub struct Lookahead {
    ff: Ff,
    preconditions: Rows<Fact>,
    scratch: <Space as StateSpace>::Scratch,
    state: Vec<u64>,
    successor: Vec<u64>,
    pending: Vec<Action>,
}

impl Lookahead {
    /// For the states of `task`.
    pub fn new(task: &Task) -> Self {
        let space = Space::new(task);
        Self {
            ff: Ff::new(task, CostKind::Normal),
            preconditions: task.operators.preconditions.clone(),
            scratch: space.scratch(),
            state: vec![0; space.words()],
            successor: vec![0; space.words()],
            pending: Vec::new(),
        }
    }

    /// The cost of the plan found from a state; `None` if none is found.
    pub fn plan_cost(&mut self, space: &Space, state: &[u64]) -> Option<u64> {
        self.state.copy_from_slice(state);
        let mut cost = 0;
        let mut shortest = usize::MAX;
        while !space.is_goal(&self.state) {
            let estimate = self.ff.estimate_state(space, &self.state);
            let length = self.ff.relaxed_plan().len();
            // Relaxed plans that become no shorter could go round in circles.
            if estimate.is_dead_end() || length >= shortest {
                return None;
            }
            shortest = length;
            cost += self.follow(space);
        }
        Some(cost)
    }

    /// Applies the operators of the relaxed plan that can be applied, and returns their cost.
    fn follow(&mut self, space: &Space) -> u64 {
        let Self { ff, preconditions, scratch, state, successor, pending } = self;
        pending.clear();
        // Relaxed plans are collected from the goal backwards: the last operators can more often be applied first.
        pending.extend(ff.relaxed_plan().iter().rev());
        let mut cost = 0;
        loop {
            let before = pending.len();
            pending.retain(|&action| {
                let needed = &preconditions[action as usize];
                if space.is_goal(state)
                    || !needed.iter().all(|fact| space.value(state, fact.variable) == fact.value)
                {
                    return true;
                }
                space.apply(state, action, scratch, successor);
                std::mem::swap(state, successor);
                cost += u64::from(space.cost(action));
                false
            });
            if pending.len() == before {
                return cost;
            }
        }
    }
}
