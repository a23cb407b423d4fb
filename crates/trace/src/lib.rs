//! Plans step by step: every state on the way, the first condition that fails, and advice.
//!
//! [`of_pddl`] executes a plan on a task in PDDL, [`of_ground`] on a ground task that came without. The verdicts are those of
//! [`task::validate`](mod@task::validate); what is here tells how it came to them, as an object that is JSON for others to read.
#![forbid(unsafe_code)]

mod advice;
mod condition;
mod ground;
mod lifted;
mod names;

use serde::Serialize;
use task::validate::{Flaw, Reason};
use task::{Plan, Step};

pub use condition::{Asked, Violated};
pub use ground::of_ground;
pub use lifted::of_pddl;

/// What came of executing a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// Can all steps be executed, and do they lead to the goal?
    pub valid: bool,
    /// The number of the plan's steps.
    pub length: usize,
    /// The cost of the plan; `None` if it is not valid.
    pub cost: Option<u64>,
    /// The cost according to the plan's text.
    pub stated_cost: Option<u64>,
    /// The atoms that hold at the beginning, in order, derived ones left out.
    pub initial: Vec<String>,
    /// The steps up to the first that can't be executed, and what they change.
    pub steps: Vec<Executed>,
    /// Where and why the plan fails.
    pub failure: Option<Failure>,
}

/// A step that was executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Executed {
    /// The step, from 1.
    pub step: usize,
    /// The line of the plan's text it stands in, from 1.
    pub line: usize,
    /// The action, `(stack a b)`.
    pub action: String,
    /// The atoms that hold now and did not before, derived ones left out.
    pub adds: Vec<String>,
    /// The atoms that held before and do not now, derived ones left out.
    pub deletes: Vec<String>,
    /// The cost of all steps so far, this one included.
    pub cost: u64,
}

/// Where and why a plan fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The step that can't be executed, from 1; `None` if it is the goal that does not hold in the end.
    pub step: Option<usize>,
    /// The line of the plan's text it stands in, from 1.
    pub line: Option<usize>,
    /// The action, `(stack a b)`.
    pub action: Option<String>,
    /// The kind of failure.
    pub kind: Kind,
    /// The same in a sentence.
    pub message: String,
    /// The conditions that do not hold, in the order of the PDDL: the first is the first that is violated. Empty where the step
    /// is no action of the task.
    pub violated: Vec<Violated>,
    /// What could be done about it.
    pub advice: Vec<Advice>,
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// There is no such action.
    UnknownAction,
    /// There is no such object.
    UnknownObject,
    /// The action takes another number of arguments.
    WrongArity,
    /// An argument is of the wrong type.
    WrongType,
    /// The precondition does not hold.
    UnsatisfiedPrecondition,
    /// The cost of the action has no value.
    UndefinedCost,
    /// The goal does not hold in the end.
    UnsatisfiedGoal,
}

/// Something that could be done about a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// What could be done, or what is to be known, in a sentence.
    pub text: String,
    /// An action that can be executed in the state where the plan fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

impl Advice {
    fn new(text: String) -> Self {
        Self { text, action: None }
    }
}

impl Executed {
    /// A step, with nothing known yet of what it changes.
    fn new(index: usize, step: &Step, cost: u64) -> Self {
        let (adds, deletes) = (Vec::new(), Vec::new());
        Self { step: index + 1, line: step.line, action: step.to_string(), adds, deletes, cost }
    }
}

impl Failure {
    fn new(flaw: &Flaw, violated: Vec<Violated>, advice: Vec<Advice>) -> Self {
        let message = flaw.to_string();
        match flaw {
            Flaw::Step { number, line, action, reason } => Self {
                step: Some(*number),
                line: Some(*line),
                action: Some(action.clone()),
                kind: reason.into(),
                message,
                violated,
                advice,
            },
            Flaw::Goal(_) => Self {
                step: None,
                line: None,
                action: None,
                kind: Kind::UnsatisfiedGoal,
                message,
                violated,
                advice,
            },
        }
    }
}

impl From<&Reason> for Kind {
    fn from(reason: &Reason) -> Self {
        match reason {
            Reason::UnknownAction { .. } => Self::UnknownAction,
            Reason::UnknownObject { .. } => Self::UnknownObject,
            Reason::WrongArity { .. } => Self::WrongArity,
            Reason::WrongType { .. } => Self::WrongType,
            Reason::UnsatisfiedPrecondition(_) => Self::UnsatisfiedPrecondition,
            Reason::UndefinedCost(_) => Self::UndefinedCost,
        }
    }
}

/// The step that made an atom what it is not wanted to be, or that there is none.
fn history(atom: &str, wanted: bool, steps: &[Executed], plan: &Plan) -> Advice {
    let changed = |step: &&Executed| {
        let atoms = if wanted { &step.deletes } else { &step.adds };
        atoms.iter().any(|other| other == atom)
    };
    Advice::new(match steps.iter().rev().find(changed) {
        Some(Executed { step, action, .. }) => {
            format!("{atom} was made {} by step {step}, {action}", !wanted)
        }
        None if steps.is_empty() => format!("{atom} is {} from the start", !wanted),
        None if steps.len() == plan.steps.len() => {
            format!("{atom} is {} from the start, and no step changes that", !wanted)
        }
        None => format!("{atom} is {} from the start, and no step before this one changes that", !wanted),
    })
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
