//! Finding landmarks, from the goal backwards.
//!
//! After Hoffmann, Porteous & Sebastia, *Ordered Landmarks in Planning* (2004), and Richter, Helmert & Westphal,
//! *Landmarks Revisited* (2008): a condition shared by all rules that may make a landmark true for the first time is
//! itself a landmark, and comes before it.

use std::collections::HashMap;
use std::ops::Range;

use task::Task;

use super::before::Before;
use super::graph::{Graph, Landmark, LandmarkId, Order};
use super::rules::{FactId, RuleId, Rules};
use super::transitions::Transitions;

/// Sets of alternatives larger than this say too little.
const MOST_ALTERNATIVES: usize = 4;

/// Beyond this many steps of work, landmarks are no longer traced back. (Steps are counted rather than timed, so that
/// the landmarks found do not depend on the machine.)
const MOST_WORK: u64 = 400_000_000;

/// Landmarks with all orders that are certain. `initial` are the values of all variables at the start, derived ones
/// included.
pub(super) fn discover(task: &Task, rules: &Rules, initial: &[u32]) -> Graph {
    let mut discovery = Discovery::new(task, rules, initial);
    for &fact in &task.goal {
        let goal = discovery.add_fact(task.variables.fact_index(fact) as FactId);
        discovery.graph.landmarks[goal as usize].is_goal = true;
    }
    let mut next = 0;
    while next < discovery.graph.landmarks.len() {
        discovery.trace_back(next as LandmarkId);
        next += 1;
    }
    discovery.add_orders_by_dependence();
    discovery.graph.compacted()
}

struct Discovery<'a> {
    task: &'a Task,
    rules: &'a Rules,
    before: Before<'a>,
    transitions: Transitions,
    initial: &'a [u32],
    /// Which facts may be alternatives to each other.
    kinds: Vec<Option<u32>>,
    graph: Graph,
    /// The landmark that each fact is part of.
    landmark_of: Vec<Option<LandmarkId>>,
    /// For each landmark, the facts that need it to be true first.
    dependents: Vec<Vec<FactId>>,
    work: u64,
}

impl<'a> Discovery<'a> {
    fn new(task: &'a Task, rules: &'a Rules, initial: &'a [u32]) -> Self {
        let is_true = |fact: &FactId| {
            let fact = rules.fact(*fact);
            initial[fact.variable as usize] == fact.value || is_default(task, fact)
        };
        let true_at_first: Vec<FactId> = (0..rules.fact_count() as FactId).filter(is_true).collect();
        Self {
            task,
            rules,
            before: Before::new(rules, &true_at_first, task.operators.len()),
            transitions: Transitions::new(task, rules),
            initial,
            kinds: kinds(task),
            graph: Graph::default(),
            landmark_of: vec![None; rules.fact_count()],
            dependents: Vec::new(),
            work: 0,
        }
    }

    fn is_initial(&self, fact: FactId) -> bool {
        let fact = self.rules.fact(fact);
        self.initial[fact.variable as usize] == fact.value
    }

    /// The facts of a variable.
    fn values_of(&self, variable: u32) -> Range<FactId> {
        let offsets = &self.task.variables.fact_offsets;
        offsets[variable as usize]..offsets[variable as usize + 1]
    }

    fn add(&mut self, facts: Vec<FactId>) -> LandmarkId {
        let is_initial = facts.iter().any(|&fact| self.is_initial(fact));
        let landmark = Landmark { facts, is_goal: false, is_initial, first_achievers: Vec::new() };
        let id = self.graph.landmarks.len() as LandmarkId;
        for &fact in &landmark.facts {
            self.landmark_of[fact as usize] = Some(id);
        }
        self.dependents.push(Vec::new());
        self.graph.push(landmark)
    }

    /// The landmark of one fact. A landmark that has the fact as one of several alternatives is weaker: it is dropped.
    fn add_fact(&mut self, fact: FactId) -> LandmarkId {
        if let Some(known) = self.landmark_of[fact as usize] {
            let landmark = &mut self.graph.landmarks[known as usize];
            if landmark.single_fact().is_some() {
                return known;
            }
            for alternative in std::mem::take(&mut landmark.facts) {
                self.landmark_of[alternative as usize] = None;
            }
        }
        self.add(vec![fact])
    }

    /// The landmark of these alternatives, unless one of them belongs to another landmark.
    fn add_alternatives(&mut self, facts: Vec<FactId>) -> Option<LandmarkId> {
        let mut known = facts.iter().filter_map(|&fact| self.landmark_of[fact as usize]);
        match known.next() {
            None => Some(self.add(facts)),
            Some(known) => (self.graph.landmarks[known as usize].facts == facts).then_some(known),
        }
    }

    /// Adds the landmarks that must be true before this one.
    fn trace_back(&mut self, id: LandmarkId) {
        let landmark = &self.graph.landmarks[id as usize];
        if landmark.is_initial {
            return;
        }
        let facts = landmark.facts.clone();
        if facts.iter().any(|&fact| is_default(self.task, self.rules.fact(fact))) {
            if let [fact] = facts[..] {
                self.add_refutations(id, fact);
            }
            return;
        }
        let achievers = facts.iter().flat_map(|&fact| &self.rules.achievers[fact as usize]).copied();
        let mut achievers: Vec<RuleId> = achievers.collect();
        if self.before.work() + self.work < MOST_WORK {
            self.before.exclude(&facts);
            achievers.retain(|&rule| self.before.allows(rule));
            self.work += achievers.len() as u64;
            self.add_shared_conditions(id, &achievers);
            self.add_shared_alternatives(id, &achievers);
            self.dependents[id as usize] = self.before.lost().collect();
            if let [fact] = facts[..] {
                self.add_passed_values(id, fact);
            }
        }
        achievers.sort_unstable();
        achievers.dedup();
        self.graph.landmarks[id as usize].first_achievers = achievers;
    }

    fn add_shared_conditions(&mut self, id: LandmarkId, achievers: &[RuleId]) {
        let Some((&first, others)) = achievers.split_first() else { return };
        let mut shared = self.rules.conditions[first as usize].to_vec();
        for &rule in others {
            shared.retain(|fact| self.rules.conditions[rule as usize].contains(fact));
            if shared.is_empty() {
                return;
            }
        }
        for fact in shared {
            let before = self.add_fact(fact);
            self.graph.order(before, id, Order::GreedyNecessary);
        }
    }

    fn add_shared_alternatives(&mut self, id: LandmarkId, achievers: &[RuleId]) {
        let Some(&first) = achievers.first() else { return };
        let mut kinds: Vec<u32> = Vec::new();
        for kind in self.rules.conditions[first as usize].iter().filter_map(|&fact| self.kinds[fact as usize])
        {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        // Of overlapping alternatives the first ones stay. In Fast Downward, those by the last conditions come first: there, boxes are traced back
        // before the robot that pushes them, and where it has to stand tells more by the push than by its way there.
        for kind in kinds.into_iter().rev() {
            if let Some(facts) = self.alternatives(kind, achievers)
                && facts.len() > 1
                && let Some(before) = self.add_alternatives(facts)
            {
                self.graph.order(before, id, Order::GreedyNecessary);
            }
        }
    }

    /// Is a fact a landmark by itself?
    fn is_landmark(&self, fact: FactId) -> bool {
        let landmark = self.landmark_of[fact as usize].map(|id| &self.graph.landmarks[id as usize]);
        landmark.is_some_and(|landmark| landmark.facts.len() == 1)
    }

    /// The conditions of a kind that are no landmarks by themselves, if every achiever has one, there are few, and none
    /// holds initially.
    fn alternatives(&self, kind: u32, achievers: &[RuleId]) -> Option<Vec<FactId>> {
        let mut facts: Vec<FactId> = Vec::new();
        for &rule in achievers {
            let mut has_one = false;
            for &fact in &self.rules.conditions[rule as usize] {
                if self.kinds[fact as usize] == Some(kind) && !self.is_landmark(fact) {
                    has_one = true;
                    if !facts.contains(&fact) {
                        facts.push(fact);
                    }
                }
            }
            if !has_one || facts.len() > MOST_ALTERNATIVES {
                return None;
            }
        }
        facts.sort_unstable();
        (!facts.iter().any(|&fact| self.is_initial(fact))).then_some(facts)
    }

    /// Adds landmarks for a derived variable to have its default value: of each of its axioms, some condition must be false.
    fn add_refutations(&mut self, id: LandmarkId, default: FactId) {
        let rules = self.rules;
        for &axiom in
            self.values_of(rules.fact(default).variable).flat_map(|fact| &rules.achievers[fact as usize])
        {
            let alternatives = self.refutations(axiom);
            if alternatives.len() <= MOST_ALTERNATIVES
                && !alternatives.iter().any(|&fact| self.is_initial(fact))
            {
                let before = match alternatives[..] {
                    [] => None,
                    [fact] => Some(self.add_fact(fact)),
                    _ => self.add_alternatives(alternatives),
                };
                if let Some(before) = before {
                    self.graph.order(before, id, Order::GreedyNecessary);
                }
            }
        }
    }

    /// The facts of which one is true if the conditions of a rule are not.
    fn refutations(&self, rule: RuleId) -> Vec<FactId> {
        let conditions = self.rules.conditions[rule as usize].iter();
        let others = conditions.flat_map(|&condition| {
            let values = self.values_of(self.rules.fact(condition).variable);
            values.filter(move |&other| other != condition)
        });
        others.take(MOST_ALTERNATIVES + 1).collect()
    }

    /// Adds the values that a variable must take on before it has that of the landmark.
    fn add_passed_values(&mut self, id: LandmarkId, fact: FactId) {
        let end = self.rules.fact(fact);
        if self.task.variables.layers[end.variable as usize].is_some() {
            return;
        }
        self.work += self.transitions.count(end.variable) as u64;
        let start = self.initial[end.variable as usize];
        let size = self.task.variables.domain_size(end.variable as usize);
        let allows = |rule| self.before.allows(rule);
        let passed = self.transitions.passed_values(end.variable, (start, end.value), size, allows);
        let offset = self.task.variables.fact_offsets[end.variable as usize];
        for value in passed {
            let before = self.add_fact(offset + value);
            self.graph.order(before, id, Order::Natural);
        }
    }

    /// Orders a landmark before those that need it to be true first, unless something makes both true at once.
    fn add_orders_by_dependence(&mut self) {
        let mut achieves: Vec<Option<LandmarkId>> = vec![None; self.rules.len()];
        for id in 0..self.graph.landmarks.len() as LandmarkId {
            let dependents = std::mem::take(&mut self.dependents[id as usize]);
            for &fact in &self.graph.landmarks[id as usize].facts {
                for &rule in &self.rules.achievers[fact as usize] {
                    achieves[self.rules.first_of_operator(rule) as usize] = Some(id);
                }
            }
            for fact in dependents {
                let Some(after) = self.landmark_of[fact as usize] else { continue };
                let mut achievers = self.rules.achievers[fact as usize].iter();
                let together =
                    |&rule: &RuleId| achieves[self.rules.first_of_operator(rule) as usize] == Some(id);
                if self.graph.landmarks[after as usize].single_fact() == Some(fact)
                    && !achievers.any(together)
                {
                    self.graph.order(id, after, Order::Natural);
                }
            }
        }
    }
}

/// Is this the default value of a derived variable, which it has unless an axiom derives the other?
fn is_default(task: &Task, fact: task::Fact) -> bool {
    let variable = fact.variable as usize;
    task.variables.layers[variable].is_some() && task.initial[variable] == fact.value
}

/// The kind of each fact: atoms of the same predicate are of one kind, negated ones included.
fn kinds(task: &Task) -> Vec<Option<u32>> {
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let kind = |name| {
        let atom = str::strip_prefix(name, "Negated").unwrap_or(name);
        let (predicate, _) = str::strip_prefix(atom, "Atom ")?.split_once('(')?;
        let next = numbers.len() as u32;
        Some(*numbers.entry(predicate).or_insert(next))
    };
    task.variables.fact_names.iter().map(kind).collect()
}
