//! A clause: a head, and a body that it follows from.

use crate::TermId;
use crate::diagnostic::Span;

/// The head holds if the goals of the body do.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The head.
    pub head: TermId,
    /// The goals; none for a fact.
    pub body: Option<TermId>,
    /// How many variables there are.
    pub variables: u32,
    /// Where it stands.
    pub span: Span,
}
