//! Grounding the tasks of a data set from their PDDL.

use std::fmt::{self, Display};

use pddl::{Diagnostic, Source, Strictness};
use search::Budget;
use task::{GroundError, Task};

use crate::DataSet;

/// Why a problem can't be grounded.
#[derive(Clone, Debug)]
pub enum TaskError {
    /// The PDDL is wrong.
    Pddl(Box<Diagnostic>),
    /// It can't be grounded.
    Ground(Box<GroundError>),
}

impl DataSet {
    /// The grounded task of the problem at this position.
    ///
    /// # Errors
    /// When the set's PDDL is wrong, or the budget does not suffice.
    pub fn task(&self, problem: usize, budget: &Budget) -> Result<Task, TaskError> {
        let problem = &self.problems[problem];
        ground(&self.domain, &problem.name, &problem.text, budget)
    }
}

/// The grounded task of a problem's text.
pub(crate) fn ground(domain: &str, name: &str, problem: &str, budget: &Budget) -> Result<Task, TaskError> {
    let domain = Source::new("domain", domain);
    let domain = pddl::parse_domain(&domain, Strictness::Lenient).map_err(wrong_pddl)?.value;
    let problem = Source::new(name, problem);
    let problem = pddl::parse_problem(&domain, &problem, Strictness::Lenient).map_err(wrong_pddl)?.value;
    task::ground(&domain, &problem, budget).map_err(|error| TaskError::Ground(Box::new(error)))
}

fn wrong_pddl(diagnostic: Diagnostic) -> TaskError {
    TaskError::Pddl(Box::new(diagnostic))
}

impl Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pddl(diagnostic) => diagnostic.fmt(f),
            Self::Ground(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TaskError {}
