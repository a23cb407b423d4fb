//! Errors and warnings about a text, with their place and a remedy.

use pddl::{Diagnostic, Place, Severity};

/// A text with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// Its name, as errors shall show it.
    pub name: &'a str,
    /// The text itself.
    pub text: &'a str,
}

/// A range of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

/// An error at a place of a text.
pub fn error(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Error, source, span, message.into())
}

/// A warning about a place of a text.
pub fn warning(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Warning, source, span, message.into())
}

/// An error about what is understood, but can't be done.
pub fn unsupported(source: Source<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    diagnostic(Severity::Unsupported, source, span, message.into())
}

fn diagnostic(severity: Severity, source: Source<'_>, span: Span, message: String) -> Diagnostic {
    let place = Place::of_bytes(source.name, source.text, span.start as usize..span.end as usize);
    Diagnostic { severity, message, place: Box::new(place), label: String::new(), help: None }
}
