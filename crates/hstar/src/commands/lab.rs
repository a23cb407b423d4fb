//! `hstar lab`

mod check;
mod compare;
mod report;
mod run;
mod slurm;
mod work;

use clap::{Args, Subcommand};

use crate::{Exit, Failure, Log};

/// Run experiments, report what came of them, compare
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

impl Lab {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match &self.action {
            Action::Run(run) => run.run(log),
            Action::Report(report) => report.run(log),
            Action::Compare(compare) => compare.run(log),
            Action::Work(work) => work.run(),
        }
    }
}
