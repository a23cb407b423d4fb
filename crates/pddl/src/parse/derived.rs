//! `:derived`.

use crate::fault::{Fault, Result};
use crate::sexpr::Node;
use crate::{Axiom, PredicateId, Requirement};

use super::atom::{check_count, predicate};
use super::body::Body;
use super::define::Section;
use super::vocabulary::Vocabulary;

/// Which predicate the section derives.
pub(crate) fn derived_predicate(section: Section<'_>, vocabulary: &Vocabulary<'_>) -> Result<PredicateId> {
    let head = parts(section)?.0;
    let Some((name, symbol)) = head.head() else {
        return Err(Fault::error(head.span(), "expected `(predicate ?variable …)`"));
    };
    predicate(vocabulary, head, name, symbol)
}

/// Reads a derivation rule.
pub(crate) fn derived(section: Section<'_>, body: &mut Body<'_>) -> Result<Axiom> {
    body.notes.uses(Requirement::DerivedPredicates);
    let predicate = derived_predicate(section, body.vocabulary)?;
    let (head, condition) = parts(section)?;
    let variables = body.bind_all(head.tail())?;
    let arity = variables.len();
    let parameters = &body.vocabulary.predicates[predicate.index()].parameters;
    check_count(head, arity, parameters)?;
    for (variable, wanted) in variables.into_iter().zip(parameters) {
        body.check_variable(head, variable, wanted)?;
    }
    let condition = body.formula(condition)?;
    Ok(Axiom { predicate, variables: body.scope.finish(), arity, condition })
}

fn parts(section: Section<'_>) -> Result<(Node<'_>, Node<'_>)> {
    let mut content = section.content();
    match (content.next(), content.next(), content.next()) {
        (Some(head), Some(condition), None) if head.is_list() => Ok((head, condition)),
        _ => Err(Fault::error(section.keyword.span(), "expected a head and one condition")
            .help("write `(:derived (predicate ?variable …) condition)`")),
    }
}
