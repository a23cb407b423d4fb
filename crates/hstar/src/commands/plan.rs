//! `hstar plan`

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use search::{Exhausted, Limits, Outcome, StopReason};

use crate::cli::{LimitArgs, TaskArgs};
use crate::log::SearchLog;
use crate::spec::Search;
use crate::stats::{Stats, Status, timed};
use crate::{Exit, Failure, Log, interrupt, solve, whole_file};

/// Find a plan, check it and write it to a file
///
/// Every plan is validated before it is reported: on the PDDL task itself, or on the SAS+ task where that
/// was given.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = "\
Searches:
  astar(blind)   A* without a heuristic: a plan of least cost

Examples:
  hstar plan domain.pddl problem.pddl
  hstar plan problem.pddl --time-limit 30m --memory-limit 4G --stats run.json
  hstar plan output.sas --search 'astar(blind())' --plan-file plan.txt

Exit codes: see hstar --help")]
pub struct Plan {
    #[command(flatten)]
    task: TaskArgs,
    /// How to search
    #[arg(long, value_name = "SPEC", default_value = "astar(blind)")]
    search: String,
    /// Where to write the plan; a file left there by an earlier run is removed first
    #[arg(long, value_name = "FILE", default_value = "sas_plan")]
    plan_file: PathBuf,
    /// Write what the run did to this file, as a JSON object
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Stop before expanding more states than this
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Stop before evaluating more states than this
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
}

impl Plan {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        let mut stats = Stats::default();
        let result = self.plan(process_start, log, &mut stats);
        if let Some(path) = &self.stats {
            let exit = result.as_ref().map_or_else(|failure| failure.exit, |&exit| exit);
            stats.status.get_or_insert(exit.into());
            stats.write(path, process_start)?;
        }
        result
    }

    fn plan(&self, process_start: Instant, log: &mut Log, stats: &mut Stats) -> Result<Exit, Failure> {
        let search: Search = self.search.parse().map_err(|error| Failure::new(Exit::SpecError, error))?;
        stats.search = Some(search.to_string());
        let limits = Limits {
            budget: self.limits.budget(interrupt::flag()),
            max_expansions: self.max_expansions,
            max_evaluations: self.max_evaluations,
        };
        log.limits(self.limits.time_limit, self.limits.memory_limit);

        let (input, time) = timed(|| self.task.read());
        let input = input?;
        stats.parse_s = Some(time.as_secs_f64());
        let (task, time) = timed(|| input.ground(&limits.budget));
        let task = task?;
        stats.ground_s = Some(time.as_secs_f64());
        log.task(&task);
        log.translated(process_start);

        remove_stale(&self.plan_file);
        let mut observer = SearchLog { heuristic: search.heuristic(), log };
        let (report, time) = timed(|| solve::search(search, &task, &limits, &mut observer));
        stats.search_s = Some(time.as_secs_f64());
        stats.set_counters(&report.counters);
        let exit = match &report.outcome {
            Outcome::Solved { plan, cost } => {
                let checked = solve::checked_plan(&input, &task, plan, *cost)?;
                log.plan(&task, plan, *cost);
                self.write_plan(&checked.with_cost(*cost, solve::is_unit_cost(&task)))?;
                stats.cost = Some(*cost);
                stats.plan_length = Some(plan.len());
                Exit::Success
            }
            Outcome::Unsolvable => Exit::Unsolvable,
            Outcome::Stopped(reason) => {
                stats.status = Some(stop_status(*reason));
                stop_exit(*reason)
            }
        };
        log.no_plan(&report.outcome);
        log.counters(&report);
        log.times(time, process_start);
        log.end(&report.outcome);
        Ok(exit)
    }

    fn write_plan(&self, plan: &impl Display) -> Result<(), Failure> {
        whole_file::write(&self.plan_file, |out| write!(out, "{plan}")).map_err(|error| {
            let message = format!("cannot write {}: {error}", self.plan_file.display());
            Failure::new(Exit::SearchCritical, message)
        })
    }
}

/// Removes an earlier run's plan, which could be taken for this run's.
fn remove_stale(plan_file: &Path) {
    if plan_file.is_file() {
        // If it can't be removed, it can't be written either, and that will be told.
        let _ = fs::remove_file(plan_file);
    }
}

fn stop_exit(reason: StopReason) -> Exit {
    match reason {
        StopReason::Exhausted(Exhausted::Time) => Exit::SearchTime,
        StopReason::Exhausted(Exhausted::Memory) => Exit::SearchMemory,
        StopReason::Exhausted(Exhausted::Interrupted) => Exit::Interrupted,
        StopReason::Expansions | StopReason::Evaluations => Exit::Incomplete,
        StopReason::Cost => Exit::Unsupported,
    }
}

fn stop_status(reason: StopReason) -> Status {
    match reason {
        StopReason::Exhausted(_) => stop_exit(reason).into(),
        StopReason::Expansions => Status::ExpansionLimit,
        StopReason::Evaluations => Status::EvaluationLimit,
        StopReason::Cost => Status::Unsupported,
    }
}
