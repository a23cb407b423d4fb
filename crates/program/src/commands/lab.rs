//! `hstar lab`

mod check;
mod compare;
mod report;
mod run;
mod slurm;
mod work;

use std::io;
use std::path::{Path, PathBuf};

use ::lab::{Folder, Properties, Run};
use clap::{Args, Subcommand};
use planner::check::Checker;

use crate::{Exit, Failure, Log};

/// Run experiments, report their results, compare
#[derive(Args, Debug)]
pub struct Lab {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Run(run::RunExperiment),
    Report(report::WriteReport),
    Compare(compare::Compare),
    #[command(hide = true)]
    Work(work::Work),
}

/// Checks what a command line would be refused for.
pub(crate) type CheckCommand<'a> = &'a dyn Fn(&[PathBuf], &mut Checker<'_>) -> Result<(), Failure>;

impl Lab {
    pub(crate) fn run(&self, check: CheckCommand<'_>, log: &mut Log) -> Result<Exit, Failure> {
        match &self.action {
            Action::Run(run) => run.run(check, log),
            Action::Report(report) => report.run(log),
            Action::Compare(compare) => compare.run(log),
            Action::Work(work) => work.run(),
        }
    }
}

/// Reports the results.
fn tell(folder: &Folder, runs: &[Run], log: &mut Log) -> Result<Exit, Failure> {
    // The file was written a moment ago: if it can't be read, there is nothing to sum up.
    let properties = Properties::read(&folder.path().join("properties")).unwrap_or_default();
    if !properties.runs.is_empty() {
        log.line(::lab::sum_up(&properties));
    }
    log.line(format_args!("Results: {}", folder.path().display()));
    match ::lab::failures(folder, runs) {
        None => Ok(Exit::Success),
        Some(message) => Err(Failure::new(Exit::SearchCritical, message)),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::InputError, format_args!("cannot read {}: {error}", path.display()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::unwritable(Exit::SearchCritical, path, error)
}

fn no_program(error: io::Error) -> Failure {
    Failure::new(Exit::SearchCritical, format_args!("cannot find hstar: {error}"))
}
