//! `hstar plan`

use std::cell::RefCell;
use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use search::{Action, Exhausted, Limits, Outcome, StopReason};
use task::Task;

use crate::cli::{LimitArgs, TaskArgs};
use crate::log::SearchLog;
use crate::search_kind::{self, Search};
use crate::stats::{Stats, Status, timed};
use crate::{Exit, Failure, Input, Log, interrupt, solve, whole_file};

/// Find a plan, check it and write it to a file
///
/// Every plan is validated before it is reported: on the PDDL task itself, or on the SAS+ task where that
/// was given.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = format!("{EXAMPLES}\n{}\n\nExit codes: see hstar --help", search_kind::help()))]
pub struct Plan {
    #[command(flatten)]
    task: TaskArgs,
    /// How to search; see below
    #[arg(long, value_name = "SPEC", default_value = "lama-first")]
    search: String,
    /// Search by one of the presets below
    #[arg(long, value_name = "NAME", visible_alias = "alias", conflicts_with = "search")]
    preset: Option<String>,
    /// Find a plan of least cost, by the best admissible search for the task
    #[arg(long, conflicts_with_all = ["search", "preset"])]
    optimal: bool,
    /// Where to write the plan; a file left there by an earlier run is removed first. An anytime search writes
    /// FILE.1, FILE.2 and so on, each better than the one before
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
        let spec = self.preset.as_ref().unwrap_or(&self.search);
        let mut search: Search = spec.parse().map_err(|error| Failure::new(Exit::SpecError, error))?;
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

        if self.optimal {
            search = Search::optimal(&task);
        }
        log.line(format_args!("Search: {search}"));
        stats.search = Some(search.to_string());
        let is_anytime = matches!(search, Search::Anytime(_));
        remove_stale(&self.plan_file);
        let mut plans = Plans { file: &self.plan_file, is_anytime, count: 0, failure: None };
        let log = RefCell::new(log);
        let mut observer = SearchLog { heuristics: search.heuristics(), log: &log };
        let (report, time) = timed(|| {
            solve::search(&search, &task, &limits, &mut observer, |plan, cost| {
                plans.add(&input, &task, plan, cost, &mut log.borrow_mut());
            })
        });
        let report = report.map_err(|error| Failure::new(Exit::Unsupported, error))?;
        if let Some(failure) = plans.failure {
            return Err(failure);
        }
        let log = log.into_inner();
        stats.search_s = Some(time.as_secs_f64());
        stats.set_counters(&report.counters);
        let exit = match &report.outcome {
            Outcome::Solved { plan, cost } => {
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
}

/// The plans of a run, checked and written as they come.
struct Plans<'a> {
    file: &'a Path,
    is_anytime: bool,
    count: usize,
    /// The first thing that went wrong.
    failure: Option<Failure>,
}

impl Plans<'_> {
    fn add(&mut self, input: &Input, task: &Task, plan: &[Action], cost: u64, log: &mut Log) {
        self.count += 1;
        let result = solve::checked_plan(input, task, plan, cost).and_then(|checked| {
            log.plan(task, plan, cost);
            self.write(&checked.with_cost(cost, solve::is_unit_cost(task)))
        });
        if let Err(failure) = result {
            self.failure.get_or_insert(failure);
        }
    }

    fn write(&self, plan: &impl Display) -> Result<(), Failure> {
        let mut path = self.file.as_os_str().to_owned();
        if self.is_anytime {
            path.push(format!(".{}", self.count));
        }
        let path = Path::new(&path);
        whole_file::write(path, |out| write!(out, "{plan}")).map_err(|error| {
            let message = format!("cannot write {}: {error}", path.display());
            Failure::new(Exit::SearchCritical, message)
        })
    }
}

const EXAMPLES: &str = "\
Examples:
  hstar plan domain.pddl problem.pddl
  hstar plan problem.pddl --optimal
  hstar plan problem.pddl --preset lama --time-limit 30m --memory-limit 4G --stats run.json
  hstar plan output.sas --search 'gbfs(ff, preferred)' --plan-file plan.txt
";

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
