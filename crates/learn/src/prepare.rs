//! From a data set to training examples.

mod wl;

use std::fmt::{self, Display};

use heuristics::{CostKind, Entry, Unsupported};
use pddl::{Diagnostic, Source, Strictness};
use policy::world::NoConjunction;
use search::{Batch, Budget, Estimates, Exhausted, StateSpace, States};
use task::{Space, Task};
use tools::threads::in_parallel;

use crate::cost_range::CostRange;
use crate::examples::Examples;
use crate::features::FeatureKind;
use crate::head::{Head, Prior};
use crate::mismatch::Mismatch;
use crate::net::Net;
use crate::signature::{DomainSignature, Signature};
use crate::targets::Targets;
use crate::training::{Config, LinearFit, Noise, Scores, WlDesign};
use crate::upper_bound::{RulesForProblem, UpperBound, UpperBounds};
use ::wl::Vocabulary;
use data::{DataSet, Row, Split, StateText, StateTextError, TaskError};
use linear::Pairs;

/// The inputs and targets of a model: features, the values of other heuristics, and costs.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The features.
    pub features: FeatureKind,
    /// The heuristic that the network's output is added to.
    pub residual: Option<&'a str>,
    /// The heuristic that gives lower bounds.
    pub lower: Option<&'a str>,
    /// The source of upper bounds.
    pub upper: Option<&'a UpperBound>,
    /// The targets.
    pub targets: Targets,
    /// The colours of Weisfeiler-Leman features.
    pub wl: Option<WlDesign>,
    /// Are pairs of states wanted of which one is better?
    pub pairs: bool,
    /// Are states wanted whose cost nobody knows?
    pub unlabelled: bool,
}

impl<'a> View<'a> {
    /// The view of models that are trained with these options.
    pub fn of(config: &'a Config) -> Self {
        Self {
            features: config.features,
            residual: config.residual.as_deref(),
            lower: config.lower.as_deref(),
            upper: config.upper.as_ref(),
            targets: config.targets,
            wl: config.wl,
            pairs: matches!(config.linear, Some(LinearFit::Rank { .. })),
            unlabelled: config.noise.is_some_and(Noise::takes_unlabelled),
        }
    }
}

/// The examples of a data set.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The signature of a model that is trained on them.
    pub signature: Signature,
    /// The training set.
    pub train: Examples,
    /// The validation set.
    pub validation: Examples,
    /// The test set.
    pub test: Examples,
    /// Pairs of training states of which one is better, where they are wanted.
    pub pairs: Pairs,
}

impl Prepared {
    /// The share of the pairs of which one is better that a linear model ranks rightly.
    pub fn ranked_rightly(&self, network: &Net) -> f64 {
        match network {
            Net::Linear(model) => {
                let weights: Vec<f64> = model.weights().iter().map(|&weight| weight.into()).collect();
                self.pairs.accuracy(&weights)
            }
            _ => 0.0,
        }
    }

    /// The measures of a network on the validation problems, or if there are none, on those trained on.
    pub fn scores(&self, head: Head, network: &Net, threads: usize) -> Scores {
        Scores::of(head, network, self.validation.or(&self.train), threads)
    }
}

/// Why a data set can't be used for training.
#[derive(Debug)]
pub enum PrepareError {
    /// A problem can't be grounded.
    Task(String, TaskError),
    /// A text is not a state of its task.
    State(String, StateTextError),
    /// A problem does not fit the others, or the model.
    Mismatch(String, Mismatch),
    /// There is no such heuristic.
    UnknownHeuristic(String),
    /// A heuristic does not support a problem.
    Unsupported(String, Unsupported),
    /// The rules of upper bounds are not for the domain.
    Rules(Box<Diagnostic>),
    /// They can't be asked about a problem's goal.
    Goal(String, NoConjunction),
    /// The budget is spent.
    Exhausted(Exhausted),
}

/// The examples of a data set for a new model with this view. They don't depend on the number of threads.
///
/// # Errors
/// When a problem can't be grounded, a text is not a state of its task, or a heuristic does not support a task.
pub fn prepare(
    data: &DataSet,
    view: View<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<Prepared, PrepareError> {
    let tasks = tasks(data, threads, budget)?;
    let signature = match view.features {
        FeatureKind::Wl => {
            let design = view.wl.unwrap_or_default();
            Signature::for_wl(domain(data), wl::signature(data, &tasks, &design, vocabulary(data), budget)?)
        }
        features => Signature::new(features, domain(data), tasks.iter()),
    };
    prepare_for(data, &tasks, signature, view, threads, budget)
}

/// The examples of a data set for an existing model.
///
/// # Errors
/// As [`prepare`], and when the model can't be used for a problem.
pub fn prepare_as(
    data: &DataSet,
    signature: &Signature,
    view: View<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<Prepared, PrepareError> {
    prepare_for(data, &tasks(data, threads, budget)?, signature.clone(), view, threads, budget)
}

fn prepare_for(
    data: &DataSet,
    tasks: &[Task],
    signature: Signature,
    view: View<'_>,
    threads: usize,
    budget: &Budget,
) -> Result<Prepared, PrepareError> {
    let domain = domain(data);
    let rows = rows_by_problem(data);
    let parts = in_parallel(tasks.len(), threads, |problem| {
        let name = || data.problems[problem].name.clone();
        signature
            .check(domain.as_ref(), &tasks[problem])
            .map_err(|error| PrepareError::Mismatch(name(), error))?;
        let acting = match view.upper {
            Some(UpperBound::Rules(text)) => Some(RulesForProblem::new(text, data, problem)),
            _ => None,
        };
        let acting = acting.transpose().map_err(PrepareError::Rules)?;
        let task = &tasks[problem];
        let upper = match (&acting, view.upper) {
            (Some(acting), _) => acting.bounds(task).map_err(|error| PrepareError::Goal(name(), error))?,
            (None, Some(_)) => UpperBounds::lookahead(task),
            (None, None) => UpperBounds::Nothing,
        };
        examples(task, &signature, (view, upper), &rows[problem], budget).map_err(|error| error.of(name()))
    });
    let empty = || Examples::new(signature.rows());
    let (train, validation, test) = (empty(), empty(), empty());
    let pairs = match &signature.wl {
        Some(colours) if view.pairs => wl::pairs(data, tasks, Split::Train, colours, budget)?,
        _ => Pairs::new(),
    };
    let mut prepared = Prepared { signature, train, validation, test, pairs };
    for (part, problem) in parts.into_iter().zip(&data.problems) {
        let part = part?;
        let examples = match problem.split {
            Split::Train => &mut prepared.train,
            Split::Validation => &mut prepared.validation,
            Split::Test => &mut prepared.test,
        };
        examples.append(&part);
    }
    Ok(prepared)
}

fn tasks(data: &DataSet, threads: usize, budget: &Budget) -> Result<Vec<Task>, PrepareError> {
    let ground = |problem: usize| {
        let name = || data.problems[problem].name.clone();
        data.task(problem, budget).map_err(|error| PrepareError::Task(name(), error))
    };
    in_parallel(data.problems.len(), threads, ground).into_iter().collect()
}

fn domain(data: &DataSet) -> Option<DomainSignature> {
    let parsed = pddl::parse_domain(&Source::new("domain", &*data.domain), Strictness::Lenient).ok()?;
    Some(DomainSignature::new(&parsed.value))
}

/// The names of graphs of the domain's states.
fn vocabulary(data: &DataSet) -> Vocabulary {
    let parsed = pddl::parse_domain(&Source::new("domain", &*data.domain), Strictness::Lenient).ok();
    let constants = parsed.iter().flat_map(|parsed| &parsed.value.constants);
    let predicates = domain(data).map_or(Vec::new(), |domain| domain.predicates);
    Vocabulary::new(predicates, constants.map(|object| object.name.clone()).collect())
}

fn rows_by_problem(data: &DataSet) -> Vec<Vec<&Row>> {
    let mut rows: Vec<Vec<&Row>> = vec![Vec::new(); data.problems.len()];
    data.rows.iter().for_each(|row| rows[row.problem as usize].push(row));
    rows
}

/// An error with a problem, before its name is added.
enum Wrong {
    State(StateTextError),
    UnknownHeuristic(String),
    Unsupported(Unsupported),
    Mismatch(Mismatch),
    Exhausted(Exhausted),
}

impl Wrong {
    fn of(self, problem: String) -> PrepareError {
        match self {
            Self::State(error) => PrepareError::State(problem, error),
            Self::UnknownHeuristic(name) => PrepareError::UnknownHeuristic(name),
            Self::Unsupported(error) => PrepareError::Unsupported(problem, error),
            Self::Mismatch(error) => PrepareError::Mismatch(problem, error),
            Self::Exhausted(limit) => PrepareError::Exhausted(limit),
        }
    }
}

/// The examples of one problem: its labelled rows without dead ends.
fn examples(
    task: &Task,
    signature: &Signature,
    (view, mut bounds): (View<'_>, UpperBounds<'_>),
    rows: &[&Row],
    budget: &Budget,
) -> Result<Examples, Wrong> {
    let space = Space::new(task);
    let text = StateText::new(task);
    let mut scratch = space.scratch();
    let mut words = vec![0; space.words()];
    let mut states = States::new(space.words());
    let mut ids = Vec::new();
    let labelled: Vec<(&&Row, CostRange)> =
        rows.iter().filter_map(|row| Some((row, view.targets.of(row)?))).collect();
    for (row, _) in &labelled {
        let values = text.read(&row.state).map_err(Wrong::State)?;
        space.pack(&values, &mut scratch, &mut words);
        ids.push(states.insert(&words).0);
    }
    let residual = values(view.residual, task, &space, &states, budget)?;
    let lower = values(view.lower, task, &space, &states, budget)?;
    let upper = (0..states.len() as u32).map(|id| {
        budget.check()?;
        Ok(bounds.of(&space, &states[id]))
    });
    let upper: Vec<f32> = upper.collect::<Result<_, _>>().map_err(Wrong::Exhausted)?;
    let mut features = signature.features_of(task).map_err(Wrong::Mismatch)?;
    let mut examples = Examples::new(signature.rows());
    for ((_, target), &id) in labelled.iter().zip(&ids) {
        budget.check().map_err(Wrong::Exhausted)?;
        let value = |values: &Option<Vec<f32>>| values.as_ref().map(|values| values[id as usize]);
        let known = Prior {
            residual: value(&residual).unwrap_or(0.0),
            lower: value(&lower).unwrap_or(f32::NEG_INFINITY),
            upper: upper[id as usize],
        };
        let is_alive = known.residual.is_finite() && known.lower < f32::INFINITY;
        if is_alive && features.push(&space, &states[id], &mut examples.rows) {
            examples.known.push(known);
            examples.targets.push(target.within(f64::from(known.lower), f64::from(known.upper)));
        }
    }
    let unlabelled = rows.iter().filter(|row| view.unlabelled && row.is_unlabelled());
    for row in unlabelled {
        budget.check().map_err(Wrong::Exhausted)?;
        space.pack(&text.read(&row.state).map_err(Wrong::State)?, &mut scratch, &mut words);
        // States that have a label elsewhere are known.
        if states.insert(&words).1 {
            features.push(&space, &words, &mut examples.unlabelled);
        }
    }
    Ok(examples)
}

/// The values of a heuristic for all states.
fn values(
    name: Option<&str>,
    task: &Task,
    space: &Space,
    states: &States,
    budget: &Budget,
) -> Result<Option<Vec<f32>>, Wrong> {
    let Some(name) = name else { return Ok(None) };
    let entry = Entry::find(name).ok_or_else(|| Wrong::UnknownHeuristic(name.to_owned()))?;
    let mut heuristic = entry.make(task, CostKind::Normal).map_err(Wrong::Unsupported)?;
    let mut estimates = Estimates::new(false);
    for id in 0..states.len() as u32 {
        budget.check().map_err(Wrong::Exhausted)?;
        // These states are not on a path: heuristics that depend on one have to forget it.
        heuristic.begin_search();
        heuristic.estimate(space, &Batch::again(states, id), &mut estimates);
    }
    Ok(Some(estimates.estimates().iter().map(|estimate| estimate.h).collect()))
}

impl Display for PrepareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(problem, error) => write!(f, "problem `{problem}` of the data: {error}"),
            Self::State(problem, error) => write!(f, "a state of problem `{problem}` of the data: {error}"),
            Self::Mismatch(problem, error) => {
                write!(f, "problem `{problem}` of the data does not fit: {error}")
            }
            Self::UnknownHeuristic(name) => {
                let known: Vec<&str> = heuristics::CATALOG.iter().map(|entry| entry.name).collect();
                write!(f, "unknown heuristic `{name}`; known: {}", known.join(", "))
            }
            Self::Unsupported(problem, error) => write!(f, "problem `{problem}` of the data: {error}"),
            Self::Rules(diagnostic) => diagnostic.fmt(f),
            Self::Goal(problem, error) => write!(f, "problem `{problem}` of the data: {error}"),
            Self::Exhausted(_) => f.write_str("stopped while features were computed"),
        }
    }
}

impl std::error::Error for PrepareError {}
