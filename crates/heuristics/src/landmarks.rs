//! Counting what must still become true.

mod accepted;
mod achievers;
mod acyclic;
mod before;
mod count;
mod discovery;
mod graph;
mod reasonable;
mod rules;
mod transitions;

use search::{Batch, Estimates, Heuristic, StateId, StateSpace};
use task::{Space, Task};

use self::accepted::AcceptedSets;
use self::achievers::Achievers;
use self::count::Count;
use self::graph::Graph;
use self::rules::Rules;
use crate::CostKind;

/// Estimates that each landmark that has not been reached yet, or is needed again, costs what its cheapest achiever
/// costs. (Richter, Helmert & Westphal, *Landmarks Revisited*, 2008; Richter & Westphal, *The LAMA Planner*, 2010.)
///
/// A landmark is a fact, or a small set of alternative facts, of which one is true at some time in every plan. It is
/// accepted on the way to a state once it is true there and the landmarks that should come before it were accepted
/// earlier. An accepted landmark that is false is needed again if it is a goal, or if one that is not accepted needs
/// it immediately before. Preferred are the operators that achieve a landmark that is to be accepted next.
///
/// The estimate depends on the way to a state: it is made for the first one, and kept when others lead there later.
#[derive(Clone, Debug)]
pub struct Landmarks {
    count: Count,
    achievers: Vec<Achievers>,
    accepted: AcceptedSets,
    /// The set of the state at hand.
    current: Vec<u64>,
}

impl Landmarks {
    /// Finds the landmarks of `task`.
    pub fn new(task: &Task, costs: CostKind) -> Self {
        let rules = Rules::new(task);
        let graph = landmark_graph(task, &rules);
        let accepted = AcceptedSets::new(graph.landmarks.len());
        Self {
            count: Count::new(&graph, task, &rules, costs),
            achievers: graph.landmarks.iter().map(|landmark| Achievers::new(landmark, &rules)).collect(),
            current: vec![0; accepted.words()],
            accepted,
        }
    }

    /// The number of landmarks.
    pub fn count(&self) -> usize {
        self.count.len()
    }

    /// Finds the set of a state: from that of its parent, or the one it has already, or from nothing.
    fn progress(&mut self, space: &Space, state: &[u64], id: StateId, parent: Option<StateId>) {
        let Self { count, accepted, current, .. } = self;
        if let Some(before) = parent.and_then(|parent| accepted.get(parent)) {
            count.accept(space, state, before, current);
        } else if let Some(known) = accepted.get(id) {
            current.copy_from_slice(known);
        } else {
            count.accept_initially(space, state, current);
        }
        accepted.set(id, current);
    }

    fn prefer(&self, space: &Space, state: &[u64], estimates: &mut Estimates) {
        for landmark in self.count.open(&self.current) {
            if self.count.is_next(landmark, &self.current) && !self.count.holds(space, state, landmark) {
                let achievers = &self.achievers[landmark as usize];
                achievers.applicable(space, state, &mut |operator| estimates.prefer(operator));
            }
        }
    }
}

impl Heuristic<Space> for Landmarks {
    fn begin_search(&mut self) {
        self.accepted.clear();
    }

    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (id, state, _) in batch.iter() {
            self.progress(space, state, id, batch.parent());
            if estimates.wants_preferred() {
                self.prefer(space, state, estimates);
            }
            estimates.push(self.count.value(space, state, &self.current));
        }
    }
}

fn landmark_graph(task: &Task, rules: &Rules) -> Graph {
    let mut graph = discovery::discover(task, rules, &initial_values(task));
    reasonable::add_reasonable_orders(&mut graph, task, rules);
    graph
}

/// The values of all variables at the start, derived ones included.
fn initial_values(task: &Task) -> Vec<u32> {
    let mut values = task.initial.clone();
    if !task.axioms.is_empty() {
        let space = Space::new(task);
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        space.values(&state, &mut values);
    }
    values
}

#[cfg(test)]
mod tests;
