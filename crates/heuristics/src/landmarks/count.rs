//! The cost of the landmarks ahead of a state.

use search::Estimate;
use task::{Fact, Space, Task};

use super::graph::Graph;
use super::rules::{RuleId, Rules};
use super::statuses::{Status, contains, members};
use crate::CostKind;

/// The costs of landmarks.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// The cost of each until it is true for the first time: that of its cheapest first achiever.
    first_costs: Vec<u32>,
    /// The cost of each when it is needed again: that of its cheapest achiever.
    later_costs: Vec<u32>,
    goal: Vec<Fact>,
    /// Goals that no rule makes true: once false, they stay false.
    irretrievable: Vec<Fact>,
}

impl Count {
    pub(super) fn new(graph: &Graph, task: &Task, rules: &Rules, costs: CostKind) -> Self {
        let costs = Costs::new(task, rules, costs);
        let later_costs: Vec<u32> = graph
            .landmarks
            .iter()
            .map(|landmark| {
                let achievers = landmark.facts.iter().flat_map(|&fact| &rules.achievers[fact as usize]);
                costs.cheapest(achievers).unwrap_or(costs.of_axioms)
            })
            .collect();
        let first_costs = graph.landmarks.iter().zip(&later_costs);
        let is_derived = |fact: &Fact| task.variables.layers[fact.variable as usize].is_some();
        let has_achievers = |fact: &Fact| !rules.achievers[task.variables.fact_index(*fact)].is_empty();
        Self {
            first_costs: first_costs
                .map(|(landmark, &later)| costs.cheapest(&landmark.first_achievers).unwrap_or(later))
                .collect(),
            later_costs,
            irretrievable: {
                let goal = task.goal.iter().copied();
                goal.filter(|fact| !is_derived(fact) && !has_achievers(fact)).collect()
            },
            goal: task.goal.clone(),
        }
    }

    /// The cost of the landmarks ahead of a state.
    pub(super) fn value(&self, space: &Space, state: &[u64], status: Status) -> Estimate {
        let is_true = |fact: &Fact| space.value(state, fact.variable) == fact.value;
        if !self.irretrievable.iter().all(is_true) {
            return Estimate::DEAD_END;
        }
        if self.goal.iter().all(is_true) {
            return Estimate::new(0.0);
        }
        let costs = members(status.future).map(|landmark| {
            let is_past = contains(status.past, landmark);
            u64::from(if is_past { &self.later_costs } else { &self.first_costs }[landmark as usize])
        });
        Estimate::from_cost(costs.sum())
    }
}

/// The costs of rules.
struct Costs<'a> {
    rules: &'a Rules,
    of_operators: Vec<u32>,
    /// An axiom is free, but a derived fact becomes true only after some operator was applied: the cost of the cheapest.
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
