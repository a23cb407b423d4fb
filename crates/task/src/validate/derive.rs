//! The atoms that follow from a state by the domain's axioms.
//!
//! Predicates that depend on each other form a component. Components are evaluated when asked for, each
//! after those it depends on: first all its rules, then, for every new atom, the rules that mention it.

use std::ops::ControlFlow;

use pddl::{Atom, Domain, ObjectId, PredicateId, VariableId};
use rustc_hash::FxHashMap;

use super::condition::Condition;
use super::error::{TooComplex, ValidateError};
use super::relation::{Relation, Tuple};
use super::scope::{Ranges, Scope};
use super::solve::{Binding, Solver};
use crate::scc::components;

/// The domain's axioms, and which of their components are up to date for the state at hand.
pub(super) struct Derivations {
    rules: Vec<Rule>,
    /// Each after all those it depends on.
    components: Vec<Component>,
    /// By predicate; `None` for those that are not derived.
    component_of: Vec<Option<usize>>,
    /// Which components are evaluated for the state at hand.
    is_current: Vec<bool>,
}

struct Rule {
    head: PredicateId,
    head_variables: Vec<VariableId>,
    scope: Scope,
    body: Condition,
}

#[derive(Default)]
struct Component {
    predicates: Vec<PredicateId>,
    rules: Vec<usize>,
    /// By predicate of the component: the rules that a new atom of it may make true.
    triggers: FxHashMap<PredicateId, Vec<Trigger>>,
    /// The rules that mention the component's predicates inside a universal quantifier: what they derive does not
    /// follow from one new atom alone.
    universal: Vec<usize>,
    /// The components mentioned in the rules, other than this one.
    depends_on: Vec<usize>,
}

/// An atom in the body of a rule.
struct Trigger {
    rule: usize,
    atom: Atom,
    /// Which part to descend into, from the body to the atom, at each conjunction and disjunction.
    path: Vec<usize>,
}

impl Derivations {
    pub(super) fn new(domain: &Domain, ranges: &mut Ranges<'_>) -> Result<Self, ValidateError> {
        let rules: Vec<Rule> = domain
            .axioms
            .iter()
            .map(|axiom| Rule {
                head: axiom.predicate,
                head_variables: (0..axiom.arity).map(VariableId::from_index).collect(),
                scope: ranges.scope(&axiom.variables),
                body: Condition::new(&axiom.condition, true),
            })
            .collect();
        let mut derivations = Self {
            component_of: vec![None; domain.predicates.len()],
            components: Vec::new(),
            is_current: Vec::new(),
            rules,
        };
        derivations.find_components();
        derivations.check_stratified(domain)?;
        derivations.find_triggers();
        Ok(derivations)
    }

    /// The components to evaluate before the conditions can be, in order.
    pub(super) fn needed_by<'c>(&self, conditions: impl IntoIterator<Item = &'c Condition>) -> Vec<usize> {
        let mut needed = Vec::new();
        for condition in conditions {
            condition.each_predicate(&mut |predicate, _| needed.extend(self.component_of[predicate.index()]));
        }
        let mut is_needed = vec![false; self.components.len()];
        while let Some(component) = needed.pop() {
            if !std::mem::replace(&mut is_needed[component], true) {
                needed.extend(&self.components[component].depends_on);
            }
        }
        (0..self.components.len()).filter(|&component| is_needed[component]).collect()
    }

    /// Records that the state has changed.
    pub(super) fn forget(&mut self) {
        self.is_current.fill(false);
    }

    /// Brings the derived atoms of the components up to date.
    pub(super) fn refresh(&mut self, facts: &mut [Relation], needed: &[usize]) -> Result<(), TooComplex> {
        for &component in needed {
            if !self.is_current[component] {
                self.evaluate(&self.components[component], facts)?;
                self.is_current[component] = true;
            }
        }
        Ok(())
    }

    /// Brings all derived atoms up to date.
    pub(super) fn refresh_all(&mut self, facts: &mut [Relation]) -> Result<(), TooComplex> {
        self.refresh(facts, &(0..self.components.len()).collect::<Vec<_>>())
    }

    fn evaluate(&self, component: &Component, facts: &mut [Relation]) -> Result<(), TooComplex> {
        for predicate in &component.predicates {
            facts[predicate.index()].clear();
        }
        let mut new = Vec::new();
        for &rule in &component.rules {
            self.rules[rule].apply(None, facts, &mut new)?;
        }
        while !new.is_empty() {
            while let Some((predicate, tuple)) = new.pop() {
                for trigger in component.triggers.get(&predicate).map_or(&[][..], Vec::as_slice) {
                    self.rules[trigger.rule].apply(Some((trigger, &tuple)), facts, &mut new)?;
                }
            }
            for &rule in &component.universal {
                self.rules[rule].apply(None, facts, &mut new)?;
            }
        }
        Ok(())
    }

    fn find_components(&mut self) {
        let mut dependencies = vec![Vec::new(); self.component_of.len()];
        let mut is_derived = vec![false; self.component_of.len()];
        for rule in &self.rules {
            is_derived[rule.head.index()] = true;
            let body = &mut dependencies[rule.head.index()];
            rule.body.each_predicate(&mut |predicate, _| body.push(predicate.0));
        }
        for members in components(&dependencies.into_iter().collect()).iter() {
            if members.iter().any(|&member| is_derived[member as usize]) {
                for &member in members {
                    self.component_of[member as usize] = Some(self.components.len());
                }
                let predicates = members.iter().map(|&member| PredicateId(member)).collect();
                self.components.push(Component { predicates, ..Component::default() });
            }
        }
        self.is_current = vec![false; self.components.len()];
    }

    fn check_stratified(&self, domain: &Domain) -> Result<(), ValidateError> {
        for rule in &self.rules {
            let mut negated = None;
            rule.body.each_predicate(&mut |predicate, holds| {
                if !holds && self.component_of[predicate.index()] == self.component_of[rule.head.index()] {
                    negated = Some(predicate);
                }
            });
            if let Some(negated) = negated {
                let name = |predicate: PredicateId| domain.predicates[predicate.index()].name.clone();
                let (predicate, negated) = (name(rule.head), name(negated));
                return Err(ValidateError::Unstratifiable { predicate, negated });
            }
        }
        Ok(())
    }

    fn find_triggers(&mut self) {
        for (number, rule) in self.rules.iter().enumerate() {
            let Some(own) = self.component_of[rule.head.index()] else { continue };
            let component = &mut self.components[own];
            component.rules.push(number);
            rule.body.each_predicate(&mut |predicate, _| {
                let mentioned = self.component_of[predicate.index()];
                component.depends_on.extend(mentioned.filter(|&other| other != own));
            });
            component.depends_on.sort_unstable();
            component.depends_on.dedup();
            let is_own = |predicate: PredicateId| self.component_of[predicate.index()] == Some(own);
            let mut search = TriggerSearch { number, rule, component, is_own: &is_own, path: Vec::new() };
            search.descend(&rule.body);
        }
    }
}

impl Rule {
    /// Adds the atoms that the rule derives, and lists the new ones: all of them, or those that follow if a trigger's
    /// atom has the given arguments.
    fn apply(
        &self,
        trigger: Option<(&Trigger, &[ObjectId])>,
        facts: &mut [Relation],
        new: &mut Vec<(PredicateId, Tuple)>,
    ) -> Result<(), TooComplex> {
        let mut solver = Solver::new(facts, &self.scope, self.scope.bind(&[]));
        let conditions = match trigger {
            None => vec![&self.body],
            Some((trigger, tuple)) if solver.unify(&trigger.atom, tuple) => self.rest_of_body(&trigger.path),
            Some(_) => return Ok(()),
        };
        let known = &facts[self.head.index()];
        let (mut derived, mut tuple) = (Vec::new(), Vec::new());
        solver.each(conditions, &self.head_variables, &mut |binding: &Binding| {
            tuple.clear();
            tuple.extend(self.head_variables.iter().filter_map(|variable| binding[variable.index()]));
            if !known.contains(&tuple) {
                derived.push(Tuple::from(tuple.as_slice()));
            }
            ControlFlow::Continue(())
        })?;
        for tuple in derived {
            if facts[self.head.index()].insert(tuple.clone()) {
                new.push((self.head, tuple));
            }
        }
        Ok(())
    }

    /// The conditions besides the atom at the end of the path.
    fn rest_of_body(&self, path: &[usize]) -> Vec<&Condition> {
        let mut rest = Vec::new();
        let mut condition = &self.body;
        let mut path = path.iter().copied();
        loop {
            match condition {
                Condition::All(parts) => {
                    let Some(part) = path.next() else { return rest };
                    rest.extend(parts[..part].iter().chain(&parts[part + 1..]));
                    condition = &parts[part];
                }
                Condition::Any(any) => {
                    let Some(branch) = path.next() else { return rest };
                    condition = &any.branches[branch];
                }
                Condition::Exists(quantified) => condition = &quantified.body,
                Condition::Literal(..) | Condition::Equality(..) | Condition::NoneSuch(_) => return rest,
            }
        }
    }
}

/// A walk over the body of a rule, looking for atoms of the rule's own component.
struct TriggerSearch<'a> {
    number: usize,
    rule: &'a Rule,
    component: &'a mut Component,
    is_own: &'a dyn Fn(PredicateId) -> bool,
    path: Vec<usize>,
}

impl TriggerSearch<'_> {
    fn descend(&mut self, condition: &Condition) {
        match condition {
            Condition::Literal(atom, _) if (self.is_own)(atom.predicate) => {
                let trigger = Trigger { rule: self.number, atom: atom.clone(), path: self.path.clone() };
                self.component.triggers.entry(atom.predicate).or_default().push(trigger);
            }
            Condition::Literal(..) | Condition::Equality(..) => {}
            Condition::All(parts) => self.descend_each(parts),
            Condition::Any(any) => self.descend_each(&any.branches),
            // Without objects to choose from, no atom inside can ever be reached.
            Condition::Exists(quantified) if self.rule.scope.all_inhabited(&quantified.variables) => {
                self.descend(&quantified.body);
            }
            Condition::Exists(_) => {}
            Condition::NoneSuch(_) => {
                let mut mentions_own = false;
                condition.each_predicate(&mut |predicate, _| mentions_own |= (self.is_own)(predicate));
                if mentions_own && self.component.universal.last() != Some(&self.number) {
                    self.component.universal.push(self.number);
                }
            }
        }
    }

    fn descend_each(&mut self, parts: &[Condition]) {
        for (position, part) in parts.iter().enumerate() {
            self.path.push(position);
            self.descend(part);
            self.path.pop();
        }
    }
}
