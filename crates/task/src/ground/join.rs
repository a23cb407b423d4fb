//! Runs joins: finds the instances of a rule by the plan for it.

use super::domains::ObjectSet;
use super::join_plan::{JoinPlan, Pattern, Step};
use super::rule::{Rule, RuleAtom};
use crate::relation::{Relation, Row, key};
use pddl::Term;
use search::{Budget, Exhausted};

/// The relations and domains that joins read.
pub(super) struct World {
    pub relations: Vec<Relation>,
    /// By relation: how many of its rows joins may see.
    pub visible: Vec<Row>,
    pub domains: Vec<ObjectSet>,
}

/// Finds the instances of a rule one by one, by backtracking without recursion (a body may be thousands of atoms long).
#[derive(Default)]
pub(super) struct Join {
    binding: Vec<u32>,
    cursors: Vec<Cursor>,
    tuple: Vec<u32>,
    ticks: u32,
    /// The step to enter next, unless a cursor has to be moved first.
    at: usize,
    forward: bool,
}

/// The position of a step with several choices.
struct Cursor {
    step: usize,
    /// The next row to try, or the next member of a domain.
    next: Option<u32>,
}

/// How many rows are tried between two checks of the budget.
const PATIENCE: u32 = 1 << 14;

impl Join {
    /// Begins to look for the instances of a rule that use the tuple `trigger`.
    pub(super) fn start(&mut self, world: &World, rule: &Rule, plan: &JoinPlan, trigger: &[u32]) {
        self.binding.clear();
        self.binding.resize(rule.domains.len(), 0);
        self.cursors.clear();
        self.at = 0;
        self.forward = self.accept(world, &rule.domains, trigger, &plan.pattern);
    }

    /// The next instance: the values of all variables. Tuples that are added meanwhile are not seen.
    pub(super) fn next(
        &mut self,
        world: &World,
        rule: &Rule,
        plan: &JoinPlan,
        budget: &Budget,
    ) -> Result<Option<&[u32]>, Exhausted> {
        let domains = &rule.domains[..];
        loop {
            if !self.forward {
                match self.advance(world, domains, plan, budget)? {
                    Some(step) => self.at = step + 1,
                    None => return Ok(None),
                }
                self.forward = true;
            }
            while self.forward && self.at < plan.steps.len() {
                self.forward = self.enter(world, domains, &plan.steps[self.at], self.at);
                self.at += 1;
            }
            if self.forward {
                self.forward = false;
                return Ok(Some(&self.binding));
            }
        }
    }

    /// Tests a filter, or opens a cursor (and then returns false, since the cursor must be advanced first).
    fn enter(&mut self, world: &World, domains: &[usize], step: &Step, at: usize) -> bool {
        match step {
            Step::Match { relation, index, key: terms, .. } => {
                let key = key(terms.iter().map(|&term| self.value(term)));
                let next = world.relations[*relation].first(*index, key);
                self.cursors.push(Cursor { step: at, next });
                false
            }
            Step::Objects { .. } => {
                self.cursors.push(Cursor { step: at, next: Some(0) });
                false
            }
            Step::Bind { variable, term } => {
                let value = self.value(*term);
                self.binding[*variable] = value;
                world.domains[domains[*variable]].contains(value)
            }
            Step::Check { atom, inclusive } => {
                let limit = world.visible[atom.relation] + u32::from(*inclusive);
                self.find(world, atom).is_some_and(|row| row < limit)
            }
            Step::Absent(atom) => self.find(world, atom).is_none(),
            &Step::Equal(left, right) => self.value(left) == self.value(right),
            &Step::Different(left, right) => self.value(left) != self.value(right),
        }
    }

    /// Moves the last cursor that can move, and returns its step.
    fn advance(
        &mut self,
        world: &World,
        domains: &[usize],
        plan: &JoinPlan,
        budget: &Budget,
    ) -> Result<Option<usize>, Exhausted> {
        while let Some(Cursor { step, next }) = self.cursors.pop() {
            let mut candidate = next;
            while let Some(current) = candidate {
                self.ticks += 1;
                if self.ticks >= PATIENCE {
                    self.ticks = 0;
                    budget.check()?;
                }
                let (accepted, following) = self.try_candidate(world, domains, &plan.steps[step], current);
                if accepted {
                    self.cursors.push(Cursor { step, next: following });
                    return Ok(Some(step));
                }
                candidate = following;
            }
        }
        Ok(None)
    }

    fn try_candidate(
        &mut self,
        world: &World,
        domains: &[usize],
        step: &Step,
        current: u32,
    ) -> (bool, Option<u32>) {
        match step {
            Step::Match { relation, index, pattern, inclusive, .. } => {
                if current >= world.visible[*relation].saturating_add(u32::from(*inclusive)) {
                    return (false, None);
                }
                let relation = &world.relations[*relation];
                let accepted = self.accept(world, domains, relation.row(current), pattern);
                (accepted, relation.next(*index, current))
            }
            Step::Objects { variable } => {
                let members = &world.domains[domains[*variable]].members;
                match members.get(current as usize) {
                    Some(&object) => {
                        self.binding[*variable] = object;
                        (true, Some(current + 1))
                    }
                    None => (false, None),
                }
            }
            _ => (false, None),
        }
    }

    fn accept(&mut self, world: &World, domains: &[usize], row: &[u32], pattern: &Pattern) -> bool {
        for &(position, variable) in &pattern.binds {
            let object = row[position];
            if !world.domains[domains[variable]].contains(object) {
                return false;
            }
            self.binding[variable] = object;
        }
        pattern.checks.iter().all(|&(position, term)| self.value(term) == row[position])
    }

    fn value(&self, term: Term) -> u32 {
        match term {
            Term::Object(object) => object.0,
            Term::Variable(variable) => self.binding[variable.index()],
        }
    }

    fn find(&mut self, world: &World, atom: &RuleAtom) -> Option<Row> {
        let mut tuple = std::mem::take(&mut self.tuple);
        tuple.clear();
        tuple.extend(atom.args.iter().map(|&term| self.value(term)));
        let row = world.relations[atom.relation].find(&tuple);
        self.tuple = tuple;
        row
    }
}
