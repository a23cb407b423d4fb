//! A domain that problems are generated for.

use std::fmt;

use crate::Parameter;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;

/// A domain that problems are generated for.
pub struct Domain {
    /// Its name.
    pub name: &'static str,
    /// Its name in PDDL. It is another where two generators are for domains that share a name, each with its own PDDL.
    pub pddl_name: &'static str,
    /// A line of help.
    pub summary: &'static str,
    /// The PDDL domain.
    pub pddl: &'static str,
    /// The parameters of its problems.
    pub parameters: &'static [Parameter],
    /// Draws a problem. It need not check whether the goal holds initially.
    pub(crate) draw: fn(&Values, &mut Random) -> Result<Problem, Refusal>,
}

/// The reason for which no problem was drawn.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The draw would not be solvable; draw again.
    Unlucky,
    /// The parameters contradict each other; the text says how.
    Contradiction(String),
}

impl Refusal {
    /// Refuses parameters that contradict each other.
    pub fn unless(is_possible: bool, otherwise: impl FnOnce() -> String) -> Result<(), Self> {
        if is_possible { Ok(()) } else { Err(Self::Contradiction(otherwise())) }
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Domain").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Domains are compared by name.
impl PartialEq for Domain {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Domain {}
