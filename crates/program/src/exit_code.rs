//! The exit codes of the program.

use std::fmt::Write;
use std::process::ExitCode;

use search::{Exhausted, Outcome, StopReason};

/// The outcome of a command, as the process's exit code: Fast Downward's, where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Success = 0,
    /// The validated plan is wrong.
    InvalidPlan = 1,
    /// There is provably no plan.
    Unsolvable = 11,
    /// The search ended at `--max-expansions`, `--max-evaluations` or `--max-cost`, or without a plan where actions are left out.
    Incomplete = 12,
    /// The memory limit was reached before the search.
    TranslateMemory = 20,
    /// The time limit was reached before the search.
    TranslateTime = 21,
    /// The memory limit was reached in the search.
    SearchMemory = 22,
    /// The time limit was reached in the search.
    SearchTime = 23,
    /// An internal error before the search.
    TranslateCritical = 30,
    /// The input cannot be read or is wrong.
    InputError = 31,
    /// An internal error in or after the search.
    SearchCritical = 32,
    /// The search is specified wrongly.
    SpecError = 33,
    /// The input uses something that is not supported.
    Unsupported = 34,
    /// The command line is wrong.
    Usage = 36,
    /// The user stopped the program.
    Interrupted = 130,
}

impl Exit {
    /// All of them, each with its meaning in a line.
    pub const TABLE: [(Exit, &'static str); 15] = [
        (Exit::Success, "plan found; or translated; or generated; or the plan is valid"),
        (Exit::InvalidPlan, "validate: the plan is invalid"),
        (Exit::Unsolvable, "there is provably no plan"),
        (Exit::Incomplete, "no plan found, and no proof: a --max-… was reached, or a cost has no value"),
        (Exit::TranslateMemory, "out of memory while translating"),
        (Exit::TranslateTime, "out of time while translating"),
        (Exit::SearchMemory, "out of memory while searching"),
        (Exit::SearchTime, "out of time while searching"),
        (Exit::TranslateCritical, "internal or output error while translating or generating"),
        (Exit::InputError, "input error: unreadable file, wrong PDDL, SAS+, plan or puzzle"),
        (Exit::SearchCritical, "internal or output error while searching, or a found plan that is invalid"),
        (Exit::SpecError, "wrong --search SPEC"),
        (Exit::Unsupported, "the input uses a feature that is not supported"),
        (Exit::Usage, "wrong command line"),
        (Exit::Interrupted, "interrupted"),
    ];

    /// For a limit that was reached before a search began.
    pub fn before_search(limit: Exhausted) -> Self {
        match limit {
            Exhausted::Time => Self::TranslateTime,
            Exhausted::Memory => Self::TranslateMemory,
            Exhausted::Interrupted => Self::Interrupted,
        }
    }

    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The table as help text.
    pub fn help() -> String {
        let mut text = String::from("Exit codes:\n");
        for (exit, meaning) in Self::TABLE {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {:>3}  {meaning}", exit.code());
        }
        text
    }
}

impl From<&Outcome> for Exit {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Solved { .. } => Self::Success,
            Outcome::Unsolvable => Self::Unsolvable,
            Outcome::Stopped(reason) => (*reason).into(),
        }
    }
}

impl From<StopReason> for Exit {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Exhausted(Exhausted::Time) => Self::SearchTime,
            StopReason::Exhausted(Exhausted::Memory) => Self::SearchMemory,
            StopReason::Exhausted(Exhausted::Interrupted) => Self::Interrupted,
            StopReason::Device => Self::SearchCritical,
            StopReason::Expansions
            | StopReason::Evaluations
            | StopReason::Cost
            | StopReason::Untrusted
            | StopReason::NotWhole => Self::Incomplete,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}
