//! `hstar learn`

mod growth_args;
mod hypergraph_args;
mod machine_args;
mod rule_args;
mod training_args;
mod wl_args;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use clap::{Args, value_parser};
use contest::{Contest, Limit};
use data::{DataSet, Together};
use heuristics::Entry;
use learn::training::{Device, Noise};
use likely::growth::Options;
use likely::puzzles::Setting;
use pddl::Strictness;
use planner::{Error, ErrorKind};
use search::{Budget, Exhausted, StopReason};

use self::growth_args::{GrowthArgs, Method};
use self::rule_args::RuleArgs;
use self::training_args::TrainingArgs;
use crate::args::LimitArgs;
use crate::{Exit, Failure, Log, threads, units};
use console::{Watchdog, interrupt};
use planner::growing::{Growing, GrowthTarget, PuzzleTarget, TaskTarget};
use planner::grown::{gpu_for, no_setting};
use planner::learning::acting::ActLearning;
use planner::learning::model_lock::ModelLock;
use planner::learning::rounds::{self, Ended, Rounds};
use planner::learning::{self, Learning, Origin, PuzzleLearning, replacement, run_folder, usual_lower};
use planner::problem_files::{ProblemFiles, domain_name};
use planner::{PlanningTask, data_file, puzzle};

/// Train a model from a domain and problems, from data sets, or from nothing but a goal
///
/// From a domain and problems, with no options at all, it decides by itself: it learns models of several families from the smaller problems,
/// tries each with its searches on the largest beside nolan, which needs no model, and keeps the best with the search that goes with it, as a
/// bundle for plan --model. If nothing does better than nolan, the bundle says so and plans with that. It takes ten minutes at most, or --time-limit.
///
/// With options for the model, that model is trained. Problems are labelled first, by their optimal plans: in a first round those that are easy,
/// and after a first model those that take longer. Data sets made by hstar data offer more options. For a puzzle, it learns from the states along cheapest
/// plans. With --method likely, a heuristic for a puzzle or for one planning task is grown from nothing but its goal, for solve
/// --model or plan --model. The search then chooses the probability of not overestimating, as in --search
/// 'astar(model@quantile:0.9)'.
///
/// Training can be stopped at any moment, by Ctrl-C, a limit or a crash: the same command goes on, and with the same data sets
/// ends with the same bytes as if it had never been stopped. (The states labelled in a given time are not always the same.) The
/// best model so far is written during training; checkpoints and a log are in the folder MODEL.run.
#[derive(Args, Debug)]
#[command(after_help = console::learn_help::text())]
pub struct Learn {
    /// The file to write the model to
    model: PathBuf,
    /// Data sets made by hstar data; or a PDDL domain and problems, or folders of them; or a puzzle, as in tiles:3x3, and
    /// instances of it as for hstar solve: it learns from the states of their cheapest plans [default: random:200]
    #[arg(value_name = "DATA or DOMAIN PROBLEM or PUZZLE", required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    options: TrainingArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    growth: GrowthArgs,
    /// Cross-validation: of K parts of the data not for testing, use the Ith, counted from 1, for validation
    #[arg(long, value_name = "I/K", value_parser = units::part)]
    fold: Option<(u32, u32)>,
    /// The time between two checkpoints; at most this much work is lost when the process is killed
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = units::time)]
    checkpoint_every: Duration,
    /// The number of threads for features, logic machines and hypergraph networks [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// From problems, without further options: limit each search by the states that it evaluates, not by time; the same seed then makes the same
    /// bytes
    #[arg(long, value_name = "N", conflicts_with = "time_limit", value_parser = value_parser!(u64).range(1..))]
    max_evaluations: Option<u64>,
    /// Replace an existing model even if it is for another domain or puzzle
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Learn {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let start = Instant::now();
        replacement::check_file(&self.model)?;
        let _lock = ModelLock::on(&self.model)?;
        let _watchdog = self.watch(self.limits.time_limit);
        let budget = self.limits.budget(interrupt::flag());
        if self.growth.method == Method::Likely {
            return Ok(exit(self.grow(&budget, log)?));
        }
        self.check_method()?;
        self.options.check_kind()?;
        if let [space, instances @ ..] = &self.inputs[..]
            && puzzle::is_name(space)
            && instances.len() <= 1
        {
            let instances = instances.first().map(PathBuf::as_path);
            return Ok(exit(self.learn_puzzle(&space.to_string_lossy(), instances, &budget, log)?));
        }
        if self.rules.act() {
            return Ok(exit(self.learn_to_act(&budget, log)?));
        }
        if rounds::are_data_sets(&self.inputs) {
            return Ok(exit(self.train(data_file::read_all(&self.inputs)?, &budget, log)?));
        }
        if self.is_open() {
            return Ok(exit(self.hold_contest(log)?));
        }
        if let Some(time) = self.limits.time_limit {
            interrupt::raise_after(time);
        }
        self.check_domain(domain_name(&self.inputs)?.as_deref())?;
        let rounds = Rounds {
            problems: &ProblemFiles::find(&self.inputs)?,
            folder: run_folder::of(&self.model).map_err(|error| Error::unwritable(&self.model, &error))?,
            threads: threads::or_all(self.threads),
            memory: self.limits.memory_limit,
            seed: self.options.seed,
            siblings: self.options.is_linear_wl() || self.options.noise.is_some_and(Noise::takes_unlabelled),
            interrupted: interrupt::flag(),
        };
        let mut has_model = false;
        let result = rounds.run(log, |data| {
            let result = self.train(data, &budget, log);
            has_model |= result.is_ok();
            result
        });
        let result = result.map_err(Failure::from).map(|ended| match ended {
            Ended::Trained(stopped) => exit(stopped),
            Ended::Unlabelled => Exit::Incomplete,
        });
        let exit = result.as_ref().map_or_else(|failure| failure.exit, |exit| *exit);
        let is_stopped = matches!(exit, Exit::Interrupted | Exit::TranslateTime | Exit::TranslateMemory);
        if !is_stopped {
            return result;
        }
        let is_time = self.limits.time_limit.is_some_and(|time| start.elapsed() >= time);
        match (has_model, is_time) {
            // A run that is stopped keeps the models of the rounds before.
            (true, _) => {
                log.line(format_args!("Stopped; the best model so far is {}", self.model.display()));
                Ok(if is_time { Exit::Success } else { exit })
            }
            (false, true) => Err(Failure::new(Exit::SearchTime, "the time is up, and there is no model yet")),
            (false, false) => result,
        }
    }

    /// Sees to it that limits are kept also within a step of training, or whatever else takes long.
    fn watch(&self, time_limit: Option<Duration>) -> Option<Watchdog> {
        let (model, start) = (self.model.clone(), SystemTime::now());
        let limits = LimitArgs { time_limit, ..self.limits };
        limits.watch(&limits.budget(Default::default()), move |limit| {
            let written = std::fs::metadata(&model).and_then(|file| file.modified());
            if !written.is_ok_and(|time| time >= start) {
                let message = format_args!("{limit}, and there is no model yet");
                return Failure::new(StopReason::Exhausted(limit).into(), message);
            }
            let message = format!("Stopped: {limit}; the best model so far is {}", model.display());
            Failure { message, ..Failure::new(Exit::Success, limit) }
        })
    }

    /// Trains a model of a puzzle on the states along cheapest plans.
    fn learn_puzzle(
        &self,
        space: &str,
        instances: Option<&Path>,
        budget: &Budget,
        log: &Log,
    ) -> Result<Option<Exhausted>, Error> {
        /// The instances by default.
        const INSTANCES: &str = "random:200";
        if let Some(option) = self.given_for_tasks() {
            let message = format_args!("{option} is for planning tasks, and this is a puzzle");
            return Err(Error::new(ErrorKind::Argument, message));
        }
        let lower = usual_lower(space)?;
        self.check_domain(Some(space))?;
        let (features, lower) = (self.options.puzzle_features()?, self.options.lower_for_puzzle(lower)?);
        let learning = PuzzleLearning {
            space,
            instances: &instances.map_or(INSTANCES.into(), |given| given.to_string_lossy()),
            features,
            lower,
            seed: self.options.seed,
            model: &self.model,
            threads: threads::or_all(self.threads),
            checkpoint_every: self.checkpoint_every,
            budget,
        };
        let config = |highest| self.options.config_for_puzzle(features, highest, lower);
        let trained = learning.run(config, log)?;
        trained.report(&self.model, learning.threads, log);
        Ok(trained.stopped)
    }

    /// Learns models of several families, and keeps the best with its search.
    fn hold_contest(&self, log: &Log) -> Result<Option<Exhausted>, Error> {
        const USUAL_TIME: Duration = Duration::from_secs(600);
        let time = Limit::Time(self.limits.time_limit.unwrap_or(USUAL_TIME));
        let is_usual = self.limits.time_limit.is_none() && self.max_evaluations.is_none();
        let _watchdog = is_usual.then(|| self.watch(Some(USUAL_TIME)));
        self.check_domain(domain_name(&self.inputs)?.as_deref())?;
        let contest = Contest {
            problems: &ProblemFiles::find(&self.inputs)?,
            model: &self.model,
            seed: self.options.seed,
            threads: threads::or_all(self.threads),
            limit: self.max_evaluations.map_or(time, Limit::Evaluations),
            memory: self.limits.memory_limit,
            interrupted: interrupt::flag(),
        };
        contest.run(log)
    }

    /// Learns rules that act.
    fn learn_to_act(&self, budget: &Budget, log: &Log) -> Result<Option<Exhausted>, Error> {
        self.check_domain(domain_name(&self.inputs)?.as_deref())?;
        let (problems, threads) = (&ProblemFiles::find(&self.inputs)?, threads::or_all(self.threads));
        ActLearning { problems, model: &self.model, seed: self.options.seed, threads, budget }.run(log)
    }

    /// Grows a heuristic from the goal of a puzzle or a planning task.
    fn grow(&self, budget: &Budget, log: &Log) -> Result<Option<Exhausted>, Error> {
        let usage = |message: &dyn Display| Err(Error::new(ErrorKind::Argument, message));
        if let Some(option) = self.given_for_data() {
            return usage(&format_args!("{option} is not for --method likely"));
        }
        if rounds::are_data_sets(&self.inputs) {
            return usage(&"--method likely needs no data: it takes a puzzle, or a domain and a problem");
        }
        match &self.inputs[..] {
            [only] if puzzle::is_name(only) => self.grow_for_puzzle(&only.to_string_lossy(), budget, log),
            [problem] => self.grow_for_task(None, problem, budget, log),
            [domain, problem] => self.grow_for_task(Some(domain), problem, budget, log),
            _ => usage(
                &"--method likely takes one puzzle, as in learn fifteen.hstar tiles:4x4 --method likely, or one \
                  planning task, as in learn task.hstar domain.pddl p01.pddl --method likely",
            ),
        }
    }

    fn grow_for_puzzle(&self, space: &str, budget: &Budget, log: &Log) -> Result<Option<Exhausted>, Error> {
        let setting = &Setting::of(space).ok_or_else(|| no_setting(space))?;
        self.check_domain(Some(space))?;
        if self.options.lower.is_some() {
            let message = "--lower is for planning tasks, and this is a puzzle";
            return Err(Error::new(ErrorKind::Argument, message));
        }
        let instances = self.growth.instances();
        if let Some(instances) = instances {
            // Errors in them must not appear after hours of work.
            puzzle::Instances::read(instances, space, &*puzzle::open(space)?.1)?;
        }
        self.options.check_belief_for_puzzle()?;
        let gpu = gpu_for(space, self.options.device)?;
        let target = PuzzleTarget { space, setting, tables: puzzle::tables(None), gpu, instances };
        self.grow_at(&target, target.usual_options(), budget, log)
    }

    fn grow_for_task(
        &self,
        domain: Option<&Path>,
        problem: &Path,
        budget: &Budget,
        log: &Log,
    ) -> Result<Option<Exhausted>, Error> {
        if self.growth.instances().is_some() {
            let message = "--calibrate takes instances of puzzles, and this is a planning task: leave it away, or say off";
            return Err(Error::new(ErrorKind::Argument, message));
        }
        if let Device::Cuda(_) = self.options.device {
            let message = "--device is for tiles:5x5: planning tasks that heuristics are grown for are solved on the processor";
            return Err(Error::new(ErrorKind::Argument, message));
        }
        let belief = self.options.belief_for_task()?;
        let input = PlanningTask::read(domain, problem, Strictness::Lenient, log)?;
        if let PlanningTask::Lifted { domain, .. } = &input {
            self.check_domain(Some(domain.name.as_str()))?;
        }
        let task = input.ground(budget)?.into_owned();
        if let Some(warning) = input.left_out(&task)? {
            log.warn(warning);
        }
        let lower = self.options.lower.as_ref().and_then(|chosen| chosen.0).and_then(Entry::find);
        let target = TaskTarget::new(task, &input, lower)?;
        self.grow_at(&target, target.usual_options(belief), budget, log)
    }

    fn grow_at(
        &self,
        target: &dyn GrowthTarget,
        usual: Options,
        budget: &Budget,
        log: &Log,
    ) -> Result<Option<Exhausted>, Error> {
        let options = &self.growth.options(usual, self.options.seed);
        let threads = threads::or_all(self.threads);
        let calibrates = self.growth.calibrates();
        Growing { target, options, model: &self.model, calibrates, threads, budget }.run(log)
    }

    /// An option that was given, and is only for learning from data.
    fn given_for_data(&self) -> Option<&'static str> {
        let counted = self.max_evaluations.map(|_| "--max-evaluations");
        self.given_for_tasks().or_else(|| self.options.given()).or(counted)
    }

    fn given_for_tasks(&self) -> Option<&'static str> {
        let fold = self.fold.map(|_| "--fold");
        fold.or(self.rules.is_asked_for().then_some("--rules"))
    }

    /// May it decide by itself what to learn?
    fn is_open(&self) -> bool {
        self.options.is_open() && self.given_for_tasks().is_none()
    }

    /// Refuses options that are for other ways to learn.
    fn check_method(&self) -> Result<(), Error> {
        let is_closed = !self.is_open() || rounds::are_data_sets(&self.inputs);
        let counted = self.max_evaluations.filter(|_| is_closed).map(|_| "--max-evaluations");
        let wrong = self.growth.given().map(|option| (option, "--method likely"));
        match wrong.or_else(|| Some((counted?, "problems without options about the model"))) {
            Some((option, use_of)) => {
                Err(Error::new(ErrorKind::Argument, format_args!("{option} is for {use_of}")))
            }
            None => Ok(()),
        }
    }

    /// Refuses to replace a model for another domain or puzzle, unless that is wanted.
    fn check_domain(&self, new: Option<&str>) -> Result<(), Error> {
        if self.force { Ok(()) } else { replacement::check_domain(&self.model, new) }
    }

    fn train(&self, mut data: DataSet, budget: &Budget, log: &Log) -> Result<Option<Exhausted>, Error> {
        self.check_domain(data.domain_name().as_deref())?;
        if let Some((number, count)) = self.fold {
            data.fold(number - 1, count, Together::Walks);
        }
        let threads = threads::or_all(self.threads);
        if let Some(learning) = self.rules.learning(&data, &self.model, threads, budget) {
            return learning.run(log);
        }
        let mut config = self.options.config(&data)?;
        let may_choose = self.options.lower.is_none();
        let prepared = learning::prepare(&data, &mut config, may_choose, threads, budget, log)?;
        let origin = Origin::of(&data)?;
        let learning = Learning {
            origin,
            config: &config,
            model: &self.model,
            threads,
            checkpoint_every: self.checkpoint_every,
            budget,
        };
        let trained = learning.run(prepared, log)?;
        trained.report(&self.model, threads, log);
        Ok(trained.stopped)
    }
}

fn exit(stopped: Option<Exhausted>) -> Exit {
    match stopped {
        Some(Exhausted::Interrupted) => Exit::Interrupted,
        _ => Exit::Success,
    }
}
