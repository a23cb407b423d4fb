//! Lists like `a b - t c - (either u v) d`.

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes};
use crate::symbols::keyword;

/// A name with its type annotation, if it has one.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'t> {
    pub name: Node<'t>,
    /// A type's name or `(either …)`.
    pub annotation: Option<Node<'t>>,
}

/// Reads a typed list of words; `what` they are is for messages.
pub(crate) fn typed_words<'t>(nodes: Nodes<'t>, what: &str) -> Result<Vec<Typed<'t>>> {
    let list = typed_list(nodes, what)?;
    for item in &list {
        if item.name.is_list() {
            return Err(Fault::error(item.name.span(), format!("expected {what}")).label("a list"));
        }
        check_dash(item.name)?;
    }
    Ok(list)
}

/// Reads a typed list of variables.
pub(crate) fn typed_variables<'t>(nodes: Nodes<'t>) -> Result<Vec<Typed<'t>>> {
    let list = typed_words(nodes, "a variable")?;
    for item in &list {
        let word = item.name.word();
        if word.len() < 2 || !word.starts_with('?') {
            let fault =
                Fault::error(item.name.span(), format!("expected a variable, found {}", quoted(word)))
                    .label("variables begin with `?`");
            return Err(match word {
                "?" => fault.help("put the name directly after the `?`"),
                _ => fault.help(format!("write {}", quoted(&format!("?{word}")))),
            });
        }
    }
    Ok(list)
}

/// Reads a typed list of any nodes.
pub(crate) fn typed_list<'t>(mut nodes: Nodes<'t>, what: &str) -> Result<Vec<Typed<'t>>> {
    let mut list: Vec<Typed<'t>> = Vec::new();
    let mut annotated = 0;
    while let Some(node) = nodes.next() {
        if node.symbol() != Some(keyword::DASH) {
            list.push(Typed { name: node, annotation: None });
            continue;
        }
        if annotated == list.len() {
            return Err(Fault::error(node.span(), format!("expected {what} before `-`")));
        }
        let Some(annotation) = nodes.next() else {
            return Err(Fault::error(node.span(), "expected a type after `-`"));
        };
        for item in &mut list[annotated..] {
            item.annotation = Some(annotation);
        }
        annotated = list.len();
    }
    Ok(list)
}

/// `?x -truck` is a missing space, not an object with an odd name.
fn check_dash(name: Node<'_>) -> Result<()> {
    match name.word().strip_prefix('-') {
        Some(rest) if rest.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            let fault = Fault::error(name.span(), format!("{} is not a name", quoted(name.word())));
            Err(fault
                .help(format!("for a type, put a space after the dash: {}", quoted(&format!("- {rest}")))))
        }
        _ => Ok(()),
    }
}
