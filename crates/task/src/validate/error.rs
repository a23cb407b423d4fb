//! Why a plan could not be judged.

use std::fmt::{self, Display, Formatter};

use super::verdict::Flaw;

/// Why a plan could not be judged: the task is at fault, not the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidateError {
    /// A derived predicate depends on its own negation, so that its rules have no clear meaning.
    Unstratifiable {
        /// The derived predicate.
        predicate: String,
        /// A predicate that a rule of the first negates, and that depends on the first.
        negated: String,
    },
    /// A condition leaves more choices open at once than the validator follows.
    TooComplex,
    /// The operators of one name lead to more different states than the validator follows.
    TooManyAlternatives {
        /// The step, from 1.
        step: usize,
    },
    /// The costs of the actions add up to more than 64 bits hold.
    CostOverflow,
}

impl Display for ValidateError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unstratifiable { predicate, negated } if predicate == negated => {
                write!(f, "the derived predicate `{predicate}` depends on its own negation")
            }
            Self::Unstratifiable { predicate, negated } => write!(
                f,
                "the derived predicate `{predicate}` depends on its own negation, by way of `{negated}`"
            ),
            Self::TooComplex => f.write_str("a condition has too many variables to be evaluated"),
            Self::TooManyAlternatives { step } => {
                write!(f, "at step {step}, operators of the same name lead to too many different states")
            }
            Self::CostOverflow => f.write_str("the cost of the plan is too large a number"),
        }
    }
}

impl std::error::Error for ValidateError {}

/// Why a plan could not be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutionError {
    /// The task is at fault.
    Task(ValidateError),
    /// The plan is.
    Plan(Flaw),
}

impl From<ValidateError> for ExecutionError {
    fn from(error: ValidateError) -> Self {
        Self::Task(error)
    }
}

impl Display for ExecutionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(error) => error.fmt(f),
            Self::Plan(flaw) => flaw.fmt(f),
        }
    }
}

impl std::error::Error for ExecutionError {}

/// A search for objects went too deep.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooComplex;

impl From<TooComplex> for ValidateError {
    fn from(_: TooComplex) -> Self {
        Self::TooComplex
    }
}
