//! `hstar lab`

mod run;

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
}

impl Lab {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match &self.action {
            Action::Run(run) => run.run(log),
        }
    }
}
