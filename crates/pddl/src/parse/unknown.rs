//! Errors for unknown names.

use tools::nearest;

use crate::fault::{Fault, quoted};
use crate::sexpr::Node;

use super::vocabulary::Vocabulary;

/// A list where a variable or object should be.
pub(crate) fn nested_term(vocabulary: &Vocabulary<'_>, node: Node<'_>) -> Box<Fault> {
    let is_function = node.head().is_some_and(|(_, symbol)| vocabulary.function_ids.get(symbol).is_some());
    if is_function {
        return Fault::unsupported(node.span(), "functions as arguments");
    }
    Fault::error(node.span(), "expected a variable or an object").label("a list")
}

pub(crate) fn unknown_object(vocabulary: &Vocabulary<'_>, node: Node<'_>) -> Box<Fault> {
    Fault::error(node.span(), format!("unknown object {}", quoted(node.word())))
        .label("no such constant or object")
        .suggest(nearest(node.word(), vocabulary.object_names()))
}

pub(crate) fn unknown_function(vocabulary: &Vocabulary<'_>, name: Node<'_>) -> Box<Fault> {
    Fault::error(name.span(), format!("unknown function {}", quoted(name.word())))
        .label("not declared in :functions")
        .suggest(nearest(name.word(), vocabulary.function_names()))
}

pub(crate) fn unknown_predicate(vocabulary: &Vocabulary<'_>, node: Node<'_>, name: Node<'_>) -> Box<Fault> {
    let unsupported = match name.word() {
        "increase" | "decrease" | "assign" | "scale-up" | "scale-down" => {
            Some("numeric effects other than `(increase (total-cost) …)`")
        }
        "<" | "<=" | ">" | ">=" => Some("numeric conditions"),
        "preference" => Some("preferences"),
        _ => None,
    };
    if let Some(what) = unsupported {
        return Fault::unsupported(node.span(), what);
    }
    Fault::error(name.span(), format!("unknown predicate {}", quoted(name.word())))
        .label("not declared in :predicates")
        .suggest(nearest(name.word(), vocabulary.predicate_names()))
}
