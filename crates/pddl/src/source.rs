//! The text of a file, and places in it.

/// A file's text under the name that diagnostics show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Shown in diagnostics: usually the path as the user gave it.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// A range of bytes in a source's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub(crate) const START: Span = Span { start: 0, end: 0 };

    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }
}
