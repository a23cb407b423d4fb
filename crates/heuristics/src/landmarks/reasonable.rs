//! Reasonable orders: a plan may break them, but then has to make a landmark true once more.
//!
//! After Hoffmann, Porteous & Sebastia, *Ordered Landmarks in Planning* (2004): if making one landmark true makes
//! another one false that is needed later, the other one should come second.

use task::{Rows, Task};

use super::graph::{Graph, Landmark, LandmarkId, Order};
use super::rules::{FactId, RuleId, Rules};

/// Adds reasonable orders to a graph of certain ones. They may form cycles, which does no harm: each order only says by
/// itself that its second landmark is needed after the first.
pub(super) fn add_reasonable_orders(graph: &mut Graph, task: &Task, rules: &Rules) {
    let mut conflicts = Conflicts::new(graph, task, rules);
    let neighbours = Neighbours::new(graph);
    let is_single = |&id: &LandmarkId| graph.landmarks[id as usize].single_fact().is_some();
    let singles: Vec<LandmarkId> = (0..graph.landmarks.len() as LandmarkId).filter(is_single).collect();
    let mut found: Vec<(LandmarkId, LandmarkId)> = Vec::new();
    for &second in &singles {
        let landmark = &graph.landmarks[second as usize];
        let Some(fact) = landmark.single_fact() else { continue };
        let candidates = if landmark.is_goal { singles.clone() } else { neighbours.rivals(second) };
        if candidates.is_empty() {
            continue;
        }
        conflicts.look_at(fact);
        let destroys = |&first: &LandmarkId| first != second && conflicts.destroys(first);
        found.extend(candidates.into_iter().filter(destroys).map(|first| (first, second)));
    }
    for (first, second) in found {
        graph.order(first, second, Order::Reasonable);
    }
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
        let mut found: Vec<LandmarkId> = Vec::new();
        for &after in &self.greedy_successors[id as usize] {
            for &before in &self.predecessors[after as usize] {
                if before != id && !std::mem::replace(&mut is_seen[before as usize], true) {
                    found.push(before);
                }
            }
        }
        let mut next = 0;
        while let Some(&after) = found.get(next) {
            next += 1;
            for &before in &self.predecessors[after as usize] {
                if !std::mem::replace(&mut is_seen[before as usize], true) {
                    found.push(before);
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
    /// For each landmark, the facts that become true whenever it does.
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
            company: graph.landmarks.iter().map(|landmark| company(landmark, rules)).collect(),
            excluded_by: vec![None; rules.fact_count()],
            fact: 0,
        }
    }

    /// Sets the fact to look at.
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

/// The facts that become true whenever a landmark does, the landmark's own among them.
fn company(landmark: &Landmark, rules: &Rules) -> Vec<FactId> {
    let Some(fact) = landmark.single_fact() else { return Vec::new() };
    let Some((&first, others)) = rules.achievers[fact as usize].split_first() else { return vec![fact] };
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
