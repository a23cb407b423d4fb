//! How a run of planning ended, in a word.

use search::{Exhausted, Outcome, StopReason};
use serde::Serialize;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a valid plan.
    Solved,
    /// There is no plan.
    Unsolvable,
    /// At the time limit.
    TimeLimit,
    /// At the memory limit.
    MemoryLimit,
    /// At the limit on expansions.
    ExpansionLimit,
    /// At the limit on evaluations.
    EvaluationLimit,
    /// At the limit on cost.
    CostLimit,
    /// With no state left except those on which a model is not trusted.
    OnlyUntrusted,
    /// With no plan, where some actions are left out since their cost is undefined.
    ActionsLeftOut,
    /// The user stopped it.
    Interrupted,
    /// The input or the command line was wrong.
    InputError,
    /// The model can't be used for the task, so that no search was run.
    ModelRefused,
    /// The input uses something that is not supported.
    Unsupported,
    /// An internal error.
    CriticalError,
}

impl From<StopReason> for Status {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Exhausted(Exhausted::Time) => Self::TimeLimit,
            StopReason::Exhausted(Exhausted::Memory) => Self::MemoryLimit,
            StopReason::Exhausted(Exhausted::Interrupted) => Self::Interrupted,
            StopReason::Expansions => Self::ExpansionLimit,
            StopReason::Evaluations => Self::EvaluationLimit,
            StopReason::Cost => Self::CostLimit,
            StopReason::Device => Self::CriticalError,
            StopReason::Untrusted => Self::OnlyUntrusted,
            StopReason::NotWhole => Self::ActionsLeftOut,
        }
    }
}

impl From<&Outcome> for Status {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Solved { .. } => Self::Solved,
            Outcome::Unsolvable => Self::Unsolvable,
            Outcome::Stopped(reason) => (*reason).into(),
        }
    }
}
