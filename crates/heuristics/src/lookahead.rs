//! Plans that relaxed plans lead to.

use search::{Action, StateSpace};
use task::{Fact, Rows, Space, Task};

use crate::{CostKind, Ff};

/// Follows the relaxed plans of ff (Vidal, ICAPS 2004): as long as one of a plan's operators can be applied, it is, and from where
/// that ends the next relaxed plan is followed. What reaches the goal is a plan, so that its cost is an upper bound of the cost to
/// the goal. Where operators get in each other's way, there is none.
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

    /// The cost of the plan that is found from a state; `None` if none is.
    pub fn plan_cost(&mut self, space: &Space, state: &[u64]) -> Option<u64> {
        self.state.copy_from_slice(state);
        let mut cost = 0;
        let mut shortest = usize::MAX;
        while !space.is_goal(&self.state) {
            let estimate = self.ff.estimate_state(space, &self.state);
            let length = self.ff.relaxed_plan().len();
            // Plans that become no shorter would go round in circles.
            if estimate.is_dead_end() || length >= shortest {
                return None;
            }
            shortest = length;
            cost += self.follow(space);
        }
        Some(cost)
    }

    /// Applies what can be applied of the relaxed plan; what that costs.
    fn follow(&mut self, space: &Space) -> u64 {
        let Self { ff, preconditions, scratch, state, successor, pending } = self;
        pending.clear();
        // Relaxed plans are collected from the goal: what comes last is more often what can be done first.
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
