//! The landmark heuristic: the cost of the landmarks that must still become true.

mod before;
mod count;
mod discovery;
mod graph;
mod progression;
mod reasonable;
mod rules;
mod statuses;
mod transitions;

use search::{Batch, Estimates, Heuristic, StateId, StateSpace, States};
use task::{Fact, Space, Task};

use self::count::Count;
use self::graph::Graph;
use self::progression::Progression;
use self::rules::Rules;
use self::statuses::Statuses;
use crate::CostKind;

/// Estimates that each landmark ahead of a state costs what its cheapest achiever costs. (Richter, Helmert & Westphal,
/// *Landmarks Revisited*, 2008; Richter & Westphal, *The LAMA Planner*, 2010.)
///
/// A landmark is a fact, or a small set of alternative facts, of which one is true at some time in every plan. It is
/// ahead of a state if it was not true on some path to the state, or if it is needed again: because it is a goal that
/// is false, because a landmark that was not true yet needs it immediately before, or because it should come after such
/// a landmark.
///
/// The estimate depends on the paths to a state. It is made when the state is first generated; further paths that the
/// search reports change the sets of landmarks behind and ahead of the state, and so the estimates of its successors.
#[derive(Clone, Debug)]
pub struct Landmarks {
    progression: Progression,
    count: Count,
    statuses: Statuses,
    /// The sets of the state at hand.
    past: Vec<u64>,
    future: Vec<u64>,
}

impl Landmarks {
    /// Finds the landmarks of `task`.
    pub fn new(task: &Task, costs: CostKind) -> Self {
        let rules = Rules::new(task);
        let graph = landmark_graph(task, &rules);
        let statuses = Statuses::new(graph.landmarks.len());
        Self {
            progression: Progression::new(&graph, &rules),
            count: Count::new(&graph, task, &rules, costs),
            past: vec![0; statuses.words()],
            future: vec![0; statuses.words()],
            statuses,
        }
    }

    /// The number of landmarks.
    pub fn count(&self) -> usize {
        self.progression.landmarks()
    }

    /// Records a path to a state: by way of its parent, or the empty one to the state that the search starts from.
    fn progress(&mut self, space: &Space, states: &States, parent: Option<StateId>, id: StateId) {
        let Self { progression, statuses, past, future, .. } = self;
        let state = &states[id];
        match parent {
            Some(parent) => progression.step(space, statuses.get(parent), state, past, future),
            None => progression.begin(space, state, past, future),
        }
        statuses.merge(id, past, future);
        // The past is now what all known paths share; that may make more landmarks future.
        past.copy_from_slice(statuses.get(id).past);
        future.copy_from_slice(statuses.get(id).future);
        progression.complete(space, state, past, future);
        statuses.merge(id, past, future);
    }
}

impl Heuristic<Space> for Landmarks {
    fn begin_search(&mut self) {
        self.statuses.clear();
    }

    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        let parent = batch.parent().filter(|&parent| self.statuses.has(parent));
        for (id, state, _) in batch.iter() {
            if batch.parent().is_some() || !self.statuses.has(id) {
                self.progress(space, batch.states(), parent, id);
            }
            estimates.push(self.count.value(space, state, self.statuses.get(id)));
        }
    }

    fn depends_on_path(&self) -> bool {
        true
    }

    fn effort(&self) -> u64 {
        10 + self.count() as u64 / 4
    }

    fn meet_again(&mut self, space: &Space, states: &States, parent: StateId, id: StateId) {
        if self.statuses.has(parent) {
            self.progress(space, states, Some(parent), id);
        }
    }
}

/// The pairs of goals of which the first had better be achieved before the second: otherwise the second would have to be
/// achieved again, or can't be achieved at all. Pairs may contradict each other.
pub fn goal_orders(task: &Task) -> Vec<(Fact, Fact)> {
    let rules = Rules::new(task);
    let graph = landmark_graph(task, &rules);
    let goal = |id| {
        let landmark = &graph.landmarks[id as usize];
        landmark.single_fact().filter(|_| landmark.is_goal).map(|fact| rules.fact(fact))
    };
    graph.orders().filter_map(|(first, second, _)| Some((goal(first)?, goal(second)?))).collect()
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
