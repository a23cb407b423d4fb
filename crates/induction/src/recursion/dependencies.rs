//! Which arguments of a predicate determine the others: bodies that say the same twice are left out by it.

use super::knowledge::{Background, inputs};
use crate::Constant;
use crate::language::Language;

/// Predicates, and the places, as bits, that determine the rest.
pub(super) fn dependencies(
    language: &Language<'_>,
    own: usize,
    background: Option<&Background>,
) -> Vec<(usize, u8)> {
    let problem = language.problem;
    if !problem.bias.type_counts.is_empty() || language.names_matter() {
        return Vec::new();
    }
    let predicates = (0..problem.body.len()).filter(|&predicate| predicate != own);
    if let Some(Background { program, terms, names, .. }) = background {
        let known = |predicate: usize| problem.body[predicate].directions.as_deref().map_or(0, inputs);
        return predicates
            .map(|predicate| (predicate, known(predicate)))
            .filter(|&(predicate, known)| {
                program.is_determinate((names[predicate], language.arities[predicate]), known, terms)
            })
            .collect();
    }
    let mut found = Vec::new();
    for predicate in predicates {
        let relation = &problem.relations[predicate];
        for place in 0..relation.arity {
            let mut keys: Vec<Vec<Constant>> = relation.iter().map(<[Constant]>::to_vec).collect();
            for tuple in &mut keys {
                tuple.remove(place);
            }
            keys.sort_unstable();
            keys.dedup();
            if keys.len() == relation.len() {
                found.push((predicate, ((1_u16 << relation.arity) - 1) as u8 & !(1 << place)));
            }
        }
    }
    found
}
