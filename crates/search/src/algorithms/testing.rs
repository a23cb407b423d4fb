//! A small state space for the tests of all searches.

use crate::{Action, Batch, Estimate, Estimates, Heuristic, StateSpace};

/// A graph with states `0..n` and numbered edges `(from, to, cost)`, from state 0 to the goal.
pub(super) struct Graph {
    pub edges: Vec<(u64, u64, u32)>,
    pub goal: u64,
}

impl StateSpace for Graph {
    type Scratch = ();

    fn scratch(&self) {}

    fn words(&self) -> usize {
        1
    }

    fn initial(&self, state: &mut [u64]) {
        state[0] = 0;
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        state[0] == self.goal
    }

    fn successors(&self, state: &[u64], (): &mut (), mut visit: impl FnMut(Action, &[u64])) {
        for (action, &(from, to, _)) in self.edges.iter().enumerate() {
            if from == state[0] {
                visit(action as Action, &[to]);
            }
        }
    }

    fn applicable(&self, state: &[u64], (): &mut (), actions: &mut Vec<Action>) {
        self.successors(state, &mut (), |action, _| actions.push(action));
    }

    fn apply(&self, _: &[u64], action: Action, (): &mut (), successor: &mut [u64]) {
        successor[0] = self.edges[action as usize].1;
    }

    fn cost(&self, action: Action) -> u32 {
        self.edges[action as usize].2
    }
}

/// Estimates by state.
pub(super) struct Table(pub Vec<Option<u32>>);

impl Heuristic<Graph> for Table {
    fn estimate(&mut self, _: &Graph, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let estimate = self.0[state[0] as usize].map(|h| Estimate::from_cost(u64::from(h)));
            estimates.push(estimate.unwrap_or(Estimate::DEAD_END));
        }
    }
}

/// The same, for searches that store only what they expand.
pub(super) struct Quick(pub Table);

impl Heuristic<Graph> for Quick {
    fn estimate(&mut self, graph: &Graph, batch: &Batch, estimates: &mut Estimates) {
        self.0.estimate(graph, batch, estimates);
    }

    fn is_quick(&self) -> bool {
        true
    }
}

/// Two ways from 0 to 1, the dearer with fewer actions; from there to 3 and 4, and a way into nothing.
pub(super) fn detour() -> Graph {
    Graph { edges: vec![(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 4), (3, 4, 4), (0, 5, 1)], goal: 4 }
}
