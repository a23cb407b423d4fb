//! Why a model can't be used for a task.

use std::fmt::{self, Display};

use network::hypergraph::Roles;
use network::logic::ARITIES;

/// The largest number of objects for logic machines: memory grows with its cube, and this takes a few hundred megabytes.
pub(crate) const MOST_OBJECTS: usize = 200;

/// The largest number of facts and actions for hypergraph networks: this takes a few hundred megabytes, and seconds for a state.
pub(crate) const MOST_FACTS_AND_ACTIONS: usize = 200_000;

/// Why a model can't be used for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It was trained on another domain.
    Domain {
        /// The model's.
        model: String,
        /// The task's.
        task: String,
    },
    /// It was trained on a domain of the same name with other predicates.
    Predicates {
        /// Those that the model's domain alone has.
        only_model: Vec<String>,
        /// Those that the task's domain alone has.
        only_task: Vec<String>,
    },
    /// It was trained on a task with another goal.
    Goal {
        /// Goals of the model's task alone.
        only_model: Vec<String>,
        /// Goals of the task alone.
        only_task: Vec<String>,
    },
    /// The task has facts that the model has no input for.
    Facts(Vec<String>),
    /// It takes relations among objects, and these predicates have too many arguments.
    Arity(Vec<String>),
    /// It takes relations among objects, and the task (in SAS+) does not list its objects.
    NoObjects,
    /// It takes all tuples of objects, and the task has too many objects: this many.
    Objects(usize),
    /// It takes the atoms of the goal, and the goal is not a conjunction of atoms.
    GoalForm,
    /// It takes all facts and actions, and there are too many.
    Hypergraph {
        /// The number of facts that are relevant for the goal.
        facts: usize,
        /// The number of actions that achieve them.
        actions: usize,
    },
    /// It is a model of a puzzle.
    Puzzle(String),
    /// An action has more preconditions or effects than any action it was trained on.
    Roles {
        /// The model's.
        model: Roles,
        /// The task's.
        task: Roles,
    },
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain { model, task } => {
                write!(f, "it was trained on the domain `{model}`, and this task is of the domain `{task}`")
            }
            Self::Predicates { only_model, only_task } => {
                f.write_str("it was trained on a domain of the same name with other predicates")?;
                write_differences(f, only_model, only_task)
            }
            Self::Goal { only_model, only_task } => {
                f.write_str("it was trained on one task, and this task has another goal")?;
                write_differences(f, only_model, only_task)
            }
            Self::Facts(facts) => {
                f.write_str("it was trained on one task, and this task has facts that it does not know: ")?;
                write_some(f, facts)
            }
            Self::Arity(predicates) => {
                let most = ARITIES - 1;
                write!(f, "logic features take predicates of at most {most} objects, and there are ")?;
                write_some(f, predicates)
            }
            Self::Puzzle(space) => {
                write!(f, "it is a model of {space}, and this is a planning task")
            }
            Self::NoObjects => f.write_str(
                "it looks at the objects that facts are about, which a task in SAS+ does not tell",
            ),
            Self::Objects(count) => {
                write!(f, "it looks at all triples of objects, and this task has {count} objects")?;
                write!(f, "; {MOST_OBJECTS} are the most it is used for")
            }
            Self::Hypergraph { facts, actions } => {
                write!(f, "it looks at all facts and actions, and this task has {facts} and {actions}")?;
                write!(f, "; {MOST_FACTS_AND_ACTIONS} together are the most it is used for")
            }
            Self::Roles { model, task } => {
                let Roles { senders, receivers } = model;
                write!(f, "it can tell apart {senders} preconditions and {receivers} effects of an action")?;
                f.write_str(
                    ", as many as there were where it was trained, and this task has actions with up to ",
                )?;
                write!(f, "{} and {}", task.senders, task.receivers)
            }
            Self::GoalForm => {
                f.write_str("it looks at the atoms of the goal, and this goal is no conjunction of atoms")
            }
        }
    }
}

impl std::error::Error for Mismatch {}

fn write_differences(f: &mut fmt::Formatter<'_>, only_model: &[String], only_task: &[String]) -> fmt::Result {
    for (whose, names) in [("the model", only_model), ("the task", only_task)] {
        if !names.is_empty() {
            write!(f, "; only {whose} has ")?;
            write_some(f, names)?;
        }
    }
    Ok(())
}

/// Writes a few names, and the number of further ones.
fn write_some(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    let shown = names.len().min(5);
    f.write_str(&names[..shown].join(", "))?;
    if names.len() > shown { write!(f, " and {} more", names.len() - shown) } else { Ok(()) }
}
