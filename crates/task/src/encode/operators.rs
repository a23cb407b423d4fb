//! Operators over facts as operators over variables.

use super::Draft;
use super::change::{self, Change};
use super::conditions::ConditionEncoder;
use super::variables::Encoding;
use crate::propositional::{GroundOperators, Literal};
use crate::{Fact, GroundError};
use search::Budget;

/// A delete effect may be split into at most this many cases by the conditions of add effects on the same variable.
const MOST_CASES: usize = 100_000;

/// Translates operators.
pub(super) struct OperatorEncoder<'a, 'c> {
    ground: &'a GroundOperators,
    encoding: &'c Encoding,
    conditions: &'a mut ConditionEncoder<'c>,
    draft: &'a mut Draft,
    /// The effects of the operator at hand, the same for all alternatives of its precondition.
    changes: Vec<Change>,
}

impl<'a, 'c> OperatorEncoder<'a, 'c> {
    pub(super) fn new(
        ground: &'a GroundOperators,
        conditions: &'a mut ConditionEncoder<'c>,
        draft: &'a mut Draft,
    ) -> Self {
        Self { ground, encoding: conditions.encoding, conditions, draft, changes: Vec::new() }
    }

    pub(super) fn encode_all(mut self, budget: &Budget) -> Result<(), GroundError> {
        for operator in 0..self.ground.len() {
            if operator % 4096 == 4095 {
                budget.check().map_err(|limit| GroundError::exhausted(limit, self.ground.len()))?;
            }
            self.encode(operator)?;
        }
        Ok(())
    }

    /// One operator for each alternative of the precondition, unless it changes nothing.
    fn encode(&mut self, operator: usize) -> Result<(), GroundError> {
        let alternatives = self.conditions.encode(&self.ground.preconditions[operator]);
        if !alternatives.is_empty() {
            self.collect_changes(operator)?;
        }
        for precondition in alternatives {
            self.push(operator, precondition);
        }
        Ok(())
    }

    fn collect_changes(&mut self, operator: usize) -> Result<(), GroundError> {
        self.changes.clear();
        let effects = &self.ground.effects[operator];
        for effect in effects.iter().filter(|effect| !effect.literal.is_negated()) {
            let fact = self.encoding.place(effect.literal.fact());
            for condition in self.conditions.encode(self.ground.condition(*effect)) {
                self.changes.push(Change { fact, condition });
            }
        }
        for effect in effects.iter().filter(|effect| effect.literal.is_negated()) {
            self.collect_delete(operator, effect.literal, self.ground.condition(*effect))?;
        }
        change::tidy(&mut self.changes);
        Ok(())
    }

    /// A deleted fact leaves its variable without any fact, if the fact held and no effect adds another one.
    fn collect_delete(
        &mut self,
        operator: usize,
        deleted: Literal,
        condition: &[Literal],
    ) -> Result<(), GroundError> {
        let place = self.encoding.place(deleted.fact());
        let none = Fact { variable: place.variable, value: self.encoding.none_of_those(place.variable) };
        let mut alternatives = self.conditions.encode(condition);
        alternatives.retain_mut(|alternative| require(alternative, place));
        for effect in &self.ground.effects[operator] {
            let literal = effect.literal;
            if !literal.is_negated() && self.encoding.place(literal.fact()).variable == place.variable {
                if effect.condition == 0 {
                    return Ok(());
                }
                let adds_when = self.ground.condition(*effect);
                alternatives = self.unless(alternatives, adds_when);
                if alternatives.len() > MOST_CASES {
                    return Err(GroundError::Unsupported(format!(
                        "an action that deletes an atom unless one of its conditional effects adds it, with more than \
                         {MOST_CASES} cases to tell apart"
                    )));
                }
            }
        }
        self.changes.extend(alternatives.into_iter().map(|condition| Change { fact: none, condition }));
        Ok(())
    }

    /// The alternatives, extended so that `condition` does not hold.
    fn unless(&self, alternatives: Vec<Vec<Fact>>, condition: &[Literal]) -> Vec<Vec<Fact>> {
        let mut result: Vec<Vec<Fact>> = Vec::new();
        for alternative in alternatives {
            if condition.iter().any(|&literal| self.contradicts(&alternative, literal)) {
                result.push(alternative);
                continue;
            }
            for &literal in condition {
                result.extend(self.with_negation(&alternative, literal));
            }
        }
        result.sort_unstable();
        result.dedup();
        result
    }

    fn contradicts(&self, facts: &[Fact], literal: Literal) -> bool {
        let place = self.encoding.place(literal.fact());
        facts
            .iter()
            .find(|fact| fact.variable == place.variable)
            .is_some_and(|fact| (fact.value == place.value) == literal.is_negated())
    }

    /// The ways to extend a condition so that the literal is false.
    fn with_negation(&self, facts: &[Fact], literal: Literal) -> Vec<Vec<Fact>> {
        let place = self.encoding.place(literal.fact());
        let values = 0..=self.encoding.none_of_those(place.variable);
        let falsifies = |value: &u32| (*value == place.value) == literal.is_negated();
        values
            .filter(falsifies)
            .filter_map(|value| {
                let mut extended = facts.to_vec();
                require(&mut extended, Fact { variable: place.variable, value }).then_some(extended)
            })
            .collect()
    }

    /// Adds an operator with this precondition, leaving out conditions and effects that the precondition decides.
    fn push(&mut self, operator: usize, precondition: Vec<Fact>) {
        let mut changes: Vec<Change> =
            self.changes.iter().filter_map(|change| self.under(change, &precondition)).collect();
        if changes.is_empty() {
            return;
        }
        change::tidy(&mut changes);
        let operators = &mut self.draft.operators;
        change::push_effects(operators, changes.into_iter());
        operators.preconditions.push(precondition);
        operators.costs.push(self.ground.costs[operator]);
        self.draft.sources.push(operator as u32);
    }

    /// A change simplified by a precondition; `None` if it can't take place or changes nothing.
    fn under(&self, change: &Change, precondition: &[Fact]) -> Option<Change> {
        let before = |variable: u32| {
            let place = precondition.binary_search_by_key(&variable, |fact| fact.variable).ok()?;
            Some(precondition[place].value)
        };
        let fact = change.fact;
        if before(fact.variable) == Some(fact.value) || change.condition.contains(&fact) {
            return None;
        }
        let mut condition = Vec::new();
        for &required in &change.condition {
            match before(required.variable) {
                Some(value) if value == required.value => {}
                Some(_) => return None,
                None if required.variable == fact.variable && self.needs_not_ask(fact) => {}
                None => condition.push(required),
            }
        }
        Some(Change { fact, condition })
    }

    /// Can the condition that a two-valued variable has its other value be dropped from an effect that sets `fact`?
    /// Yes, unless another effect sets that other value.
    fn needs_not_ask(&self, fact: Fact) -> bool {
        let sets_other =
            |change: &Change| change.fact.variable == fact.variable && change.fact.value != fact.value;
        self.encoding.none_of_those(fact.variable) == 1 && !self.changes.iter().any(sets_other)
    }
}

/// Adds a fact to a condition that is sorted by variable. False if the condition has another value.
fn require(condition: &mut Vec<Fact>, fact: Fact) -> bool {
    match condition.binary_search_by_key(&fact.variable, |other| other.variable) {
        Ok(place) => condition[place].value == fact.value,
        Err(place) => {
            condition.insert(place, fact);
            true
        }
    }
}
