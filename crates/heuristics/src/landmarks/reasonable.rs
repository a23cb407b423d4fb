//! Orders that a plan may break, but had better keep.
//!
//! After Hoffmann, Porteous & Sebastia, *Ordered Landmarks in Planning* (2004): if making one landmark true makes
//! another one false that is needed later, the other one should come second.

use task::{Rows, Task};

use super::acyclic::Acyclic;
use super::graph::{Graph, LandmarkId, Order};
use super::rules::{FactId, RuleId, Rules};

/// Adds reasonable orders to a graph of certain ones. Orders that would close a cycle are left out.
pub(super) fn add_reasonable_orders(graph: &mut Graph, task: &Task, rules: &Rules) {
    let mut conflicts = Conflicts::new(graph, task, rules);
    let goals = single_goals(graph);
    let neighbours = Neighbours::new(graph);
    let mut found: Vec<(LandmarkId, LandmarkId)> = Vec::new();
    for second in 0..graph.landmarks.len() as LandmarkId {
        let landmark = &graph.landmarks[second as usize];
        let Some(fact) = landmark.single_fact() else { continue };
        let candidates = if landmark.is_goal { goals.clone() } else { neighbours.rivals(second) };
        if candidates.is_empty() {
            continue;
        }
        conflicts.look_at(fact);
        let destroys = |&first: &LandmarkId| first != second && conflicts.destroys(first);
        found.extend(candidates.into_iter().filter(destroys).map(|first| (first, second)));
    }
    for &(first, second) in &found {
        graph.order(first, second, Order::Reasonable);
    }
    break_cycles(graph);
}

fn single_goals(graph: &Graph) -> Vec<LandmarkId> {
    let is_goal = |&id: &LandmarkId| graph.landmarks[id as usize].is_goal;
    (0..graph.landmarks.len() as LandmarkId).filter(is_goal).collect()
}

/// Keeps the strongest orders that have no cycle among them.
fn break_cycles(graph: &mut Graph) {
    let mut orders: Vec<(LandmarkId, LandmarkId, Order)> = graph.orders().collect();
    orders.sort_by_key(|&(_, _, order)| std::cmp::Reverse(order));
    let mut acyclic = Acyclic::new(graph.landmarks.len());
    orders.retain(|&(first, second, _)| !acyclic.insert(first, second));
    let mut dropped: Vec<_> = orders.into_iter().map(|(first, second, _)| (first, second)).collect();
    dropped.sort_unstable();
    graph.retain_orders(|first, second| dropped.binary_search(&(first, second)).is_err());
}

/// The certain orders of each landmark.
struct Neighbours {
    predecessors: Vec<Vec<LandmarkId>>,
    /// Those that need it immediately before.
    greedy_successors: Vec<Vec<LandmarkId>>,
}

impl Neighbours {
    fn new(graph: &Graph) -> Self {
        let mut predecessors = vec![Vec::new(); graph.landmarks.len()];
        let mut greedy_successors = vec![Vec::new(); graph.landmarks.len()];
        for (first, second, order) in graph.orders() {
            predecessors[second as usize].push(first);
            if order == Order::GreedyNecessary {
                greedy_successors[first as usize].push(second);
            }
        }
        Self { predecessors, greedy_successors }
    }

    /// The landmarks that must be true before one that needs `id` immediately before.
    fn rivals(&self, id: LandmarkId) -> Vec<LandmarkId> {
        let mut is_seen = vec![false; self.predecessors.len()];
        is_seen[id as usize] = true;
        let mut found: Vec<LandmarkId> = Vec::new();
        let mut pending = self.greedy_successors[id as usize].clone();
        while let Some(after) = pending.pop() {
            for &before in &self.predecessors[after as usize] {
                if !std::mem::replace(&mut is_seen[before as usize], true) {
                    found.push(before);
                    pending.push(before);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// Which landmarks cannot be made true without making a given fact false.
struct Conflicts<'a> {
    task: &'a Task,
    rules: &'a Rules,
    /// For each fact, the mutex groups it is in.
    groups: Vec<Vec<u32>>,
    /// For each landmark, facts that are true when it becomes true or immediately before.
    company: Rows<FactId>,
    /// For each fact: the fact looked at when they were last found to exclude each other.
    excluded_by: Vec<Option<FactId>>,
    fact: FactId,
}

impl<'a> Conflicts<'a> {
    fn new(graph: &Graph, task: &'a Task, rules: &'a Rules) -> Self {
        let mut groups = vec![Vec::new(); rules.fact_count()];
        for (number, group) in task.mutex_groups.iter().enumerate() {
            for &fact in group {
                groups[task.variables.fact_index(fact)].push(number as u32);
            }
        }
        Self {
            task,
            rules,
            groups,
            company: company(graph, rules),
            excluded_by: vec![None; rules.fact_count()],
            fact: 0,
        }
    }

    /// Turns to another fact.
    fn look_at(&mut self, fact: FactId) {
        self.fact = fact;
        let variable = self.rules.fact(fact).variable as usize;
        let offsets = &self.task.variables.fact_offsets;
        for other in offsets[variable]..offsets[variable + 1] {
            self.excluded_by[other as usize] = Some(fact);
        }
        for &group in &self.groups[fact as usize] {
            for &other in &self.task.mutex_groups[group as usize] {
                self.excluded_by[self.task.variables.fact_index(other)] = Some(fact);
            }
        }
        self.excluded_by[fact as usize] = None;
    }

    /// Does making a landmark true make the fact looked at false?
    fn destroys(&self, landmark: LandmarkId) -> bool {
        let mut company = self.company[landmark as usize].iter();
        company.any(|&other| self.excluded_by[other as usize] == Some(self.fact))
    }
}

fn company(graph: &Graph, rules: &Rules) -> Rows<FactId> {
    let mut company: Vec<Vec<FactId>> =
        graph.landmarks.iter().map(|landmark| shared_effects(landmark, rules)).collect();
    for (first, second, order) in graph.orders() {
        if order == Order::GreedyNecessary {
            company[second as usize].extend(graph.landmarks[first as usize].single_fact());
        }
    }
    company.into_iter().collect()
}

/// The facts that all operators make true that make a landmark true, the landmark's own among them.
fn shared_effects(landmark: &super::graph::Landmark, rules: &Rules) -> Vec<FactId> {
    let Some(fact) = landmark.single_fact() else { return Vec::new() };
    let achievers =
        if landmark.is_initial { &rules.achievers[fact as usize] } else { &landmark.first_achievers[..] };
    let Some((&first, others)) = achievers.split_first() else { return vec![fact] };
    let mut shared = effects_with(rules, first);
    for &rule in others {
        if shared.len() == 1 {
            break;
        }
        let effects = effects_with(rules, rule);
        shared.retain(|effect| effects.contains(effect));
    }
    shared
}

/// The effects of a rule, and those that its operator has in any case.
fn effects_with(rules: &Rules, rule: RuleId) -> Vec<FactId> {
    let mut effects = rules.effects[rule as usize].to_vec();
    if let Some(operator) = rules.operator(rule) {
        effects.extend(
            rules.sure_effects(operator).iter().filter(|_| rule != rules.of_operator(operator).start),
        );
    }
    effects
}
