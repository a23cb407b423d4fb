//! Induction: the smallest program that holds for all positive examples and for no negative one.
//!
//! A body falls into *parts* that share no variables but the head's: it holds for an example if all its parts do. So parts
//! are asked about examples, once each, and bodies are put together from parts by intersecting sets of examples.
//!
//! Both are tried in the order of their size. A part is worth extending only if everything it extends is (as in the search
//! for frequent sets), and so is a body: what can't belong to a smallest program cuts off all that contains it.

mod bindings;
mod bits;
mod body;
mod contexts;
mod cover;
mod index;
mod language;
mod lineage;
mod part;
mod pool;
mod table;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};

use self::bindings::World;
pub(crate) use self::bits::Bits;
pub(crate) use self::body::{Atom, Body, Canonical, MOST_ARGUMENTS, MOST_PREDICATES, MOST_VARIABLES};
pub(crate) use self::language::Language;
use self::part::Parts;
use self::pool::Pool;
use crate::{Problem, Rule};

/// What came of an induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The rules, which hold for no negative example.
    pub rules: Vec<Rule>,
    /// The positive examples for which none of them holds.
    pub uncovered: Vec<usize>,
    /// Is it certain that no program of the language that covers all is smaller?
    pub is_minimal: bool,
    /// How many bodies and parts of bodies were tried.
    pub tried: u64,
}

impl Program {
    /// The size of all rules.
    pub fn size(&self) -> usize {
        self.rules.iter().map(Rule::size).sum()
    }
}

/// Why there can be no induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsuitable {
    /// A predicate has too many arguments.
    Arguments(String),
    /// There are too many predicates.
    Predicates,
}

impl Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(name) => write!(f, "`{name}` has more than {MOST_ARGUMENTS} arguments"),
            Self::Predicates => write!(f, "there are more than {MOST_PREDICATES} predicates"),
        }
    }
}

impl std::error::Error for Unsuitable {}

/// The smallest program for a problem, or the best so far when `is_over` says so.
///
/// # Errors
/// When the problem is beyond what can be written down here.
pub fn induce(problem: &Problem, is_over: &mut dyn FnMut() -> bool) -> Result<Program, Unsuitable> {
    let mut predicates = problem.body.iter().chain([&problem.head]);
    if let Some(wide) = predicates.find(|predicate| predicate.arity() > MOST_ARGUMENTS) {
        return Err(Unsuitable::Arguments(wide.name.clone()));
    }
    if problem.body.len() > MOST_PREDICATES {
        return Err(Unsuitable::Predicates);
    }
    let language = Language::new(problem);
    let world = World::new(&language);
    let mut pool = Pool::new(problem.examples.positive.len());
    let mut parts = Parts::new(&world);
    let mut is_complete = true;
    for size in 1..=problem.bias.max_body {
        is_complete = parts.grow(size, &mut pool, is_over) && pool.choose(is_over);
        if !is_complete || !parts.may_grow(size, &pool) {
            break;
        }
    }
    let is_minimal = is_complete && !parts.has_gaps && pool.is_complete();
    Ok(pool.program(&language, is_minimal, parts.tried))
}
