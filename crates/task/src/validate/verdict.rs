//! The validator's verdict on a plan.

use std::fmt::{self, Display, Formatter};

use tools::numbers::inflected;

/// The validator's verdict on a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The plan can be executed and leads to the goal.
    Valid {
        /// The number of steps.
        steps: usize,
        /// The cost of the plan.
        cost: u64,
        /// The cost according to the plan's text.
        stated_cost: Option<u64>,
    },
    /// The plan fails.
    Invalid(Flaw),
}

/// Where and why a plan fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A step cannot be executed.
    Step {
        /// The step, from 1.
        number: usize,
        /// The line of the plan's text it stands in, from 1.
        line: usize,
        /// The action as in the plan, `(stack a b)`.
        action: String,
        /// Why it cannot be executed.
        reason: Reason,
    },
    /// All steps can be executed, but these parts of the goal do not hold at the end.
    Goal(Vec<Unmet>),
}

/// Why a step cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no such action.
    UnknownAction {
        /// The name in the plan.
        name: String,
        /// An action with a similar name.
        similar: Option<String>,
    },
    /// There is no such object.
    UnknownObject {
        /// The name in the plan.
        name: String,
        /// An object with a similar name.
        similar: Option<String>,
    },
    /// The action takes another number of arguments.
    WrongArity {
        /// How many the action takes.
        expected: usize,
        /// How many the plan gives.
        given: usize,
    },
    /// An argument is of the wrong type.
    WrongType {
        /// The action's parameter, `?x`.
        parameter: String,
        /// The object given for it.
        object: String,
        /// The type it must have: `truck` or `(either truck train)`.
        expected: String,
    },
    /// These parts of the precondition do not hold.
    UnsatisfiedPrecondition(Vec<Unmet>),
    /// The initial state does not say what this summand of the action's cost is.
    UndefinedCost(String),
}

/// A condition that does not hold, as small as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The condition, as PDDL over objects: `(clear b)`.
    pub condition: String,
    /// Why it does not hold.
    pub cause: Cause,
}

/// Why a condition does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There is nothing more to say.
    Plain,
    /// It is a disjunction, and none of its parts holds.
    NoAlternative,
    /// It is existential, and there are no such objects.
    NoWitness,
    /// It is universal, and these objects are an exception.
    Exception {
        /// Variables and the objects they stand for.
        objects: Vec<(String, String)>,
        /// The conditions that do not hold for them.
        unmet: Vec<Unmet>,
    },
    /// It is an implication whose premise holds, but these parts of its conclusion do not.
    Conclusion(Vec<Unmet>),
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid { steps, cost, stated_cost } => {
                write!(f, "the plan is valid: {steps} {}, cost {cost}", inflected(*steps, "step"))?;
                match stated_cost {
                    Some(stated) if stated != cost => write!(f, " (the plan states a cost of {stated})"),
                    _ => Ok(()),
                }
            }
            Self::Invalid(flaw) => write!(f, "the plan is invalid: {flaw}"),
        }
    }
}

impl Display for Flaw {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { number, line, action, reason } => {
                write!(f, "step {number} (line {line}), {action}: {reason}")
            }
            Self::Goal(unmet) => write!(f, "the goal is not satisfied: {}", List(unmet)),
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let did_you_mean = |f: &mut Formatter<'_>, similar: &Option<String>| match similar {
            Some(similar) => write!(f, "; did you mean `{similar}`?"),
            None => Ok(()),
        };
        match self {
            Self::UnknownAction { name, similar } => {
                write!(f, "unknown action `{name}`")?;
                did_you_mean(f, similar)
            }
            Self::UnknownObject { name, similar } => {
                write!(f, "unknown object `{name}`")?;
                did_you_mean(f, similar)
            }
            Self::WrongArity { expected, given } => {
                let arguments = inflected(*expected, "argument");
                write!(f, "the action takes {expected} {arguments}, given {given}")
            }
            Self::WrongType { parameter, object, expected } => {
                write!(f, "`{object}` is given for `{parameter}`, but is not of type {expected}")
            }
            Self::UnsatisfiedPrecondition(unmet) => write!(f, "unsatisfied precondition: {}", List(unmet)),
            Self::UndefinedCost(summand) => write!(f, "the cost {summand} has no value in the initial state"),
        }
    }
}

impl Display for Unmet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} does not hold", self.condition)?;
        match &self.cause {
            Cause::Plain => Ok(()),
            Cause::NoAlternative => f.write_str(" (none of its alternatives does)"),
            Cause::NoWitness => f.write_str(" (no such objects)"),
            Cause::Exception { objects, unmet } => {
                for (index, (variable, object)) in objects.iter().enumerate() {
                    write!(f, "{} {variable} = {object}", if index == 0 { " for" } else { "," })?;
                }
                write!(f, ": {}", List(unmet))
            }
            Cause::Conclusion(unmet) => write!(f, ", though its premise does: {}", List(unmet)),
        }
    }
}

/// Some of the unmet conditions, and how many more there are.
struct List<'a>(&'a [Unmet]);

impl Display for List<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        for (index, unmet) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{unmet}", if index == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}
