//! Finds the parenthesis to blame when they don't match.

use crate::fault::Fault;
use crate::sexpr::{Kind, Tree};
use crate::source::Span;

/// A `)` at `at` with no list open.
pub(crate) fn stray_closing(tree: &Tree, at: usize) -> Box<Fault> {
    let fault = Fault::error(parenthesis(at), "unbalanced parentheses").label("this `)` closes nothing");
    match tree.roots().next() {
        Some(root) if root.is_list() => {
            let closing = parenthesis(root.span().end as usize - 1);
            fault.see("the definition is already closed", closing)
        }
        _ => fault,
    }
}

/// The file ended inside the lists `open`.
///
/// The outermost one is to blame only at first sight: a parenthesis forgotten further in makes the
/// next keyword stand too deep, and that is visible.
pub(crate) fn unclosed(tree: &Tree, open: &[usize]) -> Box<Fault> {
    let opening = |list: usize| parenthesis(tree.entries[list].span.start as usize);
    let fault =
        |list: usize| Fault::error(opening(list), "unbalanced parentheses").label("this `(` is never closed");
    match keyword_too_deep(tree) {
        Some(Swallowed { by, keyword }) => {
            fault(by).see("the next part begins inside it", tree.entries[keyword].span)
        }
        None => fault(open.last().copied().unwrap_or(0)),
    }
}

fn parenthesis(at: usize) -> Span {
    Span::new(at, at + 1)
}

/// A keyword that ended up inside the list before it.
struct Swallowed {
    by: usize,
    keyword: usize,
}

/// The first keyword that begins a section inside a section, or stands further in than one.
fn keyword_too_deep(tree: &Tree) -> Option<Swallowed> {
    /// A list and where it ends.
    struct Enclosing {
        list: usize,
        end: usize,
    }
    let mut enclosing: Vec<Enclosing> = Vec::new();
    for (index, entry) in tree.entries.iter().enumerate() {
        while enclosing.last().is_some_and(|list| list.end <= index) {
            enclosing.pop();
        }
        match entry.kind {
            Kind::List { next } => {
                let end = if next == 0 { usize::MAX } else { next as usize };
                enclosing.push(Enclosing { list: index, end });
            }
            Kind::Word(symbol) if tree.symbols.name(symbol).starts_with(':') => {
                let begins_list = enclosing.last().is_some_and(|list| list.list + 1 == index);
                let blamed = if begins_list { 1 } else { 2 };
                if enclosing.len() > 2 {
                    return Some(Swallowed { by: enclosing[blamed].list, keyword: index });
                }
            }
            Kind::Word(_) => {}
        }
    }
    None
}
