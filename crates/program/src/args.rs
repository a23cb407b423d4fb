//! Arguments that several commands take.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use pddl::{Strictness, domain_file};
use search::{Budget, Exhausted};

use crate::{Exit, Failure, Log, units};
use console::{Watchdog, memory_limit};
use planner::{PlanningTask, check::Checker, planning_task::TaskText};

/// Limits on the whole run.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Stop after this time: a number of seconds, or with a unit, as in 10s, 30m or 1h
    #[arg(long, alias = "time", value_name = "TIME", value_parser = units::time)]
    pub time_limit: Option<Duration>,
    /// Stop beyond this memory (on Linux): a number of megabytes, or with a unit, as in 500M or 4G
    #[arg(long, value_name = "MEMORY", value_parser = memory_limit::parse)]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// The budget of a run that ends early when `interrupted`.
    pub fn budget(self, interrupted: Arc<AtomicBool>) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(interrupted);
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time);
        }
        if let Some(bytes) = self.memory_limit {
            budget = budget.with_memory(bytes);
        }
        budget
    }

    /// Ends the program where work has not ended soon after reaching a limit of its budget, with what `last` says.
    pub(crate) fn watch(
        self,
        budget: &Budget,
        last: impl FnOnce(Exhausted) -> Failure + Send + 'static,
    ) -> Option<Watchdog> {
        Watchdog::new(budget.clone(), self.time_limit, self.memory_limit, |limit| {
            let failure = last(limit);
            console::complain(&failure.message);
            failure.exit.code()
        })
    }
}

/// The files of a task.
#[derive(Args, Clone, Debug)]
pub struct TaskArgs {
    /// The PDDL domain; may be left out where its file can be found by its name or place
    domain: Option<PathBuf>,
    /// The PDDL problem, or a whole task in SAS+
    problem: PathBuf,
    /// Refuse questionable PDDL, such as features used but not required, instead of warning about it
    #[arg(long)]
    strict: bool,
}

impl TaskArgs {
    /// Reads the task.
    ///
    /// # Errors
    /// When a file can't be read, or its content is wrong.
    pub fn read(&self, log: &mut Log) -> Result<PlanningTask, Failure> {
        Ok(PlanningTask::read(self.domain.as_deref(), &self.problem, self.strictness(), log)?)
    }

    /// Reads the task's files without parsing them.
    pub(crate) fn text(&self, log: &mut Log) -> Result<TaskText, Failure> {
        Ok(TaskText::read(self.domain.as_deref(), &self.problem, log)?)
    }

    /// Is questionable PDDL refused?
    pub fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// Checks whether the task can be read, and whether a model is for its domain.
    pub(crate) fn check(&self, model: Option<&Path>, checker: &mut Checker<'_>) -> Result<(), Failure> {
        let domain = checker.task(self.domain.as_deref(), &self.problem, self.strictness())?;
        match model {
            Some(model) => Ok(checker.model(model, self.domain.as_deref(), domain.as_deref())?),
            None => Ok(()),
        }
    }

    /// The problem's file.
    pub fn problem(&self) -> &Path {
        &self.problem
    }

    /// Is the file one of those the task is read from?
    pub fn includes(&self, file: &Path) -> bool {
        let domain = self.domain.clone().or_else(|| domain_file::find(&self.problem).ok());
        let mut own = domain.iter().chain([&self.problem]);
        match fs::canonicalize(file) {
            Ok(file) if file.is_file() => own.any(|own| fs::canonicalize(own).is_ok_and(|own| own == file)),
            _ => false,
        }
    }
}

/// Refuses to write two things to standard output, where they could not be told apart. They are named by their options.
///
/// # Errors
/// Names the options.
pub(crate) fn check_one_standard(outputs: &[(&str, bool)]) -> Result<(), Failure> {
    let mut standard = outputs.iter().filter(|(_, is_standard)| *is_standard).map(|(option, _)| option);
    match (standard.next(), standard.next()) {
        (Some(first), Some(second)) => {
            let message = format!("{first} and {second} would both write to standard output");
            Err(Failure::new(Exit::Usage, message))
        }
        _ => Ok(()),
    }
}
