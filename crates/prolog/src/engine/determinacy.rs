//! Which predicates have at most one answer, whatever they are asked.

use rustc_hash::FxHashSet;

use super::{Indicator, Program};
use crate::{TermId, Terms, names};

impl Program {
    /// Is it certain that a predicate has at most one answer once the arguments at these places, as bits, are known?
    pub fn is_determinate(&self, indicator: Indicator, known: u8, terms: &Terms) -> bool {
        let Some(definition) = self.definition(indicator) else { return true };
        if !definition.is_table(terms) {
            return self.has_one_answer(indicator, terms, &mut Vec::new());
        }
        let inputs = |head: TermId| -> Vec<TermId> {
            let arguments = terms.arguments(head).iter().enumerate();
            arguments.filter(|(place, _)| known >> place & 1 == 1).map(|(_, &argument)| argument).collect()
        };
        let heads: FxHashSet<TermId> = definition.clauses.iter().map(|clause| clause.head).collect();
        let keys: FxHashSet<Vec<TermId>> = heads.iter().map(|&head| inputs(head)).collect();
        keys.len() == heads.len()
    }

    /// One clause, and nothing in it that may have two answers.
    fn has_one_answer(&self, indicator: Indicator, terms: &Terms, open: &mut Vec<Indicator>) -> bool {
        let Some(definition) = self.definition(indicator) else { return is_control(indicator, terms) };
        let [clause] = definition.clauses.as_slice() else { return false };
        if open.contains(&indicator) {
            return false;
        }
        open.push(indicator);
        let has_one = clause.body.is_none_or(|body| self.goal_has_one(body, terms, open));
        open.pop();
        has_one
    }

    fn goal_has_one(&self, goal: TermId, terms: &Terms, open: &mut Vec<Indicator>) -> bool {
        let arguments = terms.arguments(goal);
        match (terms.functor(goal), arguments) {
            (None, _) => false,
            (Some((names::COMMA, 2)), &[one, other]) => {
                self.goal_has_one(one, terms, open) && self.goal_has_one(other, terms, open)
            }
            (Some((names::SEMICOLON, 2)), &[one, other]) => {
                let is_conditional = terms.matches(one, names::ARROW, 2).is_some();
                is_conditional && self.goal_has_one(one, terms, open) && self.goal_has_one(other, terms, open)
            }
            (Some((names::ARROW, 2)), &[_, then]) => self.goal_has_one(then, terms, open),
            (Some((names::NEGATION | names::NOT, _)), _) => true,
            (Some(indicator), _) => self.has_one_answer(indicator, terms, open),
        }
    }
}

/// Goals that are built in have at most one answer, but for `call`.
fn is_control((name, _): Indicator, terms: &Terms) -> bool {
    terms.text(name) != "call"
}
