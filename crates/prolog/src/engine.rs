//! A small Prolog engine: finds what follows from clauses depth first, by resolution, with negation as failure.

mod clause;
mod components;
mod determinacy;
mod indexing;
mod link;
mod machine;
mod negation;
mod program;
#[cfg(test)]
mod tests;
mod write_out;

pub use clause::Clause;
pub use machine::{Machine, Mode};
pub use program::{Indicator, Program};

use crate::TermId;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was not answered within the steps allowed; the predicate, if any, is the one that was asked last.
    Steps(Option<Indicator>),
    /// It needs too much memory: calls nested too deeply, or terms that grow.
    Space(Option<Indicator>),
    /// A goal can't be decided since a variable in it has no value.
    Floundered(TermId),
    /// Nothing defines a predicate.
    Undefined(Indicator),
    /// A goal makes no sense.
    Senseless(TermId, &'static str),
}
