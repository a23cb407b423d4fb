//! Conjunctions of literals as conjunctions of finite-domain facts.

use super::variables::Encoding;
use crate::Fact;
use crate::propositional::{FactId, Literal};
use crate::rows::Rows;

/// Translates conditions. A negated literal of a variable with more than two values is a disjunction over its other
/// values, so one condition can become several.
pub(super) struct ConditionEncoder<'a> {
    pub encoding: &'a Encoding,
    /// By fact: the mutex groups it is in.
    groups_of: Rows<u32>,
    /// By mutex group: the fact that the condition at hand has of it.
    seen: Vec<Option<FactId>>,
    touched: Vec<u32>,
}

impl<'a> ConditionEncoder<'a> {
    pub(super) fn new(encoding: &'a Encoding, groups: &Rows<FactId>) -> Self {
        let mut groups_of = vec![Vec::new(); encoding.places.len()];
        for (group, facts) in groups.iter().enumerate() {
            for &fact in facts {
                groups_of[fact as usize].push(group as u32);
            }
        }
        Self {
            encoding,
            groups_of: groups_of.into_iter().collect(),
            seen: vec![None; groups.len()],
            touched: Vec::new(),
        }
    }

    /// The alternatives of a condition whose literals are sorted, each by ascending variable; none if it can't
    /// be met.
    pub(super) fn encode(&mut self, condition: &[Literal]) -> Vec<Vec<Fact>> {
        if self.violates_mutex(condition) {
            return Vec::new();
        }
        let positive = condition.iter().filter(|literal| !literal.is_negated());
        let mut facts: Vec<Fact> = positive.map(|literal| self.encoding.place(literal.fact())).collect();
        facts.sort_unstable();
        facts.dedup();
        if facts.windows(2).any(|pair| pair[0].variable == pair[1].variable) {
            return Vec::new();
        }
        if condition.iter().any(|literal| literal.is_negated()) {
            return self.add_negative(facts, condition);
        }
        vec![facts]
    }

    /// The goal, or `None` if it can't be met. Negated goals always have a value of their own.
    pub(super) fn encode_goal(&mut self, goal: &[Literal]) -> Option<Vec<Fact>> {
        self.encode(goal).pop()
    }

    fn violates_mutex(&mut self, condition: &[Literal]) -> bool {
        let mut violated = condition.windows(2).any(|pair| pair[0].negate() == pair[1]);
        for fact in condition.iter().filter(|literal| !literal.is_negated()).map(|literal| literal.fact()) {
            for &group in &self.groups_of[fact as usize] {
                match self.seen[group as usize].replace(fact) {
                    Some(other) => violated |= other != fact,
                    None => self.touched.push(group),
                }
            }
        }
        for group in self.touched.drain(..) {
            self.seen[group as usize] = None;
        }
        violated
    }

    /// Adds the negated literals to the facts that the others require.
    fn add_negative(&self, facts: Vec<Fact>, condition: &[Literal]) -> Vec<Vec<Fact>> {
        let mut excluded: Vec<Fact> = condition
            .iter()
            .filter(|literal| literal.is_negated())
            .map(|literal| self.encoding.place(literal.fact()))
            .filter(|place| facts.iter().all(|fact| fact.variable != place.variable))
            .collect();
        excluded.sort_unstable();
        let mut alternatives = vec![facts];
        for same_variable in excluded.chunk_by(|one, other| one.variable == other.variable) {
            let variable = same_variable[0].variable;
            let allowed: Vec<Fact> = (0..=self.encoding.none_of_those(variable))
                .map(|value| Fact { variable, value })
                .filter(|fact| !same_variable.contains(fact))
                .collect();
            let extend = |alternative: &Vec<Fact>| {
                let alternative = alternative.clone();
                allowed
                    .iter()
                    .map(move |&fact| {
                        let mut extended = alternative.clone();
                        extended.push(fact);
                        extended
                    })
                    .collect::<Vec<_>>()
            };
            alternatives = alternatives.iter().flat_map(extend).collect();
        }
        for alternative in &mut alternatives {
            alternative.sort_unstable();
        }
        alternatives
    }
}
