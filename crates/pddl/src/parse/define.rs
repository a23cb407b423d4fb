//! The outermost form: `(define (domain name) section…)`.

use tools::nearest;

use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes, Tree};
use crate::source::Span;
use crate::symbols::{Symbol, keyword};

use super::notes::Notes;

/// A file's name and sections.
pub(crate) struct Definition<'t> {
    pub name: Node<'t>,
    pub sections: Nodes<'t>,
}

/// A section's keyword and all of it.
#[derive(Clone, Copy)]
pub(crate) struct Section<'t> {
    pub keyword: Node<'t>,
    pub node: Node<'t>,
}

impl<'t> Section<'t> {
    /// Checks that a part of a definition looks like a section.
    pub(crate) fn new(node: Node<'t>, known: &[&str]) -> Result<Self> {
        let place = match node.head() {
            Some((keyword, _)) if keyword.word().starts_with(':') => return Ok(Self { keyword, node }),
            Some((word, _)) => word,
            None => node,
        };
        let fault = Fault::error(place.span(), "expected a section")
            .label("sections look like `(:keyword …)`")
            .suggest(nearest(&format!(":{}", place.word()), known.iter().copied()));
        Err(fault)
    }

    /// The nodes after the keyword.
    pub(crate) fn content(self) -> Nodes<'t> {
        self.node.tail()
    }
}

/// Finds the one definition of a file and checks that it is of the `wanted` kind:
/// [`keyword::DOMAIN`] or [`keyword::PROBLEM`].
pub(crate) fn definition(tree: &Tree, wanted: Symbol) -> Result<Definition<'_>> {
    let wanted_word = tree.symbols.name(wanted);
    let expected = format!("a {wanted_word} file looks like `(define ({wanted_word} name) …)`");
    let mut roots = tree.roots();
    let Some(root) = roots.next() else {
        return Err(Fault::error(Span::START, "the file is empty").help(expected));
    };
    if !root.head().is_some_and(|(_, symbol)| symbol == keyword::DEFINE) {
        let place = root.head().map_or(root, |(word, _)| word);
        return Err(Fault::error(place.span(), "expected `(define …)`").help(expected));
    }
    if let Some(extra) = roots.next() {
        return Err(after_the_end(root, extra));
    }
    let mut parts = root.tail();
    let Some(title) = parts.next().filter(|title| title.is_list()) else {
        return Err(Fault::error(root.span(), format!("expected `({wanted_word} name)`")).help(expected));
    };
    let mut title_parts = title.children();
    let kind = title_parts.next().and_then(Node::symbol);
    if kind != Some(wanted) {
        return Err(wrong_kind(title, kind, wanted_word).unwrap_or_else(|| {
            Fault::error(title.span(), format!("expected `({wanted_word} name)`")).help(expected)
        }));
    }
    match (title_parts.next(), title_parts.next()) {
        (Some(name), None) if !name.is_list() => Ok(Definition { name, sections: parts }),
        _ => {
            let fault = Fault::error(title.span(), format!("expected the name of the {wanted_word}"));
            Err(fault.help(expected))
        }
    }
}

fn wrong_kind(title: Node<'_>, kind: Option<Symbol>, wanted: &str) -> Option<Box<Fault>> {
    let given = match kind? {
        keyword::DOMAIN => "domain",
        keyword::PROBLEM => "problem",
        _ => return None,
    };
    let fault = Fault::error(title.span(), format!("this is a {given}, where a {wanted} was expected"));
    Some(fault.help("the domain comes first, then the problem"))
}

fn after_the_end(root: Node<'_>, extra: Node<'_>) -> Box<Fault> {
    let place = extra.head().map_or(extra, |(word, _)| word);
    let fault = Fault::error(place.span(), "text after the end of the definition");
    if place.symbol() == Some(keyword::DEFINE) {
        return fault.help("put each definition into a file of its own");
    }
    let end = root.span().end as usize;
    fault.label("there may be one `)` too many before").see("the definition ends", Span::new(end - 1, end))
}

/// An unknown section.
pub(crate) fn unknown_section(section: Section<'_>, known: &[&str]) -> Box<Fault> {
    let word = section.keyword.word();
    let fault = Fault::error(section.keyword.span(), format!("unknown section {}", quoted(word)));
    fault.suggest(nearest(word, known.iter().copied()))
}

/// Warns of a section that should occur only once. Repeated ones are read as if they were one.
pub(crate) fn warn_if_repeated(sections: &[Section<'_>], notes: &mut Notes) -> Result<()> {
    if let [first, second, ..] = sections {
        let message = format!("{} is given twice", quoted(second.keyword.word()));
        let fault = Fault::error(second.keyword.span(), message);
        notes.warn(fault.see("first given", first.keyword.span()))?;
    }
    Ok(())
}
