//! Parsing: from text to a checked domain or problem.

mod action;
mod atom;
mod body;
mod cost;
mod define;
mod derived;
mod domain;
mod effect;
mod formula;
mod hierarchy;
mod init;
mod metric;
mod notes;
mod number;
mod objects;
mod problem;
mod requirements;
mod scope;
mod signatures;
mod type_table;
mod typed_list;
mod unknown;
mod vocabulary;
mod with_init;

use crate::fault::Result as Reading;
use crate::reader::read;
use crate::sexpr::Tree;
use crate::symbols::keyword;
use crate::{Diagnostic, Domain, GroundAtom, Place, Problem, Source};

use define::definition;
use notes::Notes;
use problem::Sections;
use with_init::Rewriting;

/// How to treat questionable text that can still be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Accept it with a warning.
    Lenient,
    /// Refuse it: every warning is an error.
    Strict,
}

/// A domain or problem, and the warnings about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The domain or problem.
    pub value: T,
    /// The warnings, in the order they were found; always empty when strict.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and checks a domain.
///
/// # Errors
/// Returns the first error, or the first use of a feature that is not supported.
pub fn parse_domain(source: &Source, strictness: Strictness) -> Result<Parsed<Domain>, Diagnostic> {
    parse(source, strictness, domain::domain)
}

/// Reads a problem and checks it against its domain.
///
/// # Errors
/// Returns the first error, or the first use of a feature that is not supported.
pub fn parse_problem(
    domain: &Domain,
    source: &Source,
    strictness: Strictness,
) -> Result<Parsed<Problem>, Diagnostic> {
    parse(source, strictness, |tree, notes| problem::problem(domain, tree, notes))
}

/// The text of a problem with other atoms in its initial state; the values of functions, and everything outside
/// `:init`, stay as written. `problem` is the one that was read from the text.
///
/// # Errors
/// Where [`parse_problem`] refuses the text.
pub fn with_init(
    domain: &Domain,
    problem: &Problem,
    source: &Source,
    atoms: &[GroundAtom],
) -> Result<String, Diagnostic> {
    let rewriting = Rewriting { text: &source.text, domain, problem };
    let lenient = Strictness::Lenient;
    parse(source, lenient, |tree, notes| rewriting.with_init(atoms, tree, notes)).map(|text| text.value)
}

/// The place of a problem's `:init`, or of its name if it has none.
///
/// # Errors
/// Where the text is no problem.
pub fn init_place(source: &Source) -> Result<Place, Diagnostic> {
    let span = parse(source, Strictness::Lenient, |tree, notes| {
        let definition = definition(tree, keyword::PROBLEM)?;
        let name = definition.name.span();
        let sections = Sections::sort(definition.sections, notes)?;
        Ok(sections.init.first().map_or(name, |section| section.keyword.span()))
    });
    Ok(Place::new(source, span?.value))
}

fn parse<T>(
    source: &Source,
    strictness: Strictness,
    meaning: impl FnOnce(&Tree, &mut Notes) -> Reading<T>,
) -> Result<Parsed<T>, Diagnostic> {
    let mut notes = Notes::new(strictness);
    match read(&source.text).and_then(|tree| meaning(&tree, &mut notes)) {
        Ok(value) => Ok(Parsed { value, warnings: notes.into_warnings(source) }),
        Err(fault) => Err(fault.locate(source)),
    }
}
