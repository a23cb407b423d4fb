//! Relaxed reachability: all facts and actions that could be reached if nothing ever became false.

use super::join::{Join, World};
use super::join_plan::{JoinPlan, Sizes};
use super::rule::{Rule, RuleAtom};
use super::rules::Rules;
use crate::relation::Relation;
use pddl::Term;
use rustc_hash::FxHashMap;
use search::{Budget, Exhausted, Work};
use std::collections::VecDeque;

/// Runs rules to their fixed point.
///
/// Tuples are processed one at a time, and a rule's join is set off by each growing atom of its body in turn
/// (semi-naive evaluation), so that every instance is found exactly once: when the last of its tuples is processed.
pub(super) struct Reachability {
    pub world: World,
    pub rules: Vec<Rule>,
    /// By relation.
    triggers: Vec<Triggers>,
    /// By rule: the join over all tuples so far, for rules that have no growing atom with variables to set them off, or
    /// that wait for ground atoms first.
    whole_joins: Vec<Option<JoinPlan>>,
    waiting: Waiting,
    sizes: Sizes,
}

/// The joins that a new tuple sets off.
#[derive(Default)]
struct Triggers {
    /// Those that any tuple sets off.
    general: Vec<JoinPlan>,
    /// Those that need a certain object at a certain position: there can be thousands of them in domains that are given ground.
    by_object: FxHashMap<(usize, u32), Vec<JoinPlan>>,
    /// The positions that occur in `by_object`.
    positions: Vec<usize>,
}

/// Rules wait until all body atoms without variables are reached, and are joined only then: a join for each of these
/// atoms would be quadratic in the length of the bodies, which can be thousands of atoms in domains that are given
/// ground.
struct Waiting {
    /// By rule: how many growing atoms without variables have not been reached.
    missing: Vec<usize>,
    /// By relation and tuple: the rules that wait for it.
    rules: Vec<FxHashMap<Box<[u32]>, Vec<usize>>>,
}

impl Reachability {
    /// How many facts are reached between two reports to the gauge.
    const STRIDE: u64 = 4096;

    pub(super) fn new(rules: Rules) -> Self {
        let Rules { rules, mut relations, positions, domains, objects, .. } = rules;
        let mut grows = vec![false; relations.len()];
        for rule in &rules {
            for relation in rule.heads.iter().map(|head| head.relation).chain(rule.instances) {
                grows[relation] = true;
            }
        }
        let domains = domains.into_sets();
        let sizes = Sizes::new(&relations, &grows, &positions, &domains, objects);
        let mut triggers: Vec<Triggers> = relations.iter().map(|_| Triggers::default()).collect();
        let mut whole_joins = Vec::with_capacity(rules.len());
        let mut waiting =
            Waiting { missing: Vec::new(), rules: relations.iter().map(|_| FxHashMap::default()).collect() };
        for (number, rule) in rules.iter().enumerate() {
            let (with_variables, ground) = match rule.reaches_something() {
                true => growing_atoms(rule, &grows),
                false => (Vec::new(), Vec::new()),
            };
            waiting.add(number, ground.iter().map(|&atom| &rule.body[atom]));
            let joins_whole = rule.reaches_something() && (with_variables.is_empty() || !ground.is_empty());
            whole_joins.push(joins_whole.then(|| JoinPlan::new(number, rule, None, &sizes, &mut relations)));
            for trigger in with_variables {
                let plan = JoinPlan::new(number, rule, Some(trigger), &sizes, &mut relations);
                triggers[rule.body[trigger].relation].add(plan);
            }
        }
        let visible = |(relation, &grows): (&Relation, &bool)| if grows { 0 } else { relation.len() };
        let visible = relations.iter().zip(&grows).map(visible).collect();
        let world = World { relations, visible, domains };
        Self { world, rules, triggers, whole_joins, waiting, sizes }
    }

    /// Computes the fixed point.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let mut found = Found::new(self.world.relations.len());
        for rule in 0..self.rules.len() {
            if self.waiting.missing[rule] == 0 {
                self.join_whole(rule, &mut found, budget)?;
            }
        }
        let mut count = 0u64;
        while let Some(relation) = found.agenda.pop() {
            while self.world.visible[relation] < self.world.relations[relation].len() {
                self.take_up(relation, &mut found, budget)?;
                count += 1;
                if count.is_multiple_of(Self::STRIDE) {
                    budget.note(Work::Facts, Self::STRIDE);
                }
            }
        }
        budget.note(Work::Facts, count % Self::STRIDE);
        Ok(())
    }

    /// Processes the next tuple of a relation.
    fn take_up(&mut self, relation: usize, found: &mut Found, budget: &Budget) -> Result<(), Exhausted> {
        let row = self.world.visible[relation];
        let triggers = &self.triggers[relation];
        for list in 0..=triggers.positions.len() {
            for plan in triggers.list(list, self.world.relations[relation].row(row)) {
                if self.waiting.missing[plan.rule] == 0 {
                    let rule = &self.rules[plan.rule];
                    let tuple = self.world.relations[relation].row(row);
                    found.join.start(&self.world, rule, plan, tuple);
                    found.conclude_all(&mut self.world, rule, plan, budget)?;
                }
            }
        }
        self.world.visible[relation] += 1;
        for rule in self.waiting.reached(relation, self.world.relations[relation].row(row)) {
            self.join_whole(rule, found, budget)?;
        }
        Ok(())
    }

    fn join_whole(&mut self, rule: usize, found: &mut Found, budget: &Budget) -> Result<(), Exhausted> {
        let Some(plan) = &self.whole_joins[rule] else { return Ok(()) };
        let rule = &self.rules[rule];
        found.join.start(&self.world, rule, plan, &[]);
        found.conclude_all(&mut self.world, rule, plan, budget)
    }

    /// The values of a rule's variables in some instance, to be called after the fixed point is reached.
    pub(super) fn any_instance(
        &mut self,
        rule: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Exhausted> {
        let plan = JoinPlan::new(rule, &self.rules[rule], None, &self.sizes, &mut self.world.relations);
        let mut join = Join::default();
        join.start(&self.world, &self.rules[rule], &plan, &[]);
        Ok(join.next(&self.world, &self.rules[rule], &plan, budget)?.map(<[u32]>::to_vec))
    }

    /// The join that finds all instances of a rule that use a given tuple of its first atom, to be run
    /// after the fixed point.
    pub(super) fn plan_from_first_atom(&mut self, rule: usize) -> JoinPlan {
        JoinPlan::new(rule, &self.rules[rule], Some(0), &self.sizes, &mut self.world.relations)
    }
}

/// The growing atoms of a rule's body: those with variables, and those without.
fn growing_atoms(rule: &Rule, grows: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let has_variables =
        |atom: &usize| rule.body[*atom].args.iter().any(|term| matches!(term, Term::Variable(_)));
    let growing = (0..rule.body.len()).filter(|&atom| grows[rule.body[atom].relation]);
    growing.partition(has_variables)
}

/// The running join, and the instances it has found whose heads have not been added yet.
struct Found {
    join: Join,
    /// The values of the rule's variables, instance after instance.
    values: Vec<u32>,
    count: usize,
    /// By variable, for the instance at hand.
    binding: Vec<u32>,
    tuple: Vec<u32>,
    agenda: Agenda,
}

impl Found {
    /// The heads of this many instances are added together: a join may have more instances than memory can hold.
    const BATCH: usize = 1 << 14;

    fn new(relations: usize) -> Self {
        Self {
            join: Join::default(),
            values: Vec::new(),
            count: 0,
            binding: Vec::new(),
            tuple: Vec::new(),
            agenda: Agenda::all(relations),
        }
    }

    /// Adds the heads of each instance of the join to the relations.
    fn conclude_all(
        &mut self,
        world: &mut World,
        rule: &Rule,
        plan: &JoinPlan,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        loop {
            while self.count < Self::BATCH {
                let Some(binding) = self.join.next(world, rule, plan, budget)? else { break };
                self.values.extend(rule.variables.iter().map(|&variable| binding[variable]));
                self.count += 1;
            }
            let is_last = self.count < Self::BATCH;
            self.conclude(rule, &mut world.relations);
            if is_last {
                return Ok(());
            }
            budget.check()?;
        }
    }

    fn conclude(&mut self, rule: &Rule, relations: &mut [Relation]) {
        let width = rule.variables.len();
        self.binding.resize(self.binding.len().max(rule.domains.len()), 0);
        for instance in 0..self.count {
            let values = &self.values[instance * width..(instance + 1) * width];
            if let Some(instances) = rule.instances {
                match rule.instances_are_matched {
                    true => relations[instances].insert(values),
                    false => relations[instances].append(values),
                };
            }
            for (&variable, &value) in rule.variables.iter().zip(values) {
                self.binding[variable] = value;
            }
            for head in &rule.heads {
                fill(&mut self.tuple, &head.args, &self.binding);
                relations[head.relation].insert(&self.tuple);
            }
        }
        if self.count > 0 {
            for relation in rule.heads.iter().map(|head| head.relation).chain(rule.instances) {
                self.agenda.push(relation);
            }
        }
        self.values.clear();
        self.count = 0;
    }
}

/// The relations that may have new tuples, each once, first come first served.
struct Agenda {
    queue: VecDeque<usize>,
    is_queued: Vec<bool>,
}

impl Agenda {
    fn all(relations: usize) -> Self {
        Self { queue: (0..relations).collect(), is_queued: vec![true; relations] }
    }

    fn push(&mut self, relation: usize) {
        if !std::mem::replace(&mut self.is_queued[relation], true) {
            self.queue.push_back(relation);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let relation = self.queue.pop_front()?;
        self.is_queued[relation] = false;
        Some(relation)
    }
}

/// Replaces variables by their values.
pub(super) fn fill(tuple: &mut Vec<u32>, args: &[Term], binding: &[u32]) {
    tuple.clear();
    tuple.extend(args.iter().map(|term| match term {
        Term::Object(object) => object.0,
        Term::Variable(variable) => binding[variable.index()],
    }));
}

impl Triggers {
    fn add(&mut self, plan: JoinPlan) {
        let fixed = plan.pattern.checks.iter().find_map(|&(position, term)| match term {
            Term::Object(object) => Some((position, object.0)),
            Term::Variable(_) => None,
        });
        match fixed {
            None => self.general.push(plan),
            Some((position, object)) => {
                if !self.positions.contains(&position) {
                    self.positions.push(position);
                }
                self.by_object.entry((position, object)).or_default().push(plan);
            }
        }
    }

    /// The joins that a tuple sets off, in several lists: the general ones, then by each of the positions.
    fn list(&self, number: usize, tuple: &[u32]) -> &[JoinPlan] {
        match number.checked_sub(1) {
            None => &self.general,
            Some(number) => {
                let position = self.positions[number];
                self.by_object.get(&(position, tuple[position])).map_or(&[], Vec::as_slice)
            }
        }
    }
}

impl Waiting {
    fn add<'a>(&mut self, rule: usize, atoms: impl Iterator<Item = &'a RuleAtom>) {
        let mut missing = 0;
        let mut tuple = Vec::new();
        for atom in atoms {
            fill(&mut tuple, &atom.args, &[]);
            match self.rules[atom.relation].get_mut(&tuple[..]) {
                Some(waiting) => waiting.push(rule),
                None => {
                    self.rules[atom.relation].insert(tuple.clone().into_boxed_slice(), vec![rule]);
                }
            }
            missing += 1;
        }
        self.missing.push(missing);
    }

    /// The rules for which this tuple was the last one missing.
    fn reached(&mut self, relation: usize, tuple: &[u32]) -> Vec<usize> {
        let mut ready = self.rules[relation].remove(tuple).unwrap_or_default();
        ready.retain(|&rule| {
            self.missing[rule] -= 1;
            self.missing[rule] == 0
        });
        ready
    }
}
