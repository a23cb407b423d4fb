//! Relaxed reachability: everything that could ever hold or be done if nothing ever became false.

use super::join::{Join, World};
use super::plan::{Plan, Sizes};
use super::relation::Relation;
use super::rule::{Rule, RuleAtom};
use super::rules::Rules;
use pddl::Term;
use rustc_hash::FxHashMap;
use search::{Budget, Exhausted};
use std::collections::VecDeque;

/// Runs rules to their fixed point.
///
/// Tuples are taken up one at a time, and a rule's join is set off by each growing atom of its body in turn
/// (semi-naive evaluation), so that every instance is found exactly once: when the last of its tuples is
/// taken up.
pub(super) struct Reachability {
    pub world: World,
    pub rules: Vec<Rule>,
    /// By relation.
    triggers: Vec<Triggers>,
    /// The joins of rules none of whose atoms grow, and of rules without variables.
    untriggered: Vec<Plan>,
    waiting: Waiting,
    sizes: Sizes,
}

/// The joins that a new tuple sets off.
#[derive(Default)]
struct Triggers {
    /// Those that any tuple does.
    general: Vec<Plan>,
    /// Those that need a certain object at a certain position: there can be thousands of them in domains that
    /// come ground.
    by_object: FxHashMap<(usize, u32), Vec<Plan>>,
    /// The positions that occur in `by_object`.
    positions: Vec<usize>,
}

/// Rules without variables wait for all their atoms together: a join for each of them would be quadratic in
/// the length of their bodies, which can be thousands of atoms in domains that come ground.
struct Waiting {
    /// By rule: how many growing atoms of its body have not been reached.
    missing: Vec<usize>,
    /// By relation and tuple: the rules (as positions in `untriggered`) that wait for it.
    rules: Vec<FxHashMap<Box<[u32]>, Vec<usize>>>,
}

impl Reachability {
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
        let mut untriggered = Vec::new();
        let mut waiting =
            Waiting { missing: Vec::new(), rules: relations.iter().map(|_| FxHashMap::default()).collect() };
        for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.reaches_something()) {
            let growing: Vec<usize> =
                (0..rule.body.len()).filter(|&atom| grows[rule.body[atom].relation]).collect();
            if growing.is_empty() || rule.variables.is_empty() {
                waiting.add(growing.iter().map(|&atom| &rule.body[atom]));
                untriggered.push(Plan::new(number, rule, None, &sizes, &mut relations));
            } else {
                for trigger in growing {
                    let plan = Plan::new(number, rule, Some(trigger), &sizes, &mut relations);
                    triggers[rule.body[trigger].relation].add(plan);
                }
            }
        }
        let visible = |(relation, &grows): (&Relation, &bool)| if grows { 0 } else { relation.len() };
        let visible = relations.iter().zip(&grows).map(visible).collect();
        let world = World { relations, visible, domains };
        Self { world, rules, triggers, untriggered, waiting, sizes }
    }

    /// Computes the fixed point.
    pub(super) fn run(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        let mut found = Found::default();
        for relation in 0..self.world.relations.len() {
            found.agenda.push_back(relation);
        }
        for plan in 0..self.untriggered.len() {
            if self.waiting.missing[plan] == 0 {
                self.run_untriggered(plan, &mut found, budget)?;
            }
        }
        while let Some(relation) = found.agenda.pop_front() {
            while self.world.visible[relation] < self.world.relations[relation].len() {
                self.take_up(relation, &mut found, budget)?;
            }
        }
        Ok(())
    }

    /// Takes up the next tuple of a relation.
    fn take_up(&mut self, relation: usize, found: &mut Found, budget: &Budget) -> Result<(), Exhausted> {
        let row = self.world.visible[relation];
        let triggers = &self.triggers[relation];
        for list in 0..=triggers.positions.len() {
            for plan in triggers.list(list, self.world.relations[relation].row(row)) {
                let rule = &self.rules[plan.rule];
                let tuple = self.world.relations[relation].row(row);
                found.search(&self.world, rule, plan, tuple, budget)?;
                found.conclude(rule, &mut self.world.relations);
            }
        }
        self.world.visible[relation] += 1;
        for plan in self.waiting.reached(relation, self.world.relations[relation].row(row)) {
            self.run_untriggered(plan, found, budget)?;
        }
        Ok(())
    }

    fn run_untriggered(&mut self, plan: usize, found: &mut Found, budget: &Budget) -> Result<(), Exhausted> {
        let plan = &self.untriggered[plan];
        let rule = &self.rules[plan.rule];
        found.search(&self.world, rule, plan, &[], budget)?;
        found.conclude(rule, &mut self.world.relations);
        Ok(())
    }

    /// The join that finds all instances of a rule that use a given tuple of its first atom, to be run
    /// after the fixed point.
    pub(super) fn plan_from_first_atom(&mut self, rule: usize) -> Plan {
        Plan::new(rule, &self.rules[rule], Some(0), &self.sizes, &mut self.world.relations)
    }
}

/// What the running join has found.
#[derive(Default)]
struct Found {
    join: Join,
    /// The values of the rule's variables, instance after instance.
    values: Vec<u32>,
    count: usize,
    /// By variable, for the instance at hand.
    binding: Vec<u32>,
    tuple: Vec<u32>,
    /// The relations that may have new tuples.
    agenda: VecDeque<usize>,
}

impl Found {
    fn search(
        &mut self,
        world: &World,
        rule: &Rule,
        plan: &Plan,
        tuple: &[u32],
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let Self { join, values, count, .. } = self;
        join.run(world, rule, plan, tuple, budget, |binding| {
            values.extend(rule.variables.iter().map(|&variable| binding[variable]));
            *count += 1;
        })
    }

    /// Adds what the rule says of each instance to the relations.
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
            self.agenda.extend(rule.heads.iter().map(|head| head.relation).chain(rule.instances));
        }
        self.values.clear();
        self.count = 0;
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
    fn add(&mut self, plan: Plan) {
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
    fn list(&self, number: usize, tuple: &[u32]) -> &[Plan] {
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
    fn add<'a>(&mut self, atoms: impl Iterator<Item = &'a RuleAtom>) {
        let plan = self.missing.len();
        let mut missing = 0;
        let mut tuple = Vec::new();
        for atom in atoms {
            fill(&mut tuple, &atom.args, &[]);
            match self.rules[atom.relation].get_mut(&tuple[..]) {
                Some(waiting) => waiting.push(plan),
                None => {
                    self.rules[atom.relation].insert(tuple.clone().into_boxed_slice(), vec![plan]);
                }
            }
            missing += 1;
        }
        self.missing.push(missing);
    }

    /// The rules for which this tuple was the last one missing.
    fn reached(&mut self, relation: usize, tuple: &[u32]) -> Vec<usize> {
        let mut ready = self.rules[relation].remove(tuple).unwrap_or_default();
        ready.retain(|&plan| {
            self.missing[plan] -= 1;
            self.missing[plan] == 0
        });
        ready
    }
}
