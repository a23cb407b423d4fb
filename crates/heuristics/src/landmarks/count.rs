//! What is still to be done, by the landmarks accepted so far.

use search::Estimate;
use task::{Fact, Rows, Space, Task};

use super::accepted::{contains, insert, members};
use super::graph::{Graph, Order};
use super::rules::{RuleId, Rules};
use crate::CostKind;

/// Landmarks in the form in which they are counted.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// The facts of each landmark.
    facts: Rows<Fact>,
    /// What each costs until it is accepted.
    first_costs: Vec<u32>,
    /// What each costs when it is needed again.
    later_costs: Vec<u32>,
    is_goal: Vec<bool>,
    /// What is to be accepted before each.
    predecessors: Rows<u32>,
    /// The landmarks that need each immediately before.
    greedy_successors: Rows<u32>,
    goal: Vec<Fact>,
    /// Goals that nothing makes true.
    irretrievable: Vec<Fact>,
}

impl Count {
    pub(super) fn new(graph: &Graph, task: &Task, rules: &Rules, costs: CostKind) -> Self {
        let costs = Costs::new(task, rules, costs);
        let facts: Rows<Fact> = graph
            .landmarks
            .iter()
            .map(|landmark| landmark.facts.iter().map(|&fact| rules.fact(fact)))
            .collect();
        let is_derived = |fact: &Fact| task.variables.layers[fact.variable as usize].is_some();
        let achievers = |fact: Fact| &rules.achievers[task.variables.fact_index(fact)];
        let later_costs: Vec<u32> = facts
            .iter()
            .map(|facts| {
                costs.cheapest(facts.iter().flat_map(|&fact| achievers(fact))).unwrap_or(costs.of_axioms)
            })
            .collect();
        let first_costs = graph.landmarks.iter().zip(&later_costs);
        Self {
            first_costs: first_costs
                .map(|(landmark, &later)| costs.cheapest(&landmark.first_achievers).unwrap_or(later))
                .collect(),
            later_costs,
            is_goal: graph.landmarks.iter().map(|landmark| landmark.is_goal).collect(),
            predecessors: predecessors(graph, |landmark| facts[landmark as usize].iter().any(is_derived)),
            greedy_successors: greedy_successors(graph),
            irretrievable: {
                let goal = task.goal.iter().copied();
                goal.filter(|fact| !is_derived(fact) && achievers(*fact).is_empty()).collect()
            },
            goal: task.goal.clone(),
            facts,
        }
    }

    /// The number of landmarks.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn holds(&self, space: &Space, state: &[u64], landmark: u32) -> bool {
        self.facts[landmark as usize].iter().any(|&fact| is_true(space, state, fact))
    }

    /// The landmarks that are not accepted.
    pub(super) fn open(&self, accepted: &[u64]) -> impl Iterator<Item = u32> {
        let all = self.len() as u32;
        members(accepted.iter().map(|word| !word)).take_while(move |&landmark| landmark < all)
    }

    /// Has all been accepted that should come before?
    pub(super) fn is_next(&self, landmark: u32, accepted: &[u64]) -> bool {
        self.predecessors[landmark as usize].iter().all(|&before| contains(accepted, before))
    }

    /// Accepts in a state what is true there and was next on the way to it.
    pub(super) fn accept(&self, space: &Space, state: &[u64], before: &[u64], after: &mut [u64]) {
        after.copy_from_slice(before);
        for landmark in self.open(before) {
            if self.holds(space, state, landmark) && self.is_next(landmark, before) {
                insert(after, landmark);
            }
        }
    }

    /// Accepts what is true in a state that nothing is known about the way to.
    pub(super) fn accept_initially(&self, space: &Space, state: &[u64], accepted: &mut [u64]) {
        accepted.fill(0);
        let mut before = accepted.to_vec();
        loop {
            self.accept(space, state, &before, accepted);
            if before == accepted {
                break;
            }
            before.copy_from_slice(accepted);
        }
    }

    /// The cost of what is open or needed again.
    pub(super) fn value(&self, space: &Space, state: &[u64], accepted: &[u64]) -> Estimate {
        if !self.irretrievable.iter().all(|&fact| is_true(space, state, fact)) {
            return Estimate::DEAD_END;
        }
        if self.goal.iter().all(|&fact| is_true(space, state, fact)) {
            return Estimate::new(0.0);
        }
        let open = self.open(accepted).map(|landmark| u64::from(self.first_costs[landmark as usize]));
        let again = members(accepted.iter().copied())
            .filter(|&landmark| {
                !self.holds(space, state, landmark) && self.is_needed_again(landmark, accepted)
            })
            .map(|landmark| u64::from(self.later_costs[landmark as usize]));
        Estimate::from_cost(open.sum::<u64>() + again.sum::<u64>())
    }

    fn is_needed_again(&self, landmark: u32, accepted: &[u64]) -> bool {
        let is_open = |&after: &u32| !contains(accepted, after);
        self.is_goal[landmark as usize] || self.greedy_successors[landmark as usize].iter().any(is_open)
    }
}

fn is_true(space: &Space, state: &[u64], fact: Fact) -> bool {
    space.value(state, fact.variable) == fact.value
}

/// What rules cost.
struct Costs<'a> {
    rules: &'a Rules,
    of_operators: Vec<u32>,
    /// An axiom is free, but what it derives was false until some operator was applied.
    of_axioms: u32,
}

impl<'a> Costs<'a> {
    fn new(task: &Task, rules: &'a Rules, costs: CostKind) -> Self {
        let of_operators = costs.costs(task);
        let of_axioms = of_operators.iter().copied().min().unwrap_or(1);
        Self { rules, of_operators, of_axioms }
    }

    fn cheapest<'r>(&self, rules: impl IntoIterator<Item = &'r RuleId>) -> Option<u32> {
        let operators = rules.into_iter().map(|&rule| self.rules.operator(rule));
        operators.map(|operator| operator.map_or(self.of_axioms, |o| self.of_operators[o as usize])).min()
    }
}

/// What is to be accepted before each landmark. Certain orders between facts that may become true at the same time
/// are left out: there is nothing to wait for.
fn predecessors(graph: &Graph, is_derived: impl Fn(u32) -> bool) -> Rows<u32> {
    let mut predecessors = vec![Vec::new(); graph.landmarks.len()];
    for (first, second, order) in graph.orders() {
        let may_coincide = match order {
            Order::Reasonable => false,
            Order::Natural => true,
            Order::GreedyNecessary => is_derived(second),
        };
        if !may_coincide {
            predecessors[second as usize].push(first);
        }
    }
    predecessors.into_iter().collect()
}

fn greedy_successors(graph: &Graph) -> Rows<u32> {
    let mut successors = vec![Vec::new(); graph.landmarks.len()];
    for (first, second, order) in graph.orders() {
        if order == Order::GreedyNecessary {
            successors[first as usize].push(second);
        }
    }
    successors.into_iter().collect()
}
