//! Reports on a run of `plan` while it goes on and when it ends.

mod fd;
mod plain;

use std::path::Path;
use std::time::Instant;

use clap::{Args, ValueEnum};
use search::{Action, Budget, Limits, Observer};
use task::Task;

use self::fd::FdLog;
pub(crate) use self::fd::task_lines;
pub(crate) use self::plain::size;
use self::plain::{Plain, RunLimits};
use crate::args::LimitArgs;
use crate::{Answer, Log};
use planner::searches::Search;

/// How much is printed, and in which format.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ReportArgs {
    /// Print nothing but errors: the plan's file and the exit code are the answer
    #[arg(long, short, conflicts_with_all = ["verbose", "json", "log"])]
    quiet: bool,
    /// Print more: details of grounding, heuristics and search, and the whole plan however long
    #[arg(long, short, conflicts_with_all = ["json", "log"])]
    verbose: bool,
    /// Write the answer to standard output as one JSON object, as --stats does, and nothing else
    #[arg(long, conflicts_with = "log")]
    pub(crate) json: bool,
    /// Write a log in the words of another planner: fd, Fast Downward's, which Downward Lab's parsers read
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    log: Option<LogFormat>,
}

/// The format of a log.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    /// Fast Downward's.
    Fd,
}

/// Is told the progress of a run of `plan`.
pub(crate) trait Reporter: Observer {
    /// Its output.
    fn log(&mut self) -> &mut Log;

    /// Grounding begins, within this budget. Returns it, with a gauge if progress is shown.
    fn grounding_begins(&mut self, budget: Budget) -> Budget {
        budget
    }

    /// The task is read and ground; the answer has the times.
    fn grounded(&mut self, task: &Task, answer: &Answer) {
        let _ = (task, answer);
    }

    /// The search begins, within these limits. Returns them, with a gauge if progress is shown.
    fn search_begins(&mut self, search: &Search, limits: Limits) -> Limits {
        let _ = search;
        limits
    }

    /// A plan was found, validated and written.
    fn plan_written(&mut self, found: &FoundPlan) {
        let _ = found;
    }

    /// The run ends in order, with a plan or without.
    fn ended(&mut self, answer: &Answer) {
        let _ = answer;
    }
}

/// A plan that was validated and written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundPlan<'a> {
    pub task: &'a Task,
    /// As operators of the task.
    pub operators: &'a [Action],
    pub cost: u64,
    pub file: &'a Path,
    /// The number of plans so far, this one included.
    pub number: usize,
}

/// Prints nothing; warnings are up to the log.
pub(crate) struct Silent<'l>(&'l mut Log);

impl Observer for Silent<'_> {}

impl Reporter for Silent<'_> {
    fn log(&mut self) -> &mut Log {
        self.0
    }
}

impl ReportArgs {
    /// The reporter that is asked for, for a run of these limits.
    pub(crate) fn reporter<'l>(
        self,
        log: &'l mut Log,
        run: LimitArgs,
        search: &Limits,
        process_start: Instant,
    ) -> Box<dyn Reporter + 'l> {
        if self.quiet {
            log.silence();
            Box::new(Silent(log))
        } else if self.json {
            log.hush();
            Box::new(Silent(log))
        } else if self.log.is_some() {
            Box::new(FdLog::new(log, run, process_start))
        } else {
            let (expansions, evaluations) = (search.max_expansions, search.max_evaluations);
            Box::new(Plain::new(log, RunLimits { run, expansions, evaluations }, self.verbose))
        }
    }
}
