//! Operators over facts as operators over variables.

use super::Draft;
use super::conditions::ConditionEncoder;
use super::variables::Encoding;
use crate::propositional::{GroundOperators, Literal};
use crate::{Effect, Fact, GroundError};
use search::Budget;

/// Translates operators.
pub(super) struct OperatorEncoder<'a, 'c> {
    ground: &'a GroundOperators,
    encoding: &'c Encoding,
    conditions: &'a mut ConditionEncoder<'c>,
    draft: &'a mut Draft,
    /// What the operator at hand does, for all its preconditions alike.
    changes: Vec<Change>,
}

/// A variable gets a value if a condition holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    fact: Fact,
    condition: Vec<Fact>,
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
        self.draft.operators.effect_conditions.push([]);
        for operator in 0..self.ground.len() {
            if operator % 4096 == 4095 {
                budget.check().map_err(|limit| GroundError::exhausted(limit, self.ground.len()))?;
            }
            self.encode(operator);
        }
        Ok(())
    }

    /// One operator for each alternative of the precondition, unless it changes nothing.
    fn encode(&mut self, operator: usize) {
        let alternatives = self.conditions.encode(&self.ground.preconditions[operator]);
        if alternatives.is_empty() {
            return;
        }
        self.collect_changes(operator);
        for precondition in alternatives {
            self.push(operator, precondition);
        }
    }

    fn collect_changes(&mut self, operator: usize) {
        self.changes.clear();
        let effects = &self.ground.effects[operator];
        for effect in effects.iter().filter(|effect| !effect.literal.is_negated()) {
            let fact = self.encoding.place(effect.literal.fact());
            for condition in self.conditions.encode(self.ground.condition(*effect)) {
                self.changes.push(Change { fact, condition });
            }
        }
        for effect in effects.iter().filter(|effect| effect.literal.is_negated()) {
            self.collect_delete(operator, effect.literal, self.ground.condition(*effect));
        }
        self.changes.sort_unstable();
        self.changes.dedup();
    }

    /// A deleted fact leaves its variable without any fact, if the fact held and no effect adds another one.
    fn collect_delete(&mut self, operator: usize, deleted: Literal, condition: &[Literal]) {
        let place = self.encoding.place(deleted.fact());
        let none = Fact { variable: place.variable, value: self.encoding.none_of_those(place.variable) };
        let mut alternatives = self.conditions.encode(condition);
        alternatives.retain_mut(|alternative| require(alternative, place));
        for effect in &self.ground.effects[operator] {
            let literal = effect.literal;
            if !literal.is_negated() && self.encoding.place(literal.fact()).variable == place.variable {
                if effect.condition == 0 {
                    return;
                }
                let adds_when = self.ground.condition(*effect);
                alternatives = self.unless(alternatives, adds_when);
            }
        }
        self.changes.extend(alternatives.into_iter().map(|condition| Change { fact: none, condition }));
    }

    /// The alternatives under which, besides, `condition` does not hold.
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

    /// Adds an operator with this precondition, leaving out what the precondition decides.
    fn push(&mut self, operator: usize, precondition: Vec<Fact>) {
        let operators = &mut self.draft.operators;
        let value_before =
            |variable: u32| precondition.iter().find(|fact| fact.variable == variable).map(|fact| fact.value);
        let mut effects: Vec<Effect> = Vec::new();
        let mut always: Option<Fact> = None;
        for change in &self.changes {
            let fact = change.fact;
            if value_before(fact.variable) == Some(fact.value) || always == Some(fact) {
                continue;
            }
            let possible = |fact: &Fact| value_before(fact.variable).is_none_or(|value| value == fact.value);
            if !change.condition.iter().all(possible) {
                continue;
            }
            let is_binary = self.encoding.none_of_those(fact.variable) == 1;
            let other_value_set = self
                .changes
                .iter()
                .any(|other| other.fact.variable == fact.variable && other.fact.value != fact.value);
            let condition: Vec<Fact> = change
                .condition
                .iter()
                .copied()
                .filter(|required| value_before(required.variable).is_none())
                // Setting a variable of two values needs not ask whether it has the other one.
                .filter(|required| !is_binary || other_value_set || required.variable != fact.variable)
                .collect();
            let condition = if condition.is_empty() {
                always = Some(fact);
                effects.retain(|effect| effect.fact != fact);
                0
            } else {
                operators.effect_conditions.push(condition) as u32
            };
            effects.push(Effect { fact, condition });
        }
        if effects.is_empty() {
            return;
        }
        operators.costs.push(self.ground.costs[operator]);
        operators.preconditions.push(precondition);
        operators.effects.push(effects);
        self.draft.sources.push(operator as u32);
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
