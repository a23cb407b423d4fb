//! `hstar translate`

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::cli::{LimitArgs, TaskArgs};
use crate::{Exit, Failure, Log, interrupt, whole_file};

/// Ground a task and write it in SAS+, for Fast Downward and its kin
///
/// Writes Fast Downward's SAS+ format, version 3, and reports the size of the ground task in the words of
/// its translator. A SAS+ file as input is checked and rewritten.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = "\
Examples:
  hstar translate domain.pddl problem.pddl --sas task.sas
  hstar translate problem.pddl --time-limit 5m --memory-limit 4G
  hstar translate output.sas --sas checked.sas

Exit codes: see hstar --help")]
pub struct Translate {
    #[command(flatten)]
    task: TaskArgs,
    /// Where to write the task
    #[arg(long, value_name = "FILE", default_value = "output.sas")]
    sas: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Translate {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        let budget = self.limits.budget(interrupt::flag());
        let unwritable = |error| Failure::unwritable(Exit::TranslateCritical, &self.sas, &error);
        whole_file::check(&self.sas).map_err(unwritable)?;
        let input = self.task.read(log)?;
        let task = input.ground(&budget)?;
        log.task(&task);
        whole_file::write(&self.sas, |out| task::sas::write(&task, out)).map_err(unwritable)?;
        log.translated(process_start);
        Ok(Exit::Success)
    }
}
