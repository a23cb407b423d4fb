//! Landmark progression: how the past and future landmarks of a state follow from those of its parent.
//!
//! After Büchner, Keller, Eriksson & Helmert, *Landmark Progression in Heuristic Search* (2023), as implemented in the
//! Fast Downward of up-fast-downward 1.0.0.

use task::{Fact, Rows, Space};

use super::graph::{Graph, Order};
use super::rules::Rules;
use super::statuses::{Status, contains, insert, members};

/// How the past and the future of a state follow from those of the state before it.
#[derive(Clone, Debug)]
pub(super) struct Progression {
    /// The facts of each landmark.
    facts: Rows<Fact>,
    /// The landmarks that are goals.
    goals: Vec<u32>,
    /// The landmarks that others need immediately before them, and which others these are.
    needed: Vec<u32>,
    needed_by: Rows<u32>,
    /// The landmarks that should come after others, and which others these are.
    later: Vec<u32>,
    earlier: Rows<u32>,
}

impl Progression {
    pub(super) fn new(graph: &Graph, rules: &Rules) -> Self {
        let facts =
            graph.landmarks.iter().map(|landmark| landmark.facts.iter().map(|&fact| rules.fact(fact)));
        let is_goal = |&landmark: &u32| graph.landmarks[landmark as usize].is_goal;
        let of_order = |wanted: Order| graph.orders().filter(move |&(.., order)| order == wanted);
        let (needed, needed_by) =
            grouped(of_order(Order::GreedyNecessary).map(|(first, second, _)| (first, second)).collect());
        let (later, earlier) =
            grouped(of_order(Order::Reasonable).map(|(first, second, _)| (second, first)).collect());
        Self {
            facts: facts.collect(),
            goals: (0..graph.landmarks.len() as u32).filter(is_goal).collect(),
            needed,
            needed_by,
            later,
            earlier,
        }
    }

    /// The number of landmarks.
    pub(super) fn landmarks(&self) -> usize {
        self.facts.len()
    }

    fn holds(&self, space: &Space, state: &[u64], landmark: u32) -> bool {
        self.facts[landmark as usize].iter().any(|fact| space.value(state, fact.variable) == fact.value)
    }

    /// Writes the past and future of a state that a search starts from.
    pub(super) fn begin(&self, space: &Space, state: &[u64], past: &mut [u64], future: &mut [u64]) {
        past.fill(0);
        future.fill(0);
        for landmark in 0..self.landmarks() as u32 {
            let set = if self.holds(space, state, landmark) { &mut *past } else { &mut *future };
            insert(set, landmark);
        }
        self.wait_for_earlier(past, future);
    }

    /// Writes the past and future of a state from those of its parent: future landmarks that hold now become past, the
    /// others stay future.
    pub(super) fn step(
        &self,
        space: &Space,
        before: Status,
        state: &[u64],
        past: &mut [u64],
        future: &mut [u64],
    ) {
        past.copy_from_slice(before.past);
        future.fill(0);
        for landmark in members(before.future) {
            let set = if self.holds(space, state, landmark) { &mut *past } else { &mut *future };
            insert(set, landmark);
        }
    }

    /// Adds the landmarks to the future of a state that follow from its past: a goal that is false is needed again, and
    /// so is a landmark that is false and needed immediately before one that is not past; and a landmark that should
    /// come after one that is not past is needed after it.
    pub(super) fn complete(&self, space: &Space, state: &[u64], past: &[u64], future: &mut [u64]) {
        for &goal in &self.goals {
            if !contains(future, goal) && !self.holds(space, state, goal) {
                insert(future, goal);
            }
        }
        for (&landmark, others) in self.needed.iter().zip(self.needed_by.iter()) {
            if !contains(future, landmark)
                && others.iter().any(|&other| !contains(past, other))
                && !self.holds(space, state, landmark)
            {
                insert(future, landmark);
            }
        }
        self.wait_for_earlier(past, future);
    }

    fn wait_for_earlier(&self, past: &[u64], future: &mut [u64]) {
        for (&landmark, others) in self.later.iter().zip(self.earlier.iter()) {
            if others.iter().any(|&other| !contains(past, other)) {
                insert(future, landmark);
            }
        }
    }
}

/// The first numbers of pairs, ascending and once each, and for each the second ones that go with it.
fn grouped(mut pairs: Vec<(u32, u32)>) -> (Vec<u32>, Rows<u32>) {
    pairs.sort_unstable();
    let groups = || pairs.chunk_by(|a, b| a.0 == b.0);
    let firsts = groups().map(|group| group[0].0).collect();
    (firsts, groups().map(|group| group.iter().map(|pair| pair.1)).collect())
}
