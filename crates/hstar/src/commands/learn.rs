//! `hstar learn`

mod growth_args;
mod machine_args;
mod rule_args;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, value_parser};
use learn::data::{DataSet, Split, Together};
use learn::features::FeatureKind;
use learn::metrics::{self, Metrics};
use learn::training::{Config, Device, Hidden, Metric, Noise, Scores};
use learn::{FIXED_SIGMA, Head, Sigma, model_file};
use likely::puzzles::Setting;
use network::Activation;
use search::{Budget, Exhausted};

use self::growth_args::{GrowthArgs, Method};
use self::machine_args::MachineArgs;
use self::rule_args::RuleArgs;
use crate::cli::LimitArgs;
use crate::growing::Growing;
use crate::grown::{GrownModel, no_setting};
use crate::guide::are_rules;
use crate::learning::rounds::{self, Labelling};
use crate::learning::{Learning, Trained, run_folder, unwritable};
use crate::{Exit, Failure, Log, data_file, interrupt, puzzle, threads, units};

/// Train a model from data sets, from a domain and problems, or from the goal of a puzzle
///
/// Problems are labelled first, by their optimal plans: in a first round those that are easy, and after a first model those
/// that take longer. Data sets made by hstar data leave more choice. With --method likely, a heuristic for a puzzle is grown
/// from nothing but its goal, for solve --model: one that overestimates as seldom as is asked for in the search.
///
/// Training can be stopped at any moment, by Ctrl-C, a limit or a crash: the same command goes on, and with the same data
/// sets ends with the same bytes as if it had never been stopped. (What is labelled in a given time is not always the
/// same.) The best model so far is written as training goes; what happens is kept in the folder MODEL.run.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Learn {
    /// The file to write the model to
    model: PathBuf,
    /// Data sets made by hstar data; or a PDDL domain and problems, or folders of them; or a puzzle, as in tiles:4x4
    #[arg(value_name = "DATA or DOMAIN PROBLEM", required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    options: TrainingArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    growth: GrowthArgs,
    /// Cross-validation: of K parts of what is not for testing, set the Ith, from 1, apart for validation
    #[arg(long, value_name = "I/K", value_parser = fold)]
    fold: Option<(u32, u32)>,
    /// Write a checkpoint so often; as much is lost at most when the process is killed
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = units::time)]
    checkpoint_every: Duration,
    /// How many threads compute features and train logic machines [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The options of training.
#[derive(Args, Clone, Debug)]
pub(crate) struct TrainingArgs {
    /// What the model sees of a state: planning (goal count, ff, deletes of ff's relaxed plan: means the same in every
    /// task), logic (the facts of state and goal as relations among objects, for a logic machine: means the same in every
    /// problem of the domain) or facts (those that hold: for one task alone)
    #[arg(long, value_name = "KIND", default_value = "planning", help_heading = "Model")]
    features: FeatureKind,
    /// The widths of hidden layers, as in 250,150,100, or their number, as in interpolated:3, for widths that go in equal steps
    /// from the inputs to the outputs [default: none, for a linear model]
    #[arg(long, value_name = "WIDTHS", help_heading = "Model")]
    hidden: Option<Hidden>,
    /// What follows each hidden layer: sigmoid, relu, leaky-relu or tanh [default: sigmoid]
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    activation: Option<Activation>,
    #[command(flatten)]
    machine: MachineArgs,
    /// What the model believes of the cost to the goal
    #[arg(long, value_name = "KIND", default_value = "truncated", help_heading = "Model")]
    belief: BeliefArg,
    /// The spread of a Gaussian: learned, fixed (1.4142, the paper's), or another number for all states
    #[arg(long, value_name = "SIGMA", default_value = "learned", value_parser = sigma, help_heading = "Model")]
    sigma: Sigma,
    /// The heuristic that the model's estimate is added to, or none [default: ff; none for categorical]
    #[arg(long, value_name = "H", value_parser = heuristic, help_heading = "Model")]
    residual: Option<Chosen>,
    /// The admissible heuristic that the model's estimates never go below, or none [default: lmcut for truncated]
    #[arg(long, value_name = "H", value_parser = admissible, help_heading = "Model")]
    lower: Option<Chosen>,
    /// States to a step
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = positive, help_heading = "Training")]
    batch: usize,
    /// Steps at most
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = from_one(), help_heading = "Training")]
    steps: u64,
    /// How far a step goes
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = not_negative, help_heading = "Training")]
    learning_rate: f64,
    /// How much weights shrink at each step, as a share of the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = not_negative, help_heading = "Training")]
    weight_decay: f64,
    /// Shorten gradients that are longer than this; 0 for never
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = not_negative, help_heading = "Training")]
    clip: f64,
    /// How likely a hidden unit is left out in a step
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability, help_heading = "Training")]
    dropout: f32,
    /// Mix noise into batches, of which the model is to know nothing: uniform (each fact holds or not), weighted (as often as
    /// in the data) or near (states with a few facts changed), and its share, as in weighted:0.5. Only for facts and
    /// categorical beliefs
    #[arg(long, value_name = "KIND:SHARE", help_heading = "Training")]
    noise: Option<Noise>,
    /// Epochs between two validations
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = from_one(), help_heading = "Training")]
    validate_every: u64,
    /// Stop after so many validations without a better one
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Training")]
    patience: Option<u64>,
    /// By how much a validation has to be better to count as such for --patience
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = not_negative, help_heading = "Training")]
    least_gain: f64,
    /// Keep the weights that are best on the validation problems by nll (negative log-likelihood), by mse (squared
    /// error), or of both those that do best in search [default: nll; mse for points]
    #[arg(long, value_name = "MEASURE", help_heading = "Training")]
    select: Option<SelectArg>,
    /// Train so many times from other weights, and keep the best
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000), help_heading = "Training")]
    attempts: u32,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "Training")]
    seed: u64,
    /// Where to train: cpu, or cuda:0 and so on for a GPU, in an hstar built with --features cuda
    #[arg(long, value_name = "DEVICE", default_value = "cpu", help_heading = "Training")]
    device: Device,
}

/// The kinds of belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BeliefArg {
    /// A Gaussian that respects lower bounds
    Truncated,
    /// A Gaussian
    Gaussian,
    /// A probability for each whole cost
    Categorical,
    /// A number
    Point,
}

/// How weights are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SelectArg {
    /// By negative log-likelihood
    Nll,
    /// By squared error
    Mse,
    /// By greedy search
    Search,
}

/// How many states a search may evaluate when models are compared by search, as in the paper on bounds.
const TRIAL_EVALUATIONS: u64 = 10_000;

/// The heuristic of a name, or that there is to be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chosen(Option<&'static str>);

const EXAMPLES: &str = "\
Examples:
  hstar learn model.hstar data.parquet
  hstar learn model.hstar domain.pddl p01.pddl p02.pddl --time-limit 30m
  hstar learn third.hstar data.parquet --fold 3/10
  hstar learn model.hstar data.parquet --belief gaussian --sigma 1.4142 --seed 7
  hstar learn net.hstar data.parquet --features facts --hidden interpolated:3 \\
      --belief categorical --learning-rate 0.001 --batch 100 --noise weighted:0.5
  hstar learn machine.hstar data.parquet --features logic
  hstar learn blocks.rules data.parquet --rules goals
  hstar learn fifteen.hstar tiles:4x4 --method likely
";

impl Learn {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let start = Instant::now();
        self.check_model()?;
        let budget = self.limits.budget(interrupt::flag());
        if self.growth.method == Method::Likely {
            return self.grow(&budget, log);
        }
        self.check_data_method()?;
        if rounds::are_data_sets(&self.inputs) {
            return self.train(data_file::read_all(&self.inputs)?, &budget, log);
        }
        if let Some(time) = self.limits.time_limit {
            interrupt::raise_after(time);
        }
        let labelling = Labelling {
            files: &self.inputs,
            folder: run_folder::of(&self.model).map_err(|error| unwritable(&self.model, &error))?,
            threads: threads::or_all(self.threads),
            memory: self.limits.memory_limit,
            seed: self.options.seed,
        };
        let mut has_model = false;
        let result = labelling.run(log, |data, log| {
            let result = self.train(data, &budget, log);
            has_model |= result.is_ok();
            result
        });
        let exit = result.as_ref().map_or_else(|failure| failure.exit, |exit| *exit);
        let is_stopped = matches!(exit, Exit::Interrupted | Exit::TranslateTime | Exit::TranslateMemory);
        if !is_stopped {
            return result;
        }
        let is_time = self.limits.time_limit.is_some_and(|time| start.elapsed() >= time);
        match (has_model, is_time) {
            // Whoever stops it has what there is: the knowledge of the rounds before.
            (true, _) => {
                log.line(format_args!("Stopped; the best model so far is {}", self.model.display()));
                Ok(if is_time { Exit::Success } else { exit })
            }
            (false, true) => Err(Failure::new(Exit::SearchTime, "the time is up, and there is no model yet")),
            (false, false) => result,
        }
    }

    /// Grows a heuristic from a puzzle's goal.
    fn grow(&self, budget: &Budget, log: &mut Log) -> Result<Exit, Failure> {
        let usage = |message: &dyn Display| Err(Failure::new(Exit::Usage, message));
        let [space] = &self.inputs[..] else {
            return usage(
                &"--method likely takes one puzzle, as in learn fifteen.hstar tiles:4x4 --method likely",
            );
        };
        if let Some(option) = self.given_for_data() {
            return usage(&format_args!("{option} is not for --method likely"));
        }
        let space = &*space.to_string_lossy();
        let setting = &Setting::of(space).ok_or_else(|| no_setting(space))?;
        let growing = Growing {
            space,
            setting,
            options: &self.growth.options(setting, self.options.seed),
            model: &self.model,
            tables: puzzle::tables(None),
            threads: threads::or_all(self.threads),
            budget,
        };
        growing.run(log)
    }

    /// An option that was given, and is for learning from data alone.
    fn given_for_data(&self) -> Option<&'static str> {
        let options = &self.options;
        let given = [
            ("--fold", self.fold.is_some()),
            ("--rules", self.rules.is_asked_for()),
            ("--hidden", options.hidden.is_some()),
            ("--residual", options.residual.is_some()),
            ("--lower", options.lower.is_some()),
            ("--noise", options.noise.is_some()),
            ("--patience", options.patience.is_some()),
            ("--select", options.select.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Refuses what is for growth alone, and puzzles.
    fn check_data_method(&self) -> Result<(), Failure> {
        let usage = |message: &dyn Display| Err(Failure::new(Exit::Usage, message));
        if let Some(option) = self.growth.given() {
            return usage(&format_args!("{option} is for --method likely"));
        }
        let spaces = self.inputs.iter().map(|input| input.to_string_lossy());
        match spaces.into_iter().find(|input| Setting::of(input).is_some()) {
            Some(space) => usage(&format_args!(
                "{space} is a puzzle\n  = help: a heuristic is grown for it with --method likely"
            )),
            None => Ok(()),
        }
    }

    /// Refuses to replace a file that is no model: names are easily mixed up.
    fn check_model(&self) -> Result<(), Failure> {
        match fs::read(&self.model) {
            Ok(bytes)
                if !bytes.is_empty()
                    && !are_rules(&bytes)
                    && GrownModel::parse(&bytes).is_err()
                    && model_file::read(&bytes).is_err() =>
            {
                let message = format!(
                    "{} is there, and is no model that could be replaced\n  = help: the model's file comes first; name \
                     another, or remove this one",
                    self.model.display()
                );
                Err(Failure::new(Exit::Usage, message))
            }
            // What is not there is no loss, and what can't be read can't be written either.
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn train(&self, mut data: DataSet, budget: &Budget, log: &mut Log) -> Result<Exit, Failure> {
        if let Some((number, count)) = self.fold {
            data.fold(number - 1, count, Together::Walks);
        }
        let threads = threads::or_all(self.threads);
        if let Some(learning) = self.rules.learning(&data, &self.model, threads, budget) {
            return Ok(exit(learning.run(log)?));
        }
        let config = self.options.config(&data)?;
        let learning = Learning {
            data: &data,
            config: &config,
            model: &self.model,
            threads,
            checkpoint_every: self.checkpoint_every,
            budget,
        };
        let trained = learning.run(log)?;
        report(&trained, &self.model, log);
        Ok(exit(trained.stopped))
    }
}

fn exit(stopped: Option<Exhausted>) -> Exit {
    match stopped {
        Some(Exhausted::Interrupted) => Exit::Interrupted,
        _ => Exit::Success,
    }
}

impl TrainingArgs {
    /// The options in full: what is not given may depend on the data.
    pub(crate) fn config(&self, data: &DataSet) -> Result<Config, Failure> {
        let head = match self.belief {
            BeliefArg::Truncated => Head::Truncated { sigma: self.sigma },
            BeliefArg::Gaussian => Head::Gaussian { sigma: self.sigma },
            BeliefArg::Categorical => Head::Categorical { highest: highest_cost(data)? },
            BeliefArg::Point => Head::Point,
        };
        self.check(data)?;
        let usual = if self.belief == BeliefArg::Point { Metric::Mse } else { Metric::Nll };
        let name = |chosen: &Option<Chosen>, usual: Option<&'static str>| {
            chosen.as_ref().map_or(usual, |chosen| chosen.0).map(str::to_owned)
        };
        let residual = name(&self.residual, (self.belief != BeliefArg::Categorical).then_some("ff"));
        let lower = name(&self.lower, (self.belief == BeliefArg::Truncated).then_some("lmcut"));
        Ok(Config {
            features: self.features,
            hidden: self.hidden.clone().unwrap_or(Hidden::Widths(Vec::new())),
            activation: self.activation.unwrap_or(Activation::Sigmoid),
            machine: self.machine.size(),
            head,
            residual,
            lower,
            batch: self.batch,
            steps: self.steps,
            learning_rate: self.learning_rate,
            weight_decay: self.weight_decay,
            clip: (self.clip > 0.0).then_some(self.clip),
            dropout: self.dropout,
            noise: self.noise,
            validate_every: self.validate_every,
            patience: self.patience,
            least_gain: self.least_gain,
            select: match self.select {
                Some(SelectArg::Nll) => Metric::Nll,
                Some(SelectArg::Mse) => Metric::Mse,
                Some(SelectArg::Search) | None => usual,
            },
            select_by_search: (self.select == Some(SelectArg::Search)).then_some(TRIAL_EVALUATIONS),
            attempts: self.attempts,
            seed: self.seed,
            device: self.device,
        })
    }
}

impl TrainingArgs {
    /// Refuses options of other kinds of models than the one that is to be trained.
    fn check_kind(&self) -> Result<(), Failure> {
        let is_logic = self.features == FeatureKind::Logic;
        let for_networks = self.hidden.is_some() || self.activation.is_some() || self.dropout > 0.0;
        let message = match is_logic {
            true if for_networks => {
                "--hidden, --activation and --dropout are for feed-forward networks: a logic machine has --depth, \
                 --breadth and --width"
            }
            true if self.device != Device::Cpu => {
                "models with logic features are trained on the processor only: leave out --device"
            }
            false if self.machine.are_given() => "--depth, --breadth and --width are for --features logic",
            _ => return Ok(()),
        };
        Err(Failure::new(Exit::Usage, message))
    }

    /// Refuses what would only fail, or mean nothing, after hours.
    fn check(&self, data: &DataSet) -> Result<(), Failure> {
        self.check_kind()?;
        let has_residual = self.residual.as_ref().is_some_and(|chosen| chosen.0.is_some());
        let has_validation = data.rows_of(Split::Validation).next().is_some();
        let takes_noise = self.belief == BeliefArg::Categorical && self.features == FeatureKind::Facts;
        let message = if self.noise.is_some() && !takes_noise {
            "--noise is for --features facts with --belief categorical: others can't say that they know nothing"
        } else if self.belief == BeliefArg::Categorical && has_residual {
            "probabilities of each cost can't be added to a heuristic: leave out --residual"
        } else if self.belief == BeliefArg::Point && self.select == Some(SelectArg::Nll) {
            "a number has no likelihood: choose by --select mse or search"
        } else if self.select == Some(SelectArg::Search) && !has_validation {
            "--select search needs problems for validation: hstar data --split sets some apart"
        } else {
            return Ok(());
        };
        Err(Failure::new(Exit::Usage, message))
    }
}

/// The most costs that a categorical belief may tell apart: a network with more outputs would be of no use.
const MOST_CATEGORIES: f64 = 10_000.0;

fn highest_cost(data: &DataSet) -> Result<u32, Failure> {
    let highest = data.rows_of(Split::Train).filter_map(|row| row.target).fold(0.0, f64::max).ceil();
    if highest > MOST_CATEGORIES {
        let message = format!(
            "the data has costs up to {highest}, too many for a probability each\n  = help: use --belief truncated or \
             gaussian"
        );
        return Err(Failure::new(Exit::InputError, message));
    }
    Ok(highest as u32)
}

/// Tells how good the model is, beside what it is built on.
fn report(trained: &Trained, path: &Path, log: &mut Log) {
    let Trained { model, prepared, stopped } = trained;
    if stopped.is_some() {
        log.line("Stopped early; this is the best model so far, and the same command goes on.");
    }
    let found = model.about.training.found;
    log.line(format_args!("Best weights: attempt {}, step {}", found.attempt + 1, found.step));
    for (name, examples) in [("validation", &prepared.validation), ("test", &prepared.test)] {
        let judged = metrics::judge(model.about.head, &model.network, examples);
        let Some(metrics) = Metrics::new(&judged) else { continue };
        let scores = Scores::new(metrics.nll, metrics.mse);
        log.line(format_args!("On {} {name} states: {scores}", metrics.states));
        if let Some(residual) = &model.about.residual {
            let errors = examples.known.iter().zip(&examples.targets);
            let squares = errors.map(|(known, target)| (f64::from(known.residual) - target).powi(2));
            let mse = squares.sum::<f64>() / examples.len() as f64;
            log.line(format_args!("  for comparison, {residual} alone: mse {mse:.4}"));
        }
    }
    log.line(format_args!("Model: {}", path.display()));
}

fn fold(text: &str) -> Result<(u32, u32), String> {
    let numbers =
        text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    let numbers = numbers.filter(|&(number, count)| 1 <= number && number <= count && count >= 2);
    numbers.ok_or_else(|| "expected a part and the number of parts, as in 1/10".to_owned())
}

fn sigma(text: &str) -> Result<Sigma, String> {
    let number = text.parse().ok().filter(|sigma: &f64| sigma.is_finite() && *sigma > 0.0);
    match (text, number) {
        ("learned", _) => Ok(Sigma::Learned),
        ("fixed", _) => Ok(Sigma::Fixed(FIXED_SIGMA)),
        (_, Some(sigma)) => Ok(Sigma::Fixed(sigma)),
        (_, None) => Err("expected `learned`, `fixed` (√2, as in the paper), or a number above 0".to_owned()),
    }
}

fn heuristic(text: &str) -> Result<Chosen, String> {
    match (text, heuristics::Entry::find(text)) {
        ("none", _) => Ok(Chosen(None)),
        (_, Some(entry)) if entry.depends_on_path => {
            Err(format!("{text} depends on the path to a state, which is not known in training"))
        }
        (_, Some(entry)) => Ok(Chosen(Some(entry.name))),
        (_, None) => {
            let known: Vec<&str> = heuristics::CATALOG.iter().map(|entry| entry.name).collect();
            Err(format!("expected none or one of {}", known.join(", ")))
        }
    }
}

fn admissible(text: &str) -> Result<Chosen, String> {
    let chosen = heuristic(text)?;
    let entry = chosen.0.and_then(heuristics::Entry::find);
    match entry {
        Some(entry) if !entry.is_admissible => {
            let known =
                heuristics::CATALOG.iter().filter(|entry| entry.is_admissible).map(|entry| entry.name);
            let known: Vec<&str> = known.collect();
            Err(format!(
                "{text} is no lower bound: it may overestimate; those that don't: {}",
                known.join(", ")
            ))
        }
        _ => Ok(chosen),
    }
}

fn from_one() -> RangedU64ValueParser {
    value_parser!(u64).range(1..)
}

fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "expected a whole number above 0".to_owned())
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 up".to_owned())
}

fn probability(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 up to, but not including, 1".to_owned())
}
