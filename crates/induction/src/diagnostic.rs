//! What is wrong with a text, where, and what would be right.

use pddl::{Diagnostic, Place, Severity};

/// A text with the name to call it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// Its name, as errors shall show it.
    pub name: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// From which byte up to which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

/// That something is wrong at a place.
pub fn error(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Error, source, span, message.into())
}

pub(crate) fn warning(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Warning, source, span, message.into())
}

pub(crate) fn unsupported(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Unsupported, source, span, message.into())
}

fn diagnostic(severity: Severity, source: Source<'_>, span: Span, message: String) -> Diagnostic {
    let place = Place::of_bytes(source.name, source.text, span.start as usize..span.end as usize);
    Diagnostic { severity, message, place: Box::new(place), label: String::new(), help: None }
}
