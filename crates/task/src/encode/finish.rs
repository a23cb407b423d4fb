//! From a draft to a task with names, in its final numbering.

use super::Draft;
use super::simplify::{Kept, NewValue};
use super::variables::Encoding;
use crate::names;
use crate::normal::Program;
use crate::propositional::{FactId, Propositional};
use crate::rows::Rows;
use crate::{Axioms, Effect, Fact, Operators, Setting, Task, Variables};
use pddl::{Domain, Metric, Problem};
use rustc_hash::FxHashSet;
use search::{Budget, Exhausted};
use std::fmt;

/// Everything that the final names and numbers depend on.
pub(super) struct Finish<'a> {
    pub domain: &'a Domain,
    pub problem: &'a Problem,
    pub program: &'a Program,
    pub ground: &'a Propositional,
    pub encoding: &'a Encoding,
    pub groups: &'a Rows<FactId>,
    pub kept: &'a Kept,
    /// The old numbers of the variables that are kept, in their new order.
    pub order: &'a [u32],
}

impl Finish<'_> {
    pub(super) fn finish(&self, draft: Draft, budget: &Budget) -> Result<Task, Exhausted> {
        let renumbering = Renumbering::new(self.order, draft.ranges.len());
        let initial = self.order.iter().map(|&variable| draft.initial[variable as usize]).collect();
        let mut goal = draft.goal.clone();
        renumbering.condition(&mut goal);
        Ok(Task {
            variables: self.variables(&draft),
            mutex_groups: self.mutex_groups(&renumbering),
            initial,
            goal,
            axioms: axioms(&draft, &renumbering),
            operators: self.operators(draft, &renumbering, budget)?,
            has_costs: self.problem.metric == Metric::TotalCost,
            setting: Some(Box::new(self.setting())),
            unvalued: None,
        })
    }

    fn setting(&self) -> Setting {
        let facts = &self.ground.facts;
        let may_change = |&fact: &FactId| self.kept.new_value(self.encoding.place(fact)) != NewValue::Certain;
        let changing: FxHashSet<(u32, &[u32])> = (0..facts.len() as FactId)
            .filter(may_change)
            .map(|fact| (facts.predicates[fact as usize], &facts.args[fact as usize]))
            .collect();
        let mut args = Vec::new();
        Setting::new(self.domain, self.problem, |atom| {
            args.clear();
            args.extend(atom.args.iter().map(|object| object.0));
            !changing.contains(&(atom.predicate.0, &args[..]))
        })
    }

    fn variables(&self, draft: &Draft) -> Variables {
        let mut variables = Variables { fact_offsets: vec![0], ..Variables::default() };
        for (new, &old) in self.order.iter().enumerate() {
            variables.names.push(format_args!("var{new}"));
            variables.layers.push(draft.layers[old as usize]);
            let facts = &self.encoding.variables[old as usize];
            for value in 0..=facts.len() as u32 {
                let fact = Fact { variable: old, value };
                if !matches!(self.kept.new_value(fact), NewValue::Number(_)) {
                    continue;
                }
                match facts.get(value as usize) {
                    Some(&fact) => variables.fact_names.push(self.fact_name("Atom", fact)),
                    None if facts.len() == 1 => {
                        variables.fact_names.push(self.fact_name("NegatedAtom", facts[0]));
                    }
                    None => variables.fact_names.push("<none of those>"),
                }
            }
            variables.fact_offsets.push(variables.fact_names.len() as u32);
        }
        variables
    }

    fn fact_name(&self, kind: &'static str, fact: FactId) -> impl fmt::Display {
        let predicate = self.ground.facts.predicates[fact as usize] as usize;
        let args = &self.ground.facts.args[fact as usize];
        fmt::from_fn(move |out| {
            write!(out, "{kind} {}(", self.program.predicates[predicate].name)?;
            for (place, &object) in args.iter().enumerate() {
                let separator = if place == 0 { "" } else { ", " };
                write!(out, "{separator}{}", self.problem.objects[object as usize].name)?;
            }
            out.write_str(")")
        })
    }

    /// The mutex groups that span several variables; a variable's own values exclude each other anyway.
    fn mutex_groups(&self, renumbering: &Renumbering) -> Rows<Fact> {
        let mut result = Rows::new();
        for group in self.groups.iter() {
            let mut facts: Vec<Fact> =
                group.iter().filter_map(|&fact| self.new_fact(fact, renumbering)).collect();
            facts.sort_unstable();
            if facts.first().map(|fact| fact.variable) != facts.last().map(|fact| fact.variable) {
                result.push(facts);
            }
        }
        result
    }

    fn new_fact(&self, fact: FactId, renumbering: &Renumbering) -> Option<Fact> {
        let place = self.encoding.place(fact);
        let variable = renumbering.new_variable(place.variable)?;
        match self.kept.new_value(place) {
            NewValue::Number(value) => Some(Fact { variable, value }),
            _ => None,
        }
    }

    /// The operators that change a variable that is kept, by name.
    fn operators(
        &self,
        draft: Draft,
        renumbering: &Renumbering,
        budget: &Budget,
    ) -> Result<Operators, Exhausted> {
        let old = draft.operators;
        let mut new = Operators::default();
        let mut effects: Vec<Effect> = Vec::new();
        let mut condition = Vec::new();
        for (number, operator) in self.by_name(&draft.sources).into_iter().enumerate() {
            if number % 4096 == 4095 {
                budget.check()?;
            }
            effects.clear();
            effects.extend(old.effects[operator].iter().filter_map(|effect| {
                let variable = renumbering.new_variable(effect.fact.variable)?;
                Some(Effect { fact: Fact { variable, ..effect.fact }, ..*effect })
            }));
            if effects.is_empty() {
                continue;
            }
            for effect in effects.iter_mut().filter(|effect| effect.condition != 0) {
                condition.clear();
                condition.extend_from_slice(&old.effect_conditions[effect.condition as usize]);
                renumbering.condition(&mut condition);
                effect.condition = new.effect_conditions.push(condition.iter().copied()) as u32;
            }
            new.effects.push(effects.iter().copied());
            condition.clear();
            condition.extend_from_slice(&old.preconditions[operator]);
            renumbering.condition(&mut condition);
            new.preconditions.push(condition.iter().copied());
            new.costs.push(old.costs[operator]);
            new.names.push(self.operator_name(draft.sources[operator] as usize));
        }
        Ok(new)
    }

    /// The operators in the order of their names, so that the numbering does not depend on how they were found.
    fn by_name(&self, sources: &[u32]) -> Vec<usize> {
        let operators = &self.ground.operators;
        let objects = names::ranks(self.problem.objects.iter().map(|object| object.name.as_str()));
        let actions = names::ranks(self.domain.actions.iter().map(|action| action.name.as_str()));
        // Written out once, since each is compared many times.
        let keys: Rows<u32> = sources
            .iter()
            .map(|&source| {
                let action = &self.program.actions[operators.actions[source as usize] as usize];
                let args = operators.args[source as usize].iter().map(|&object| objects[object as usize]);
                std::iter::once(actions[action.source]).chain(args)
            })
            .collect();
        let mut order: Vec<usize> = (0..sources.len()).collect();
        order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
        order
    }

    fn operator_name(&self, operator: usize) -> impl fmt::Display {
        let operators = &self.ground.operators;
        let action = &self.program.actions[operators.actions[operator] as usize];
        fmt::from_fn(move |out| {
            out.write_str(&self.domain.actions[action.source].name)?;
            for &object in &operators.args[operator] {
                write!(out, " {}", self.problem.objects[object as usize].name)?;
            }
            Ok(())
        })
    }
}

fn axioms(draft: &Draft, renumbering: &Renumbering) -> Axioms {
    let mut axioms = Axioms::default();
    for (head, condition) in draft.axioms.heads.iter().zip(draft.axioms.conditions.iter()) {
        if let Some(variable) = renumbering.new_variable(head.variable) {
            let mut condition = condition.to_vec();
            renumbering.condition(&mut condition);
            axioms.heads.push(Fact { variable, ..*head });
            axioms.conditions.push(condition);
        }
    }
    axioms
}

/// From old to new variable numbers.
struct Renumbering {
    new: Vec<Option<u32>>,
}

impl Renumbering {
    fn new(order: &[u32], variables: usize) -> Self {
        let mut new = vec![None; variables];
        for (number, &old) in order.iter().enumerate() {
            new[old as usize] = Some(number as u32);
        }
        Self { new }
    }

    fn new_variable(&self, old: u32) -> Option<u32> {
        self.new[old as usize]
    }

    /// Renumbers a condition. (The conditions of effects on kept variables are about kept variables only.)
    fn condition(&self, facts: &mut Vec<Fact>) {
        facts.retain_mut(|fact| match self.new_variable(fact.variable) {
            Some(variable) => {
                fact.variable = variable;
                true
            }
            None => false,
        });
        facts.sort_unstable();
    }
}
