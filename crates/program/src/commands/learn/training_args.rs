//! Options of training from data.

use std::fmt::Display;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, value_parser};
use data::{DataSet, Split};
use learn::features::FeatureKind;
use learn::training::{Config, Device, Hidden, LinearFit, Loss, Metric, Noise};
use learn::{Head, Sigma, Targets, UpperBound};
use likely::planning::BeliefKind;
use network::Activation;

use super::hypergraph_args::HypergraphArgs;
use super::machine_args::MachineArgs;
use super::wl_args::WlArgs;

use planner::learning::{ChosenHeuristic, ChosenUpper, categorical, highest_cost};
use planner::{Error, ErrorKind};

/// The options of training.
#[derive(Args, Clone, Debug)]
pub(crate) struct TrainingArgs {
    /// The features of a state: planning (goal count, ff, deletes of ff's relaxed plan; for all tasks), logic (facts of state
    /// and goal as relations among objects, for a logic machine), typed-logic (the same, and the types of objects) or
    /// hypergraph (all facts and actions without their deletes, for a hypergraph network) or wl (Weisfeiler-Leman: counts of
    /// objects and atoms by what is around them), these four for all problems of the domain; facts (those that hold, for one task only); for puzzles: places (the tile or object at each place) or databases
    /// (values of pattern databases) [default: planning; places for puzzles]
    #[arg(long, value_name = "KIND", help_heading = "Model")]
    features: Option<FeatureKind>,
    /// The widths of hidden layers, as in 250,150,100, or their number, as in interpolated:3, for widths that go in equal steps
    /// from the inputs to the outputs [default: none, for a linear model]
    #[arg(long, value_name = "WIDTHS", help_heading = "Model")]
    hidden: Option<Hidden>,
    /// The activation of hidden layers: sigmoid, relu, leaky-relu or tanh [default: sigmoid]
    #[arg(long, value_name = "NAME", help_heading = "Model")]
    activation: Option<Activation>,
    #[command(flatten)]
    machine: MachineArgs,
    #[command(flatten)]
    hypergraph: HypergraphArgs,
    #[command(flatten)]
    wl: WlArgs,
    /// The form of the belief about the cost to the goal [default: truncated; gaussian for --method likely and for wl without --hidden]
    #[arg(long, value_name = "KIND", help_heading = "Model")]
    belief: Option<BeliefArg>,
    /// The spread of a Gaussian: learned, fixed (1.4142, the paper's), or another number for all states
    #[arg(long, value_name = "SIGMA", default_value = "learned", help_heading = "Model")]
    sigma: Sigma,
    /// The heuristic that the model's estimate is added to, or none [default: ff; none for categorical and wl]
    #[arg(long, value_name = "H", value_parser = ChosenHeuristic::parse, help_heading = "Model")]
    residual: Option<ChosenHeuristic>,
    /// The admissible heuristic that bounds estimates from below, or none [default: lmcut for truncated; none for --method
    /// likely]
    #[arg(long, value_name = "H", value_parser = ChosenHeuristic::parse_admissible, help_heading = "Model")]
    pub(super) lower: Option<ChosenHeuristic>,
    /// The upper bound on estimates: the cost of a plan, where following ff's relaxed plans leads to one (lookahead) or rules
    /// that act make one (their file), or none
    #[arg(long, value_name = "BOUND", default_value = "none", value_parser = ChosenUpper::parse, help_heading = "Model")]
    upper: ChosenUpper,
    /// The targets: the teacher's costs (costs), or only what is certain (ranges): where a plan is not known to be the
    /// cheapest, that the cost lies between a lower bound and the plan's. The data should have some costs that are certain, too
    #[arg(long, value_name = "KIND", default_value = "costs", help_heading = "Training")]
    targets: Targets,
    /// The loss. For wl without --hidden: cost (Bayesian regression), rank (the successor that a plan goes on to before all others, by
    /// support vector machines) or rank-few (by one with few weights) [default: rank for data with --siblings, else cost]. For
    /// categorical beliefs: cea[:BETA:ETA] (cross-entropy admissibility: the lower both, the fewer overestimates) [default: likelihood]
    #[arg(long, value_name = "LOSS", help_heading = "Training")]
    loss: Option<Loss>,
    /// The batch size: states per gradient step
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = positive, help_heading = "Training")]
    batch: usize,
    /// The most gradient steps
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = from_one(), help_heading = "Training")]
    steps: u64,
    /// The learning rate [default: 0.01; 0.001 for hypergraphs]
    #[arg(long, value_name = "X", value_parser = not_negative, help_heading = "Training")]
    learning_rate: Option<f64>,
    /// Weight decay: how much weights shrink at each step, as a share of the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = not_negative, help_heading = "Training")]
    weight_decay: f64,
    /// Clip gradients to this norm; 0 for never
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = not_negative, help_heading = "Training")]
    clip: f64,
    /// Dropout: the probability that a hidden unit is left out in a step
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability, help_heading = "Training")]
    dropout: f32,
    /// Mix noise into batches, on which the belief should be uniform: uniform (each fact holds or not), weighted (as often as in
    /// the data), near (states with a few facts changed) or unlabelled (states in the data without a cost), and its share, as in
    /// weighted:0.5. Only for facts or places, and categorical beliefs
    #[arg(long, value_name = "KIND:SHARE", help_heading = "Training")]
    pub(super) noise: Option<Noise>,
    /// Epochs between two validations
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = from_one(), help_heading = "Training")]
    validate_every: u64,
    /// Stop after this many validations without an improvement
    #[arg(long, value_name = "N", value_parser = from_one(), help_heading = "Training")]
    patience: Option<u64>,
    /// The least improvement of a validation that counts for --patience
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = not_negative, help_heading = "Training")]
    least_gain: f64,
    /// Keep the weights that are best on the validation problems by nll (negative log-likelihood), by mse (squared error), or
    /// those of the best that do best in search [default: nll; mse for points; the loss for --loss cea]
    #[arg(long, value_name = "MEASURE", help_heading = "Training")]
    select: Option<SelectArg>,
    /// Train this many times from other initial weights, and keep the best
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000), help_heading = "Training")]
    attempts: u32,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 42, help_heading = "Training")]
    pub(super) seed: u64,
    /// The device to train on: cpu, or cuda:0 and so on for a GPU, in an hstar built with --features cuda. With --method
    /// likely, the device on which tasks grown for tiles:5x5 are solved
    #[arg(long, value_name = "DEVICE", default_value = "cpu", help_heading = "Training")]
    pub(super) device: Device,
}

/// The kinds of belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BeliefArg {
    /// A Gaussian truncated at lower bounds
    Truncated,
    /// A Gaussian
    Gaussian,
    /// A probability for each whole cost
    Categorical,
    /// A number
    Point,
}

/// The criterion for weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SelectArg {
    /// By negative log-likelihood
    Nll,
    /// By squared error
    Mse,
    /// By greedy search
    Search,
}

const WL_OPTIONS: &str = "--refinements, --neighbours, --facts, --untyped, --unpruned and --rank-cost";

const NOT_GROWN: &str = "what is grown by --method likely believes a Gaussian: --belief is gaussian, or truncated for planning tasks";

/// How many states a search may evaluate when models are compared by search, as in the paper on bounds.
const TRIAL_EVALUATIONS: u64 = 10_000;

impl TrainingArgs {
    /// Is nothing said about the model?
    pub(super) fn is_open(&self) -> bool {
        let is_said = self.features.is_some() || self.belief.is_some() || self.lower.is_some();
        !is_said && self.device == Device::Cpu && self.given().is_none()
    }

    fn unfit_noise(&self, features: FeatureKind, has_unlabelled: bool) -> Option<&'static str> {
        self.noise?.unfit(features, self.belief() == BeliefArg::Categorical, has_unlabelled)
    }

    /// An option that was given, and means nothing without data.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--hidden", self.hidden.is_some()),
            ("--residual", self.residual.is_some()),
            ("--noise", self.noise.is_some()),
            ("--upper", self.upper.0.is_some()),
            ("--targets", self.targets != Targets::Costs),
            ("--loss", self.loss.is_some()),
            ("--depth, --breadth", self.machine.are_given()),
            ("--width", self.machine.width().is_some()),
            ("--recursions, --reception, --start, --loss-on", self.hypergraph.are_given()),
            (WL_OPTIONS, self.wl.are_given()),
        ];
        first_of(given).or_else(|| self.given_for_steps())
    }

    /// An option that was given, and means nothing for a model that is not trained step by step.
    fn given_for_steps(&self) -> Option<&'static str> {
        let given = [
            ("--patience", self.patience.is_some()),
            ("--select", self.select.is_some()),
            ("--activation", self.activation.is_some()),
            ("--learning-rate", self.learning_rate.is_some()),
            ("--dropout", self.dropout > 0.0),
            ("--attempts", self.attempts > 1),
            ("--sigma", self.sigma != Sigma::Learned),
            ("--steps", self.steps != 10_000),
            ("--batch", self.batch != 256),
            ("--clip", self.clip != 0.1),
            ("--weight-decay", self.weight_decay > 0.0),
            ("--validate-every", self.validate_every != 10),
            ("--least-gain", self.least_gain > 0.0),
        ];
        first_of(given)
    }

    /// Is it a linear model of counts? They are found at once, and learn from successors that plans do not go on to.
    pub(super) fn is_linear_wl(&self) -> bool {
        self.features() == FeatureKind::Wl && self.hidden.is_none()
    }

    /// Checks the belief asked for a heuristic that is grown for a puzzle.
    pub(super) fn check_belief_for_puzzle(&self) -> Result<(), Error> {
        match self.belief {
            None | Some(BeliefArg::Gaussian) => Ok(()),
            Some(BeliefArg::Truncated) => refused(
                "--belief truncated is for planning tasks with a --lower bound, and this is a puzzle: \
                 heuristics for puzzles believe a Gaussian",
            ),
            Some(BeliefArg::Categorical | BeliefArg::Point) => refused(NOT_GROWN),
        }
    }

    /// The belief of a heuristic that is grown for a planning task.
    pub(super) fn belief_for_task(&self) -> Result<BeliefKind, Error> {
        let has_lower = self.lower.as_ref().is_some_and(|chosen| chosen.0.is_some());
        match self.belief {
            None | Some(BeliefArg::Gaussian) => Ok(BeliefKind::Gaussian),
            Some(BeliefArg::Truncated) if has_lower => Ok(BeliefKind::Truncated),
            Some(BeliefArg::Truncated) => refused(
                "with --method likely, --belief truncated needs a lower bound to be cut off at\n  = help: \
                 give an admissible heuristic, as in --lower lmcut",
            ),
            Some(BeliefArg::Categorical | BeliefArg::Point) => refused(NOT_GROWN),
        }
    }

    fn features(&self) -> FeatureKind {
        self.features.unwrap_or(FeatureKind::Planning)
    }

    /// The features of a model of a puzzle.
    pub(super) fn puzzle_features(&self) -> Result<FeatureKind, Error> {
        match self.features.unwrap_or(FeatureKind::Places) {
            features if features.are_of_puzzles() => Ok(features),
            features => refused(format_args!(
                "--features {features} is for planning tasks, and this is a puzzle\n  = help: of puzzles, models see \
                     places or databases"
            )),
        }
    }

    /// The heuristic of a puzzle that truncates beliefs; by default the usual one.
    pub(super) fn lower_for_puzzle<'l>(&self, usual: Option<&'l str>) -> Result<Option<&'l str>, Error> {
        match &self.lower {
            Some(ChosenHeuristic(Some(_))) => refused(
                "--lower names a heuristic for planning tasks, and this is a puzzle: with --belief truncated, its own \
                 gives lower bounds, unless --lower is none",
            ),
            Some(ChosenHeuristic(None)) => Ok(None),
            None => Ok(usual.filter(|_| self.belief() == BeliefArg::Truncated)),
        }
    }

    /// All options for a puzzle with costs up to the highest.
    pub(super) fn config_for_puzzle(
        &self,
        features: FeatureKind,
        highest: u64,
        lower: Option<&str>,
    ) -> Result<Config, Error> {
        let message = if let Some(message) = self.unfit_noise(features, false) {
            message
        } else if self.residual.as_ref().is_some_and(|chosen| chosen.0.is_some()) {
            "--residual names a heuristic for planning tasks, and this is a puzzle"
        } else if self.upper.0.is_some() || self.targets != Targets::Costs {
            "--upper and --targets are for planning tasks, and this is a puzzle"
        } else if self.select == Some(SelectArg::Search) {
            "--select search is for planning tasks, and this is a puzzle: choose nll or mse"
        } else if self.belief() == BeliefArg::Point && self.select == Some(SelectArg::Nll) {
            "a number has no likelihood: choose by --select mse"
        } else {
            let head = self.head(highest as f64)?;
            return Ok(self.config_of(features, head, None, lower.map(str::to_owned)));
        };
        refused(message)
    }

    /// The form of the belief, for costs up to the highest.
    fn head(&self, highest: f64) -> Result<Head, Error> {
        Ok(match self.belief() {
            BeliefArg::Truncated => Head::Truncated { sigma: self.sigma },
            BeliefArg::Gaussian => Head::Gaussian { sigma: self.sigma },
            BeliefArg::Categorical => categorical(highest)?,
            BeliefArg::Point => Head::Point,
        })
    }

    fn belief(&self) -> BeliefArg {
        self.belief.unwrap_or(BeliefArg::Truncated)
    }

    /// All options: defaults may depend on the data.
    pub(crate) fn config(&self, data: &DataSet) -> Result<Config, Error> {
        if self.features().are_of_puzzles() {
            return refused(format_args!(
                "--features {} is for puzzles, and this is a planning task",
                self.features()
            ));
        }
        self.check(data)?;
        if self.is_linear_wl() {
            return self.linear_config(data);
        }
        let head = self.head(highest_cost(data, self.targets))?;
        let name = |chosen: &Option<ChosenHeuristic>, usual: Option<&'static str>| {
            chosen.as_ref().map_or(usual, |chosen| chosen.0).map(str::to_owned)
        };
        let adds_up = self.belief() != BeliefArg::Categorical && self.features() != FeatureKind::Wl;
        let residual = name(&self.residual, adds_up.then_some("ff"));
        let lower = name(&self.lower, (self.belief() == BeliefArg::Truncated).then_some("lmcut"));
        Ok(self.config_of(self.features(), head, residual, lower))
    }

    /// A model that is found at once: its spread is its own.
    fn linear_config(&self, data: &DataSet) -> Result<Config, Error> {
        let sigma = Sigma::Given;
        let name = |chosen: &Option<ChosenHeuristic>| Some(chosen.as_ref()?.0?.to_owned());
        let (head, lower) = match self.belief.unwrap_or(BeliefArg::Gaussian) {
            BeliefArg::Gaussian => (Head::Gaussian { sigma }, name(&self.lower)),
            BeliefArg::Truncated => {
                let usual = self.lower.is_none().then(|| "lmcut".to_owned());
                (Head::Truncated { sigma }, name(&self.lower).or(usual))
            }
            BeliefArg::Categorical | BeliefArg::Point => {
                return refused(
                    "--features wl without --hidden believes a Gaussian: --belief is gaussian or truncated",
                );
            }
        };
        let linear = Some(self.wl.fit(self.loss, data)?);
        if name(&self.residual).is_some() && linear != Some(LinearFit::Regression) {
            return refused(
                "scores that rank can't be added to a heuristic: leave out --residual, or learn by --loss cost",
            );
        }
        let config = self.config_of(FeatureKind::Wl, head, name(&self.residual), lower);
        Ok(Config { linear, ..config })
    }

    fn config_of(
        &self,
        features: FeatureKind,
        head: Head,
        residual: Option<String>,
        lower: Option<String>,
    ) -> Config {
        let admissibility = self.loss.and_then(Loss::admissibility);
        let usual_rate = if features == FeatureKind::Hypergraph { 0.001 } else { 0.01 };
        Config {
            features,
            hidden: self.hidden.clone().unwrap_or(Hidden::Widths(Vec::new())),
            activation: self.activation.unwrap_or(Activation::Sigmoid),
            machine: self.machine.size(),
            hypergraph: self.hypergraph.design(self.machine.width()),
            wl: (features == FeatureKind::Wl).then(|| self.wl.design()),
            linear: None,
            head,
            residual,
            lower,
            admissibility,
            upper: self.upper.0.clone(),
            targets: self.targets,
            batch: self.batch,
            steps: self.steps,
            learning_rate: self.learning_rate.unwrap_or(usual_rate),
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
                Some(SelectArg::Search) | None => Metric::usual(head, admissibility),
            },
            select_by_search: (self.select == Some(SelectArg::Search)).then_some(TRIAL_EVALUATIONS),
            attempts: self.attempts,
            seed: self.seed,
            device: self.device,
        }
    }

    /// Is the model of the kind that the loss is for?
    fn fits_loss(&self) -> bool {
        let is_categorical = self.belief() == BeliefArg::Categorical && self.targets == Targets::Costs;
        match self.loss.map(|loss| loss.admissibility().is_some()) {
            is_cea if self.is_linear_wl() => is_cea != Some(true),
            is_cea => self.wl.rank_cost.is_none() && is_cea.is_none_or(|is_cea| is_cea && is_categorical),
        }
    }

    /// Refuses options of other kinds of models than the one to be trained.
    pub(super) fn check_kind(&self) -> Result<(), Error> {
        let (is_logic, is_hypergraph) =
            (self.features().are_relations(), self.features() == FeatureKind::Hypergraph);
        if self.is_linear_wl()
            && let Some(option) =
                self.given_for_steps().or((self.device != Device::Cpu).then_some("--device"))
        {
            return refused(format_args!("{option} is for models trained step by step: give --hidden, too"));
        }
        let for_networks = self.hidden.is_some() || self.activation.is_some() || self.dropout > 0.0;
        let message = match is_logic || is_hypergraph {
            true if for_networks => {
                "--hidden, --activation and --dropout are for feed-forward networks: a logic machine has --depth, \
                 --breadth and --width, a hypergraph network --recursions and --width"
            }
            _ if self.features() != FeatureKind::Wl && self.wl.are_given() => {
                return refused(format_args!("{WL_OPTIONS} are for --features wl"));
            }
            _ if !self.fits_loss() => {
                "--rank-cost and --loss cost, rank and rank-few are for --features wl without --hidden, --loss cea is for \
                 networks with --belief categorical and --targets costs"
            }
            _ if !is_logic && self.machine.are_given() => {
                "--depth and --breadth are for --features logic and typed-logic"
            }
            _ if !is_hypergraph && self.hypergraph.are_given() => {
                "--recursions, --reception, --start and --loss-on are for --features hypergraph"
            }
            false if self.machine.width().is_some() => {
                "--width is for --features logic, typed-logic and hypergraph"
            }
            _ => return Ok(()),
        };
        refused(message)
    }

    /// Refuses options that would only fail, or mean nothing, after hours.
    fn check(&self, data: &DataSet) -> Result<(), Error> {
        let has_residual = self.residual.as_ref().is_some_and(|chosen| chosen.0.is_some());
        let has_validation = data.rows_of(Split::Validation).next().is_some();
        let message = if let Some(message) = self.unfit_noise(self.features(), data.has_unlabelled()) {
            message
        } else if self.belief() == BeliefArg::Categorical && has_residual {
            "probabilities of each cost can't be added to a heuristic: leave out --residual"
        } else if self.belief() == BeliefArg::Point && self.select == Some(SelectArg::Nll) {
            "a number has no likelihood: choose by --select mse or search"
        } else if self.select == Some(SelectArg::Search) && !has_validation {
            "--select search needs problems for validation: hstar data --split sets some apart"
        } else if self.select == Some(SelectArg::Search) && matches!(self.upper.0, Some(UpperBound::Rules(_)))
        {
            "--select search is not for models that rules bound from above: choose nll or mse"
        } else {
            return Ok(());
        };
        refused(message)
    }
}

/// The first option that is given.
fn first_of<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}

fn refused<T>(message: impl Display) -> Result<T, Error> {
    Err(Error::new(ErrorKind::Argument, message))
}

pub(super) fn from_one() -> RangedU64ValueParser {
    value_parser!(u64).range(1..)
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "expected a whole number above 0".to_owned())
}

pub(super) fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0 up".to_owned())
}

fn probability(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 up to, but not including, 1".to_owned())
}
