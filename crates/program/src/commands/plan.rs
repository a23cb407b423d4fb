//! `hstar plan`

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use debugger::{Debugger, Server};
use search::{Action, Budget, Counters, Estimate, Exhausted, Limits, Observer, Outcome, StopReason};
use task::Task;

use crate::args::{LimitArgs, TaskArgs, check_one_standard};
use crate::reporter::{FoundPlan, ReportArgs, Reporter};
use crate::{Answer, Exit, Failure, Log};
use console::{PlanFiles, Watchdog, examples, files, interrupt, search_help};
use planner::check::Checker;
use planner::guide::ModelFile;
use planner::searches::{ALIASES, PRESETS, Search, WITH_MODEL, WITHOUT_MODEL};
use planner::{Error, Found, PlanningTask, planning};
use tools::timed;

/// Find a plan, check it and write it to a file
///
/// The last line gives the result; a short plan is shown above it. Every plan is validated before it is reported: on the PDDL
/// task itself, or on the SAS+ task if that was given.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = format!("{}\n{}\nExit codes: see hstar --help", examples::PLAN, search_help::help()))]
pub struct Plan {
    #[command(flatten)]
    task: TaskArgs,
    /// The search; see below [default: nolan; with a model, side by side with it or in one search, by its kind]
    #[arg(long, value_name = "SPEC")]
    search: Option<String>,
    /// A trained model, for searches that name `model`; hstar learn makes one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "optimal"])]
    model: Option<PathBuf>,
    /// Use one of the presets below
    #[arg(long, value_name = "NAME", visible_alias = "alias", conflicts_with = "search")]
    #[arg(value_parser = presets(), hide_possible_values = true)]
    preset: Option<String>,
    /// Find a plan of least cost, by the best admissible search for the task
    #[arg(long, conflicts_with_all = ["search", "preset"])]
    optimal: bool,
    /// The file for the plan; - is standard output. An anytime search writes FILE.1, FILE.2 and so on, each better than the one
    /// before. Plans that an earlier run left under these names are removed first
    #[arg(long, value_name = "FILE", default_value = "sas_plan")]
    plan_file: PathBuf,
    /// Write the answer to this file as a JSON object: status, plan, cost, counters and times; - is standard output
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Stop before expanding more states than this
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Stop before evaluating more states than this
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
    /// Show the search in the search debugger of VS Code's PDDL extension, or whatever listens at this URL as it does
    #[arg(long, value_name = "URL", alias = "search-tree-dump")]
    debugger: Option<Server>,
}

impl Plan {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        self.check_outputs()?;
        let search = self.search();
        let is_anytime = matches!(search, Ok(Search::Anytime(_)));
        let files = PlanFiles { file: &self.plan_file, is_anytime };
        files.remove_stale();
        self.objects().try_for_each(|path| {
            files::check(path).map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
        })?;

        if self.objects().chain([&*self.plan_file]).any(files::is_standard) {
            log.leave_output();
        }
        let limits = self.limits();
        let mut reporter = self.report.reporter(log, self.limits, &limits, process_start);
        let mut answer = Answer::default();
        let result = search.and_then(|search| {
            self.plan(search, files, limits, &mut *reporter, (&mut answer, process_start))
        });
        answer.end(&result, process_start);
        if result.is_ok() {
            reporter.ended(&answer);
        }
        let written = self.objects().try_for_each(|path| answer.write(path));
        match (result, written) {
            (Err(first), Err(second)) => Err(first.and(&second)),
            (result, written) => written.and(result),
        }
    }

    /// The files that the answer is written to as a JSON object.
    fn objects(&self) -> impl Iterator<Item = &Path> {
        self.stats.as_deref().into_iter().chain(self.report.json.then_some(Path::new("-")))
    }

    /// Refuses to write over the task, or several things to standard output.
    fn check_outputs(&self) -> Result<(), Failure> {
        if self.task.includes(&self.plan_file) {
            let message = format!("the plan would replace a file of the task: {}", self.plan_file.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        check_one_standard(&[
            ("--plan-file", files::is_standard(&self.plan_file)),
            ("--stats", self.stats.as_deref().is_some_and(files::is_standard)),
            ("--json", self.report.json),
        ])
    }

    fn limits(&self) -> Limits {
        Limits {
            budget: self.limits.budget(interrupt::flag()),
            max_expansions: self.max_expansions,
            max_evaluations: self.max_evaluations,
        }
    }

    /// Sees to it that limits are kept; if it has to end the program, the answer says so.
    fn watch(
        &self,
        budget: &Budget,
        exit: fn(Exhausted) -> Exit,
        (answer, start): (&Answer, Instant),
    ) -> Option<Watchdog> {
        let objects: Vec<PathBuf> = self.objects().map(Path::to_owned).collect();
        let mut answer = answer.clone();
        self.limits.watch(budget, move |limit| {
            let failure = Failure::new(exit(limit), limit);
            answer.end(&Err(failure.clone()), start);
            objects.iter().for_each(|path| drop(answer.write(path)));
            failure
        })
    }

    fn search(&self) -> Result<Search, Failure> {
        let default = if self.model.is_some() { WITH_MODEL } else { WITHOUT_MODEL };
        let spec = self.preset.as_deref().or(self.search.as_deref()).unwrap_or(default);
        spec.parse().map_err(|error| Failure::new(Exit::SpecError, error))
    }

    /// Checks what the run would be refused for before it searches.
    pub(crate) fn check(&self, checker: &mut Checker<'_>) -> Result<(), Failure> {
        self.check_model(&self.search()?)?;
        self.task.check(self.model.as_deref(), checker)
    }

    /// Refuses a model that the search does not name, and a search that names a model where none is given.
    fn check_model(&self, search: &Search) -> Result<(), Failure> {
        let message = match (self.model.is_some(), search.needs_model()) {
            (true, false) => format!(
                "a model is given, and the search {search} does not use it\n  = help: name it, as in --search \
                 'gbfs(model)'"
            ),
            (false, true) => planning::NO_MODEL.to_owned(),
            _ => return Ok(()),
        };
        Err(Failure::new(Exit::Usage, message))
    }

    fn plan(
        &self,
        mut search: Search,
        files: PlanFiles<'_>,
        limits: Limits,
        reporter: &mut dyn Reporter,
        (answer, start): (&mut Answer, Instant),
    ) -> Result<Exit, Failure> {
        files.check()?;
        self.check_model(&search)?;
        let model = self.model.as_deref().map(ModelFile::read).transpose().map_err(Error::of_model)?;
        if let (Some(model), None) = (&model, &self.search) {
            search = model.usual_search().parse().map_err(Error::from)?;
        }
        let (input, time) = timed(|| self.task.read(reporter.log()));
        let input = input?;
        answer.stats.parse_s = Some(time.as_secs_f64());
        if let (Search::Act, Some(model)) = (&search, &model) {
            if self.debugger.is_some() {
                console::complain(
                    "warning: rules that act evaluate no states, so that a debugger has nothing to show",
                );
            }
            return act((&input, model), files, &reporter.search_begins(&search, limits), answer);
        }
        let budget = reporter.grounding_begins(limits.budget.clone());
        let watchdog = self.watch(&budget, Exit::before_search, (answer, start));
        let (task, time) = timed(|| match &model {
            Some(model) => model.ground(&input, &budget),
            None => input.ground(&budget),
        });
        let task = task?;
        if let Some(warning) = input.left_out(&task)? {
            console::complain(warning);
        }
        answer.stats.ground_s = Some(time.as_secs_f64());
        reporter.grounded(&task, answer);

        if self.optimal {
            search = Search::optimal(&task);
        }
        answer.stats.search = Some(search.to_string());
        let limits = reporter.search_begins(&search, limits);
        drop(watchdog);
        let exhausted = |limit| StopReason::Exhausted(limit).into();
        let watchdog = self.watch(&limits.budget, exhausted, (answer, start));
        let guide = model.as_ref().map(|model| model.guide(&input, &task)).transpose();
        let guide = guide.map_err(Error::of_model)?;
        let debugger = self.debugger.clone().and_then(|server| {
            let unseen = |error| console::complain(format_args!("warning: {error}"));
            Debugger::connect(server, &task).map_err(unseen).ok()
        });
        let watch = |heuristic| match &debugger {
            Some(debugger) => {
                debugger.watch(heuristic, guide.as_ref().and_then(|guide| guide.describer(&task).ok()))
            }
            None => heuristic,
        };
        let (shown, failure) = (debugger.as_ref(), None);
        let mut watcher = Watcher {
            input: &input,
            task: &task,
            files,
            answer,
            reporter,
            debugger: shown,
            watchdog,
            failure,
        };
        let (found, time) = timed(|| {
            planning::search_with(
                &search,
                guide.as_ref().map(|guide| guide as _),
                &task,
                &limits,
                &mut watcher,
                &watch,
            )
        });
        watcher.watchdog = None;
        let failure = watcher.failure.take();
        if let Some(lost) = debugger.and_then(Debugger::finish) {
            console::complain(format_args!("warning: {lost}"));
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        let found = found?;
        let exit = (&found.report.outcome).into();
        answer.stats.search_s = Some(time.as_secs_f64());
        answer.stats.set_model(guide.as_ref());
        answer.set_found(found);
        if let (true, Some(plan), Some(cost)) =
            (files::is_standard(files.file), &answer.plan, answer.stats.cost)
        {
            files.write(answer.plans, &plan.with_cost(cost, planning::is_unit_cost(&task)))?;
        }
        Ok(exit)
    }
}

/// Plans by rules that act, without grounding unless search has to go on.
fn act(
    (input, model): (&PlanningTask, &ModelFile),
    files: PlanFiles<'_>,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<Exit, Failure> {
    answer.stats.search = Some(Search::Act.to_string());
    let (found, time) = timed(|| planner::acting::act(input, model, limits));
    let Found { plan, ended } = found?;
    answer.stats.search_s = Some(time.as_secs_f64());
    if let (Some(plan), Outcome::Solved { cost, .. }) = (plan, &ended.report.outcome) {
        files.write(1, &plan.with_cost(*cost, input.is_unit_cost()))?;
        answer.add_plan(plan, &files.path(1));
    }
    let exit = (&ended.report.outcome).into();
    answer.set_found(ended);
    answer.stats.plan_length = answer.plan.as_ref().map(|plan| plan.steps.len());
    Ok(exit)
}

/// Watches a search: its plans are validated and written as they come, all else is passed on.
struct Watcher<'a> {
    input: &'a PlanningTask,
    task: &'a Task,
    files: PlanFiles<'a>,
    answer: &'a mut Answer,
    reporter: &'a mut dyn Reporter,
    debugger: Option<&'a Debugger<'a>>,
    /// Until there is a plan: then the search for a better one may take its time to end.
    watchdog: Option<Watchdog>,
    /// The first error.
    failure: Option<Failure>,
}

impl Watcher<'_> {
    fn add(&mut self, operators: &[Action], cost: u64) -> Result<(), Failure> {
        let Self { input, task, files, answer, reporter, watchdog, .. } = self;
        *watchdog = None;
        let plan = planning::checked_plan(input, task, operators, cost, reporter.log())?;
        let number = answer.plans + 1;
        let file = &*files.path(number);
        if !files::is_standard(file) {
            files.write(number, &plan.with_cost(cost, planning::is_unit_cost(task)))?;
        }
        answer.add_plan(plan, file);
        reporter.plan_written(&FoundPlan { task, operators, cost, file, number });
        Ok(())
    }
}

impl Observer for Watcher<'_> {
    fn plan_found(&mut self, plan: &[Action], cost: u64) {
        if let Some(debugger) = self.debugger {
            debugger.plan_found(plan);
        }
        if let Err(failure) = self.add(plan, cost) {
            self.failure.get_or_insert(failure);
        }
    }

    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        self.reporter.initial_estimate(heuristic, estimate);
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        self.reporter.estimate_fell(heuristic, h, counters);
    }

    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        self.reporter.bound_rose(bound, counters);
    }
}

fn presets() -> PossibleValuesParser {
    let value = |(name, _): &(&'static str, &str)| {
        let aliases = ALIASES.iter().filter(|(_, preset)| preset == name).map(|(alias, _)| *alias);
        PossibleValue::new(*name).aliases(aliases)
    };
    PRESETS.iter().map(value).into()
}
