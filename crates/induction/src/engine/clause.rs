//! A clause: a head, and a body that it follows from.

use crate::diagnostic::Span;
use crate::prolog::TermId;

/// The head holds if the goals of the body do.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub head: TermId,
    pub body: Option<TermId>,
    pub variables: u32,
    pub span: Span,
}
