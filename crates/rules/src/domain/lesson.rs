//! Learns rules about the states of a domain.

use induction::{Literal, Variable};

use super::background::{Background, Meaning};
use super::{DomainRules, Material};
use crate::ladder::{self, Clause, Effort, Ladder, LearnedRules};

/// Learns rules that are true of all examples. Returns them, and the statistics of learning.
///
/// Conditions grow literal by literal, so that there is a result with short conditions when time runs out.
pub fn learn(
    material: &Material,
    effort: &Effort,
    is_over: &(dyn Fn() -> bool + Sync),
) -> (DomainRules, LearnedRules) {
    let Material { background, vocabulary, facts, .. } = material;
    let learn = |condition_literals: usize| {
        ladder::learn(vocabulary, facts, &Effort { condition_literals, ..*effort }, is_over)
    };
    let mut lesson = learn(1);
    for condition_literals in 2..=effort.condition_literals {
        let longer = learn(condition_literals);
        if is_over() {
            break;
        }
        lesson = longer;
    }
    let clauses = lesson.clauses.iter().map(|clause| joined(background, clause)).collect();
    (DomainRules { background: background.clone(), ladder: Ladder::new(clauses) }, lesson)
}

/// A rule is about one goal: where several of its conditions name the goal, they name the same.
fn joined(background: &Background, clause: &Clause) -> Clause {
    let is_wanted = |literal: &&Literal| {
        matches!(background.terms[usize::from(literal.predicate)].meaning, Meaning::Wanted(_))
    };
    let Some(goal) = clause.body.iter().find(is_wanted) else { return clause.clone() };
    let mut body = clause.body.clone();
    let others = clause.body.iter().filter(is_wanted).filter(|other| other.predicate == goal.predicate);
    let same = others.flat_map(|other| other.arguments.iter().copied().zip(goal.arguments.iter().copied()));
    for (from, to) in same.collect::<Vec<(Variable, Variable)>>() {
        for argument in body.iter_mut().flat_map(|literal| &mut literal.arguments).filter(|own| **own == from)
        {
            *argument = to;
        }
    }
    let mut once: Vec<Literal> = Vec::with_capacity(body.len());
    body.into_iter().for_each(|literal| {
        if !once.contains(&literal) {
            once.push(literal);
        }
    });
    Clause { body: once, ..clause.clone() }
}
