//! Which variables of a negated goal other goals share.
//!
//! `p(X) :- q(X), \+ r(X,Y).` asks whether there is any `Y`, so that `Y` need not be known; `X` has to be.

use rustc_hash::FxHashSet;

use super::clause::Clause;
use crate::{Node, TermId, Terms, names};

/// Puts beside every negated goal of the body the variables in it that occur elsewhere in the clause.
pub(super) fn note_shared_variables(clause: &mut Clause, terms: &mut Terms) {
    let Some(body) = clause.body else { return };
    let mut goals = terms.conjuncts(body);
    if !goals.iter().any(|&goal| negated(terms, goal).is_some()) {
        return;
    }
    let mut all = variables(terms, clause.head);
    let of_goals: Vec<FxHashSet<u32>> = goals.iter().map(|&goal| variables(terms, goal)).collect();
    let mut repeated = FxHashSet::default();
    for of_goal in &of_goals {
        repeated.extend(of_goal.iter().copied().filter(|&variable| !all.insert(variable)));
    }
    for (goal, of_goal) in goals.iter_mut().zip(&of_goals) {
        let Some(inner) = negated(terms, *goal) else { continue };
        let mut shared: Vec<u32> = of_goal.intersection(&repeated).copied().collect();
        shared.sort_unstable();
        let shared: Vec<TermId> = shared.into_iter().map(|variable| terms.variable(variable)).collect();
        let shared = terms.compound(names::TUPLE, &shared);
        *goal = terms.compound(names::NEGATION, &[inner, shared]);
    }
    let last = goals.pop().unwrap_or(body);
    clause.body =
        Some(goals.iter().rev().fold(last, |rest, &goal| terms.compound(names::COMMA, &[goal, rest])));
}

fn negated(terms: &Terms, goal: TermId) -> Option<TermId> {
    match terms.functor(goal) {
        Some((names::NEGATION | names::NOT, 1)) => terms.arguments(goal).first().copied(),
        _ => None,
    }
}

fn variables(terms: &Terms, term: TermId) -> FxHashSet<u32> {
    let mut found = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match terms.node(term) {
            Node::Variable(number) => drop(found.insert(number)),
            _ if terms.is_ground(term) => {}
            _ => open.extend(terms.arguments(term)),
        }
    }
    found
}
