//! Asks what follows from clauses, as Prolog does: depth first, by resolution, with negation as failure.

mod clause;
mod components;
mod indexing;
mod link;
mod machine;
mod negation;
mod program;
#[cfg(test)]
mod tests;
mod write_out;

pub(crate) use clause::Clause;
pub(crate) use machine::{Machine, Mode};
pub(crate) use program::{Indicator, Program};

use crate::prolog::TermId;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It was not answered within the steps allowed; the predicate, if any, is the one that was asked last.
    Steps(Option<Indicator>),
    /// What it needs at once does not fit: calls within calls, or terms that grow.
    Space(Option<Indicator>),
    /// Something has to be known that is not: a goal that can't be decided with variables in it.
    Floundered(TermId),
    /// Nothing defines a predicate.
    Undefined(Indicator),
    /// A goal makes no sense.
    Senseless(TermId, &'static str),
}
