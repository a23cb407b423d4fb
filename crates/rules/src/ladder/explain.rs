//! Which rule decides the value of a state, and why it holds.

use induction::{Bits, Literal, Variable};

use super::coverage::Coverage;
use super::vocabulary::{Meaning, Value};
use super::{Facts, Ladder, Vocabulary};

/// A literal with the values for which it holds in a state; the value of the state itself is 0.
pub type Instance = (Literal, Vec<Value>);

/// For each state the number of the rule that decides its value, if any holds: the first of those with the largest cost.
pub fn deciding(ladder: &Ladder, vocabulary: &Vocabulary, facts: &Facts) -> Vec<Option<u32>> {
    let mut coverage = Coverage::new(vocabulary, facts, ladder);
    let mut deciding = vec![None; facts.len()];
    let mut left = Bits::all(facts.len());
    let mut end = ladder.clauses.len();
    for of_a_cost in ladder.clauses.chunk_by(|one, other| one.cost == other.cost).rev() {
        let start = end - of_a_cost.len();
        for number in start..end {
            let decided = coverage.of(number as u32).and(&left);
            decided.iter().for_each(|state| deciding[state] = Some(number as u32));
            left.remove(&decided);
        }
        end = start;
    }
    deciding
}

/// Why a rule holds in a state, whose ground atoms `holds` tells: its literals and those of the rules that it calls, with
/// values; `None` if it does not hold.
pub fn reasons(
    ladder: &Ladder,
    vocabulary: &Vocabulary,
    rule: u32,
    holds: &dyn Fn(usize) -> bool,
) -> Option<Vec<Instance>> {
    let clause = ladder.clauses.get(rule as usize)?;
    let mut reasons: Vec<Instance> = Vec::new();
    for body in ladder.unfolded(clause) {
        let most = body.iter().flat_map(|literal| &literal.arguments).max().copied().unwrap_or(0);
        let mut values = vec![0; usize::from(most) + 1];
        let state = State { vocabulary, holds, body: &body };
        if !state.bind(&mut values, 1) {
            return None;
        }
        for literal in body {
            let own = literal.arguments.iter().map(|&variable| values[usize::from(variable)]).collect();
            let reason = (literal, own);
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    Some(reasons)
}

struct State<'a> {
    vocabulary: &'a Vocabulary,
    holds: &'a dyn Fn(usize) -> bool,
    body: &'a [Literal],
}

impl State<'_> {
    /// Finds values for all variables from one on such that the body holds.
    fn bind(&self, values: &mut Vec<Value>, variable: usize) -> bool {
        let is_settled = |literal: &&Literal| {
            let last = literal.arguments.iter().max().map_or(0, |&last| usize::from(last));
            last + 1 == variable
        };
        if !self.body.iter().filter(is_settled).all(|literal| self.is_true(literal, values)) {
            return false;
        }
        if variable == values.len() {
            return true;
        }
        (0..self.count(variable)).any(|value| {
            values[variable] = value as Value;
            self.bind(values, variable + 1)
        })
    }

    /// How many values a variable has.
    fn count(&self, variable: usize) -> usize {
        let of = self.body.iter().find_map(|literal| {
            let place = literal.arguments.iter().position(|&own| usize::from(own) == variable)?;
            Some(self.vocabulary.frame().body[usize::from(literal.predicate)].types[place])
        });
        of.map_or(1, |of| self.vocabulary.values(of))
    }

    fn is_true(&self, literal: &Literal, values: &[Value]) -> bool {
        let predicate = usize::from(literal.predicate);
        let value = |&variable: &Variable| values[usize::from(variable)];
        match self.vocabulary.meaning(predicate) {
            Meaning::OfValues(tuples) => {
                tuples.iter().any(|tuple| tuple.iter().copied().eq(literal.arguments.iter().map(value)))
            }
            &Meaning::OfState(first) => {
                let values = literal.arguments[1..].iter().map(value);
                (self.holds)(self.vocabulary.atom(predicate, first, values))
            }
        }
    }
}
