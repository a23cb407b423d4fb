//! `hstar solve`

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ::solver::Declaration;
use clap::{Args, value_parser};
use learn::training::Device;
use search::{Ida, Limits, Outcome, Report};
use tools::timed;

use crate::args::LimitArgs;
use crate::pddl_folder::{self, DOMAIN_FILE, check_same, write};
use crate::stats::{Stats, StatsLines};
use crate::{Exit, Failure, Log, counted};
use console::{ProgressLine, SearchProgress, examples, files, interrupt, puzzle_help, search_help::WIDTH};
use planner::Error;
use planner::check::Checker;
use planner::puzzle::{
    self, AnySpace, Instance, Instances, PuzzleGuide, Results, Row, Search, Solver, Solving,
};
use tools::terminal::wrapped;

/// Solve instances of a puzzle, one after the other
///
/// Every plan is executed and has to lead to the goal before it is reported. Limits hold for each instance; when one is
/// reached, the next instance follows. They hold for building the search, too, as where it needs pattern databases. The exit code is 0 when all are solved, and else that of the first one that was not.
#[derive(Args, Debug)]
#[command(mut_arg("time_limit", |arg| arg.help(TIME_LIMIT)))]
#[command(after_help = format!("{}\n{}\nExit codes: see hstar --help", examples::SOLVE, puzzle_help::help()))]
pub struct Solve {
    /// The puzzle and its size, as in tiles:4x4; see below
    space: String,
    /// The instances: a built-in set, a file, a state, or random states; see below
    instances: String,
    /// The goal of the tiles: blank-first, blank-last, or a board; see below [default: blank-first]. Only for tiles
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
    /// The search; see below for all searches, and the default
    #[arg(long, value_name = "SPEC")]
    search: Option<String>,
    /// A model of the puzzle by hstar learn, or rules about the 8-puzzle by hstar rules puzzle8; --search then calls it model,
    /// with a reading, as in ida(model@quantile:0.9): the value that is at most the true cost with this probability, as far as
    /// the model is right
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// The device to search on: cpu, or cuda:0 and so on for a GPU, in an hstar built with --features cuda. GPUs support
    /// pattern databases of sliding tiles, and models for tiles:5x5; plans and counts are the same
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: Device,
    /// The number of threads that search an instance; plan and cost are the same for any number. Only with ida; with a GPU,
    /// they only build its databases
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Stop when plans cost more than this. Only with ida
    #[arg(long, value_name = "COST")]
    max_cost: Option<u32>,
    /// The folder of pattern databases; missing ones are built [default: hstar in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Write the instances to this folder as PDDL, for any planner, instead of solving them
    #[arg(long, value_name = "DIR")]
    pddl: Option<PathBuf>,
    /// Draw the goal and each initial state, and show the moves of its plan
    #[arg(long)]
    show: bool,
    /// Other seeds give other random instances; the same seed gives the same ones, however many there are
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Write statistics to this file, as a line with a JSON object for each instance; - is standard output
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Stop an instance before expanding more states than this
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Stop an instance before evaluating more states than this
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
}

const TIME_LIMIT: &str = "Stop an instance after this time, and building the search: seconds, or with a unit, as in 10s, 30m or 1h";

impl Solve {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        self.keep_input()?;
        if self.stats.as_deref().is_some_and(files::is_standard) {
            log.leave_output();
        }
        let mut stats = StatsLines::create(self.stats.as_deref())?;
        let result = self.solve_all(log, &mut stats);
        let Err(failure) = &result else { return result };
        let mut last = Stats::default();
        last.status = Some(failure.status);
        last.search.clone_from(&self.search);
        match (stats.add(last, process_start), result) {
            (Err(second), Err(first)) if first != second => Err(first.and(&second)),
            (_, result) => result,
        }
    }

    /// Checks what the run would be refused for before it searches.
    pub(crate) fn check(&self, checker: &mut Checker<'_>) -> Result<(), Failure> {
        let (declared, space) = puzzle::open(&self.space)?;
        Instances::read(&self.instances, &self.space, &*space)?;
        if self.model.as_deref().is_some_and(|model| checker.is_made_later(model)) {
            return match &self.search {
                Some(search) => Ok(Search::parse(search)?.guidance().map(drop)?),
                None => Ok(()),
            };
        }
        let model = self.model.as_deref().map(|path| PuzzleGuide::read(path, &self.space)).transpose()?;
        let usual = model.as_ref().map_or(declared.default_search, PuzzleGuide::usual_search);
        let search = Search::parse(self.search.as_deref().unwrap_or(usual))?;
        // Nothing is built: any long work is stopped at once.
        let stopped = Arc::new(AtomicBool::new(true));
        match self.solver(&*space, model.as_ref(), &search, stopped, &ProgressLine::silent()) {
            Err(failure) if failure.exit != Exit::Interrupted => Err(failure),
            _ => Ok(()),
        }
    }

    /// Refuses to overwrite its input.
    fn keep_input(&self) -> Result<(), Failure> {
        let Some(stats) = self.stats.as_deref().and_then(|path| fs::canonicalize(path).ok()) else {
            return Ok(());
        };
        let is_read = |path: &Path| fs::canonicalize(path).is_ok_and(|input| input == stats);
        let replaced = if is_read(Path::new(&self.instances)) {
            format!("the instances: {}", self.instances)
        } else if let Some(model) = self.model.as_deref().filter(|model| is_read(model)) {
            format!("the model: {}", model.display())
        } else {
            return Ok(());
        };
        Err(Failure::new(Exit::Usage, format!("the statistics would replace {replaced}")))
    }

    fn solve_all(&self, log: &mut Log, stats: &mut StatsLines) -> Result<Exit, Failure> {
        let (declared, space) = match &self.goal {
            None => puzzle::open(&self.space)?,
            Some(goal) => puzzle::open_to(goal, &self.space)?,
        };
        self.keep_goal_of_benchmarks(declared)?;
        let instances = Instances::read(&self.instances, &self.space, &*space)?;
        if let Some(folder) = &self.pddl {
            return self.write_pddl(folder, &instances, &*space, log);
        }
        let interrupted = interrupt::flag();
        let progress = SearchProgress::new(ProgressLine::new());
        let model = self.model.as_deref().map(|path| PuzzleGuide::read(path, &self.space));
        let model = model.transpose().map_err(Error::of_model)?;
        let usual = model.as_ref().map_or(declared.default_search, PuzzleGuide::usual_search);
        let search = Search::parse(self.search.as_deref().unwrap_or(usual))?;
        let mut run = Run {
            options: self,
            space: &*space,
            seed: instances.are_random().then_some(self.seed),
            solver: self.solver(
                &*space,
                model.as_ref(),
                &search,
                Arc::clone(&interrupted),
                progress.progress(),
            )?,
            search,
            interrupted,
            progress,
            results: Results::new(instances.have_costs()),
        };

        log.line(format_args!("Space: {}", self.space));
        log.line(format_args!("Search: {}", run.search));
        if self.show {
            log.line(format_args!("Goal:\n{}", space.picture(&space.goal())));
        }
        log.line(run.results.header());
        let mut first_failure = Exit::Success;
        for instance in instances.iter(&*space, self.seed) {
            let exit = run.solve(&instance, log, stats)?;
            if exit == Exit::Interrupted || first_failure == Exit::Success {
                first_failure = exit;
            }
            if exit == Exit::Interrupted {
                break;
            }
        }
        log.line(run.results.summary(instances.count()));
        Ok(first_failure)
    }

    /// Refuses instances of a set with another goal: they would be other instances, of other costs.
    fn keep_goal_of_benchmarks(&self, declared: &Declaration) -> Result<(), Failure> {
        let set = self.instances.split(':').next().unwrap_or_default();
        let is_set = declared.benchmarks.iter().any(|benchmark| benchmark.name == set);
        let usual = declared.goals.first().map(|(name, _)| *name);
        if !is_set || self.goal.is_none() || self.goal.as_deref() == usual {
            return Ok(());
        }
        let message = format!("the instances of {set} have a goal of their own: leave --goal away");
        Err(Failure::new(Exit::Usage, message))
    }

    /// The search, after a check that it supports the options.
    fn solver<'a>(
        &self,
        space: &'a dyn AnySpace,
        model: Option<&PuzzleGuide>,
        search: &Search,
        interrupted: Arc<AtomicBool>,
        progress: &ProgressLine,
    ) -> Result<Box<dyn Solver + 'a>, Failure> {
        let solving = Solving {
            name: &self.space,
            space,
            search,
            model,
            tables: &puzzle::tables(self.tables.as_deref()),
            threads: self.threads.unwrap_or(1).into(),
            device: self.device,
            budget: &self.limits.budget(interrupted),
        };
        let solver = solving.solver(progress)?;
        self.check_options(search)?;
        Ok(solver)
    }

    fn write_pddl(
        &self,
        folder: &Path,
        instances: &Instances,
        space: &dyn AnySpace,
        log: &mut Log,
    ) -> Result<Exit, Failure> {
        const HELP: &str = "name a folder that is new, or remove this file";
        let domain = folder.join(DOMAIN_FILE);
        let problems = || {
            instances.iter(space, self.seed).map(|Instance { number, start, .. }| {
                (folder.join(format!("p{number:03}.pddl")), space.problem(&start))
            })
        };
        check_same(&domain, space.domain(), HELP)?;
        problems().try_for_each(|(file, problem)| check_same(&file, &problem, HELP))?;
        pddl_folder::create(folder)?;
        write(&domain, space.domain())?;
        problems().try_for_each(|(file, problem)| write(&file, &problem))?;
        log.line(format_args!(
            "Wrote {} and the domain to {}",
            counted(instances.count(), "problem"),
            folder.display()
        ));
        Ok(Exit::Success)
    }

    fn check_options(&self, search: &Search) -> Result<(), Failure> {
        let given = [("--threads", self.threads.is_some()), ("--max-cost", self.max_cost.is_some())];
        match given.iter().find(|(_, is_given)| *is_given && !search.is_ida()) {
            Some((option, _)) => {
                let message = format!("{option} is only for ida, not for {search}");
                Err(Failure::new(Exit::Usage, message))
            }
            None => Ok(()),
        }
    }
}

/// The options that all instances share.
struct Run<'a> {
    options: &'a Solve,
    space: &'a dyn AnySpace,
    /// If it is used.
    seed: Option<u64>,
    search: Search,
    solver: Box<dyn Solver + 'a>,
    interrupted: Arc<AtomicBool>,
    progress: SearchProgress,
    results: Results,
}

impl Run<'_> {
    fn solve(&mut self, instance: &Instance, log: &mut Log, stats: &mut StatsLines) -> Result<Exit, Failure> {
        let Instance { number, start, optimal } = instance;
        let begin = Instant::now();
        let ida = Ida {
            threads: self.options.threads.unwrap_or(1).into(),
            max_cost: self.options.max_cost.unwrap_or(u32::MAX),
            ..Ida::default()
        };
        let limits = Limits {
            budget: self.options.limits.budget(Arc::clone(&self.interrupted)),
            max_expansions: self.options.max_expansions,
            max_evaluations: self.options.max_evaluations,
        };
        let limits = self.progress.search(&format!("Instance {number}"), limits);
        let (report, time) = timed(|| self.solver.solve(start, &ida, &limits, &mut self.progress));
        self.progress.progress().clear();
        self.check(instance, &report)?;

        log.line(self.results.add(Row { number: *number, optimal: *optimal, report: &report, time }));
        if self.options.show {
            self.show(instance, &report, log);
        }
        let mut line = Stats::default();
        line.set_report(&report);
        line.search_s = Some(time.as_secs_f64());
        line.seed = self.seed;
        line.search = Some(self.search.to_string());
        stats.add(line, begin)?;
        Ok((&report.outcome).into())
    }

    /// Executes the plan, if there is one.
    fn check(&self, instance: &Instance, report: &Report) -> Result<(), Failure> {
        let Outcome::Solved { plan, cost } = &report.outcome else { return Ok(()) };
        let bug = |reason: String| {
            let message = format!("the plan found for instance {} is wrong: {reason}", instance.number);
            Err(Failure::new(Exit::SearchCritical, message))
        };
        match self.space.replay(&instance.start, plan) {
            Err(reason) => return bug(reason),
            Ok(actual) if actual != *cost => return bug(format!("it costs {actual}, not {cost}")),
            Ok(_) => {}
        }
        match instance.optimal {
            Some(optimal) if optimal != *cost && self.solver.is_optimal() => {
                let number = instance.number;
                console::complain(format_args!(
                    "warning: instance {number} is said to cost {optimal}, but its cheapest plan costs {cost}"
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn show(&self, instance: &Instance, report: &Report, log: &mut Log) {
        log.line(self.space.picture(&instance.start));
        if let Outcome::Solved { plan, .. } = &report.outcome {
            let moves = self.space.describe(&instance.start, plan);
            log.line(wrapped(&moves, WIDTH).join("\n"));
        }
    }
}
