//! `hstar translate`

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use crate::args::{LimitArgs, TaskArgs};
use crate::reporter::{LogFormat, size, task_lines};
use crate::{Exit, Failure, Log, units};
use console::{ProgressLine, SearchProgress, files, interrupt};

/// Ground a task and write it in SAS+, for Fast Downward and its kin
///
/// Writes Fast Downward's SAS+ format, version 3. A SAS+ file as input is checked and rewritten.
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
    /// The file for the task; - is standard output
    #[arg(long, value_name = "FILE", default_value = "output.sas")]
    sas: PathBuf,
    /// Print nothing but errors
    #[arg(long, short, conflicts_with = "log")]
    quiet: bool,
    /// Report the size of the task in the words of another planner: fd, Fast Downward's translator
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    log: Option<LogFormat>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Translate {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        let budget = self.limits.budget(interrupt::flag());
        let unwritable = |error| Failure::unwritable(Exit::TranslateCritical, &self.sas, &error);
        files::check(&self.sas).map_err(unwritable)?;
        if files::is_standard(&self.sas) {
            log.leave_output();
        }
        if self.quiet {
            log.silence();
        }
        let input = self.task.read(log)?;
        let is_silent = self.quiet || self.log.is_some();
        let progress =
            SearchProgress::new(if is_silent { ProgressLine::silent() } else { ProgressLine::new() });
        let _watchdog = self.limits.watch(&budget, |limit| Failure::new(Exit::before_search(limit), limit));
        let task = input.ground(&progress.ground(budget))?;
        if let Some(warning) = input.left_out(&task)? {
            console::complain(warning);
        }
        files::write(&self.sas, |mut out| task::sas::write(&task, &mut out)).map_err(unwritable)?;
        drop(progress);
        match self.log {
            Some(LogFormat::Fd) => task_lines(&task, process_start, log),
            None => log.line(format_args!(
                "Task: {} → {} ({})",
                size(&task),
                files::output_name(&self.sas),
                units::spoken_time(process_start.elapsed())
            )),
        }
        Ok(Exit::Success)
    }
}
