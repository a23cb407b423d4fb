//! `hstar plan`

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;
use search::{Action, Limits};
use task::Task;

use crate::cli::{LimitArgs, TaskArgs};
use crate::guide::ModelFile;
use crate::log::SearchLog;
use crate::plan_files::PlanFiles;
use crate::search_kind::{PRESETS, Search};
use crate::stats::{Stats, timed};
use crate::{Exit, Failure, Input, Log, interrupt, search_help, solve};

/// Find a plan, check it and write it to a file
///
/// Every plan is validated before it is reported: on the PDDL task itself, or on the SAS+ task where that
/// was given.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = format!("{EXAMPLES}\n{}\nExit codes: see hstar --help", search_help::help()))]
pub struct Plan {
    #[command(flatten)]
    task: TaskArgs,
    /// How to search; see below [default: lama-first, or with a model gbfs(model)]
    #[arg(long, value_name = "SPEC")]
    search: Option<String>,
    /// A trained model, for searches that name `model`; hstar learn makes one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "optimal"])]
    model: Option<PathBuf>,
    /// Search by one of the presets below
    #[arg(long, value_name = "NAME", visible_alias = "alias", conflicts_with = "search")]
    #[arg(value_parser = presets(), hide_possible_values = true)]
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
        if self.task.includes(&self.plan_file) {
            let message = format!("the plan would replace a file of the task: {}", self.plan_file.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        let default = if self.model.is_some() { "gbfs(model)" } else { "lama-first" };
        let spec = self.preset.as_deref().or(self.search.as_deref()).unwrap_or(default);
        let search = spec.parse().map_err(|error| Failure::new(Exit::SpecError, error));
        let is_anytime = matches!(search, Ok(Search::Anytime(_)));
        let files = PlanFiles { file: &self.plan_file, is_anytime };
        files.remove_stale();

        let mut stats = Stats::default();
        self.stats.as_deref().map_or(Ok(()), Stats::check)?;
        let result = search.and_then(|search| self.plan(search, files, process_start, log, &mut stats));
        let Some(path) = &self.stats else { return result };
        let exit = result.as_ref().map_or_else(|failure| failure.exit, |&exit| exit);
        stats.status.get_or_insert(exit.into());
        match (result, stats.write(path, process_start)) {
            (Err(first), Err(second)) => Err(first.and(&second)),
            (result, written) => written.and(result),
        }
    }

    /// Refuses a model that the search does not name, and a search that names one that is not there.
    fn check_model(&self, search: &Search) -> Result<(), Failure> {
        let message = match (self.model.is_some(), search.needs_model()) {
            (true, false) => format!(
                "a model is given, and the search {search} does not use it\n  = help: name it, as in --search \
                 'gbfs(model)'"
            ),
            (false, true) => solve::NO_MODEL.to_owned(),
            _ => return Ok(()),
        };
        Err(Failure::new(Exit::Usage, message))
    }

    fn plan(
        &self,
        mut search: Search,
        files: PlanFiles<'_>,
        process_start: Instant,
        log: &mut Log,
        stats: &mut Stats,
    ) -> Result<Exit, Failure> {
        files.check()?;
        self.check_model(&search)?;
        let model = self.model.as_deref().map(ModelFile::read).transpose()?;
        let limits = Limits {
            budget: self.limits.budget(interrupt::flag()),
            max_expansions: self.max_expansions,
            max_evaluations: self.max_evaluations,
        };
        log.limits(self.limits.time_limit, self.limits.memory_limit);

        let (input, time) = timed(|| self.task.read(log));
        let input = input?;
        stats.parse_s = Some(time.as_secs_f64());
        let (task, time) = timed(|| match &model {
            Some(model) => model.ground(&input, &limits.budget),
            None => input.ground(&limits.budget),
        });
        let task = task?;
        stats.ground_s = Some(time.as_secs_f64());
        log.task(&task);
        log.translated(process_start);

        if self.optimal {
            search = Search::optimal(&task);
        }
        log.line(format_args!("Search: {search}"));
        stats.search = Some(search.to_string());
        let guide = model.as_ref().map(|model| model.guide(&input, &task)).transpose()?;
        let mut plans = Plans { files, count: 0, failure: None };
        let log = RefCell::new(log);
        let mut observer = SearchLog { heuristics: search.heuristics(), log: &log };
        let (report, time) = timed(|| {
            solve::search(&search, guide.as_ref(), &task, &limits, &mut observer, |plan, cost| {
                plans.add(&input, &task, plan, cost, &mut log.borrow_mut());
            })
        });
        let report = report?;
        if let Some(failure) = plans.failure {
            return Err(failure);
        }
        let log = log.into_inner();
        stats.search_s = Some(time.as_secs_f64());
        stats.set_report(&report);
        stats.set_model(guide.as_ref());
        log.no_plan(&report.outcome);
        log.counters(&report);
        log.times(time, process_start);
        log.end(&report.outcome);
        Ok((&report.outcome).into())
    }
}

/// The plans of a run, checked and written as they come.
struct Plans<'a> {
    files: PlanFiles<'a>,
    count: usize,
    /// The first thing that went wrong.
    failure: Option<Failure>,
}

impl Plans<'_> {
    fn add(&mut self, input: &Input, task: &Task, plan: &[Action], cost: u64, log: &mut Log) {
        self.count += 1;
        let result = solve::checked_plan(input, task, plan, cost).and_then(|checked| {
            log.plan(task, plan, cost);
            self.files.write(self.count, &checked.with_cost(cost, solve::is_unit_cost(task)))
        });
        if let Err(failure) = result {
            self.failure.get_or_insert(failure);
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  hstar plan domain.pddl problem.pddl
  hstar plan problem.pddl --optimal --stats run.json
  hstar plan problem.pddl --preset lama --time-limit 30m --memory-limit 4G
  hstar plan domain.pddl problem.pddl --model model.hstar
  hstar plan output.sas --search 'gbfs(ff, preferred)' --plan-file plan.txt
";

fn presets() -> PossibleValuesParser {
    PRESETS.iter().map(|(name, _)| *name).into()
}
