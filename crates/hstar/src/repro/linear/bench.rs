//! What models of a domain learn from and are measured on.

use std::collections::BTreeMap;
use std::path::Path;

use heuristics::{CostKind, Entry};
use lab::repro::{Scale, Value};
use learn::data::{DataSet, Split};
use learn::features::FeatureKind;
use learn::metrics::{self, Metrics};
use learn::training::{Best, Config, Metric, Trainer};
use learn::trial::{self, Trial};
use learn::{About, Examples, Head, Model, Net, Prepared, TrainingRecord, View};
use search::Budget;
use task::Task;

use super::labels::labelled;
use super::setup::Setup;
use crate::learning::preparing;
use crate::repro::problem_set::ProblemSet;
use crate::{Exit, Failure, threads};

/// How many states a search may evaluate.
const MOST_EVALUATIONS: u64 = 10_000;

/// What models of a domain learn from and are measured on.
pub(super) struct Bench {
    /// The domain.
    pub(super) domain: &'static str,
    data: DataSet,
    /// The problems to plan.
    tasks: Vec<Task>,
    /// By lower bound, with ff as the residual.
    prepared: BTreeMap<&'static str, Prepared>,
}

/// What came of training.
pub(super) struct Trained {
    config: Config,
    /// The best weights by likelihood and by squared error.
    best: Vec<Best>,
}

impl Bench {
    /// For a domain, with so many problems to plan.
    pub(super) fn new(
        set: &ProblemSet,
        planned: usize,
        scale: Scale,
        folder: &Path,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let data = labelled(set, scale, folder)?;
        let is_wanted = |problem: &usize| {
            let problem = &data.problems[*problem];
            problem.split == Split::Test && problem.searches.solved > 0
        };
        let wanted = (0..data.problems.len()).filter(is_wanted).take(planned);
        let tasks = wanted
            .map(|problem| data.task(problem, budget))
            .collect::<Result<_, _>>()
            .map_err(|error| preparing(learn::PrepareError::Task(set.domain.to_owned(), error)))?;
        Ok(Self { domain: set.domain, data, tasks, prepared: BTreeMap::new() })
    }

    /// The states, with what ff and a lower bound say of them.
    fn prepared(&mut self, lower: &'static str, budget: &Budget) -> Result<&Prepared, Failure> {
        if !self.prepared.contains_key(lower) {
            let view = View { features: FeatureKind::Planning, residual: Some("ff"), lower: Some(lower) };
            let prepared =
                learn::prepare(&self.data, view, threads::or_all(None), budget).map_err(preparing)?;
            self.prepared.insert(lower, prepared);
        }
        self.prepared.get(lower).ok_or_else(|| Failure::new(Exit::SearchCritical, lower))
    }

    /// Trains a model.
    pub(super) fn train(
        &mut self,
        setup: Setup,
        config: Config,
        budget: &Budget,
    ) -> Result<Trained, Failure> {
        let prepared = self.prepared(setup.lower, budget)?;
        let (train, validation) = (seen(&prepared.train, setup), seen(&prepared.validation, setup));
        let sizes = prepared.signature.sizes();
        let failed = |error| Failure::new(Exit::Unsupported, error);
        let mut trainer = Trainer::new(&config, sizes, &train, &validation).map_err(failed)?;
        while !trainer.is_done() {
            if trainer.epoch(budget).map_err(failed)?.is_none() {
                return Err(Failure::new(Exit::Interrupted, "interrupted"));
            }
        }
        let best = trainer.progress().best.clone();
        Ok(Trained { config, best })
    }

    /// How far the model's beliefs about the test states are from their costs; in the table, rows begin with `label`.
    pub(super) fn losses(
        &mut self,
        setup: Setup,
        trained: &Trained,
        label: &str,
        budget: &Budget,
    ) -> Result<Vec<Value>, Failure> {
        let domain = self.domain;
        let known = &self.prepared(setup.lower, budget)?.test;
        let test = seen(known, setup);
        let head = trained.config.head;
        let mut values = Vec::new();
        for best in &trained.best {
            let part = match best.metric {
                Metric::Nll => domain.to_owned(),
                Metric::Mse => format!("{domain}, weights by MSE"),
            };
            let row = format!("{label} {}", setup.belief());
            values.extend(losses(&part, &row, head, &best.network, &test));
            if !setup.is_truncated {
                let clipped = clipped(head, &best.network, &test, known);
                values.extend(losses(&part, &format!("{label} N+clip"), head, &best.network, &clipped));
            }
        }
        Ok(values)
    }

    /// How far ff is from the costs of the test states, clipped at the lower bound or not.
    pub(super) fn losses_of_ff(
        &mut self,
        lower: &'static str,
        budget: &Budget,
    ) -> Result<Vec<Value>, Failure> {
        let domain = self.domain;
        let test = &self.prepared(lower, budget)?.test;
        let mse = |is_clipped: bool| {
            let squares = test.known.iter().zip(&test.targets).map(|(known, target)| {
                let bound = if is_clipped { known.lower } else { f32::NEG_INFINITY };
                (f64::from(known.residual.max(bound)) - target).powi(2)
            });
            squares.sum::<f64>() / test.len() as f64
        };
        let value = |row, is_clipped| Value::new(domain, row, "MSE", mse(is_clipped));
        Ok(vec![value("ff", false), value("ff+clip", true)])
    }

    /// How the model does in greedy search, clipped at the lower bound or not.
    pub(super) fn searches(
        &mut self,
        setup: Setup,
        trained: &Trained,
        budget: &Budget,
    ) -> Result<Vec<Value>, Failure> {
        let Some(best) = trained.best.iter().find(|best| best.metric == Metric::Nll) else {
            return Err(Failure::new(Exit::SearchCritical, "training came to no weights"));
        };
        let mut model = self.model(setup, &trained.config, best, budget)?;
        let mut values =
            self.search_with(&model, &format!("{} {}", setup.label(), setup.belief()), budget)?;
        if !setup.is_truncated {
            model.about.lower = Some(setup.lower.to_owned());
            values.extend(self.search_with(&model, &format!("{} N+clip", setup.label()), budget)?);
        }
        Ok(values)
    }

    fn search_with(&self, model: &Model, row: &str, budget: &Budget) -> Result<Vec<Value>, Failure> {
        let trial = learn::try_model(model, &self.tasks, MOST_EVALUATIONS, threads::or_all(None), budget)
            .map_err(|error| Failure::new(Exit::Unsupported, error))?;
        self.searched(row, &trial, budget)
    }

    /// How ff does in greedy search.
    pub(super) fn searches_with_ff(&self, budget: &Budget) -> Result<Vec<Value>, Failure> {
        let entry = Entry::find("ff").ok_or_else(|| Failure::new(Exit::SearchCritical, "ff"))?;
        let mut sum = Trial::default();
        for task in &self.tasks {
            let made = entry.make(task, CostKind::Normal);
            let mut heuristic = made.map_err(|error| Failure::new(Exit::Unsupported, error))?;
            sum.add(&trial::search(&mut *heuristic, task, MOST_EVALUATIONS, budget));
        }
        self.searched("ff", &sum, budget)
    }

    fn searched(&self, row: &str, trial: &Trial, budget: &Budget) -> Result<Vec<Value>, Failure> {
        budget.check().map_err(|_| Failure::new(Exit::Interrupted, "interrupted"))?;
        let share = |sum: f64| sum / trial.tasks as f64;
        Ok(vec![
            Value::new(self.domain, row, "solved", share(100.0 * trial.solved as f64)),
            Value::new(self.domain, row, "evaluations", share(trial.evaluations as f64)),
        ])
    }

    fn model(
        &mut self,
        setup: Setup,
        config: &Config,
        best: &Best,
        budget: &Budget,
    ) -> Result<Model, Failure> {
        let (problems, recipes) = (self.data.problems.len(), self.data.recipes.clone());
        let prepared = self.prepared(setup.lower, budget)?;
        let training = TrainingRecord {
            config: config.clone(),
            data: String::new(),
            recipes,
            problems,
            states: prepared.train.len(),
            validation_states: prepared.validation.len(),
            found: best.found,
            trial: None,
        };
        let about = About {
            signature: prepared.signature.clone(),
            head: config.head,
            residual: config.residual.clone(),
            lower: config.lower.clone(),
            training,
        };
        Ok(Model { about, network: best.network.clone(), calibration: None })
    }
}

/// The states as a model of the setup sees them.
fn seen(examples: &Examples, setup: Setup) -> Examples {
    let mut seen = examples.clone();
    for known in &mut seen.known {
        if !setup.has_residual {
            known.residual = 0.0;
        }
        if !setup.is_truncated {
            known.lower = f32::NEG_INFINITY;
        }
    }
    seen
}

/// The states, such that a Gaussian whose mean is below the lower bound has its mean there.
fn clipped(head: Head, network: &Net, seen: &Examples, known: &Examples) -> Examples {
    let mut clipped = seen.clone();
    let means = metrics::judge(head, network, seen).into_iter().map(|judged| judged.mean);
    for ((clipped, known), mean) in clipped.known.iter_mut().zip(&known.known).zip(means) {
        clipped.residual += (f64::from(known.lower) - mean).max(0.0) as f32;
    }
    clipped
}

fn losses(part: &str, row: &str, head: Head, network: &Net, examples: &Examples) -> Vec<Value> {
    let metrics = Metrics::new(&metrics::judge(head, network, examples));
    let value = |column, value: fn(&Metrics) -> f64| {
        Value::new(part, row, column, metrics.as_ref().map_or(f64::NAN, value))
    };
    vec![value("NLL", |metrics| metrics.nll), value("MSE", |metrics| metrics.mse)]
}
