//! The training data, validation data and test problems for the models of a domain.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Scale, Value};
use belief::Calibration;
use data::{DataSet, Split};
use heuristics::{CostKind, Entry};
use learn::features::FeatureKind;
use learn::metrics::{self, Metrics};
use learn::training::{Best, Config, Metric};
use learn::trial::{self, Trial};
use learn::{About, Examples, Head, Model, Net, Prepared, Targets, View};
use task::Task;

use super::as_published;
use super::family::Family;
use super::labels::labelled;
use super::setup::Setup;
use crate::Context;
use crate::kept::Kept;
use crate::problem_set::ProblemSet;
use crate::training::Training;
use planner::learning::preparing;
use planner::{Error, ErrorKind};

/// How many states a search may evaluate.
const MOST_EVALUATIONS: u64 = 10_000;

/// The training data, validation data and test problems for the models of a domain.
pub(super) struct Bench {
    /// The domain.
    pub(super) domain: &'static str,
    features: FeatureKind,
    data: DataSet,
    /// The checksum of the data.
    checksum: String,
    /// The problems to plan.
    tasks: Vec<Task>,
    /// Prepared data by lower bound, with ff as the residual.
    prepared: BTreeMap<&'static str, Prepared>,
}

/// The models of a training: those with the best weights by each measure.
pub(super) type Models = Vec<(Metric, Model)>;

impl Bench {
    /// For a domain; plans are searched for at most `planned` of its test problems.
    pub(super) fn new(
        features: FeatureKind,
        set: &ProblemSet,
        planned: usize,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        let data = labelled(set, scale, folder, context)?;
        let checksum = data.checksum().map_err(Error::internal)?;
        let is_for_test = |problem: &usize| data.problems[*problem].split == Split::Test;
        let wanted = (0..data.problems.len()).filter(is_for_test).take(planned);
        let tasks = wanted
            .map(|problem| data.task(problem, &context.budget))
            .collect::<Result<_, _>>()
            .map_err(|error| preparing(learn::PrepareError::Task(set.domain.to_owned(), error)))?;
        Ok(Self { domain: set.domain, features, data, checksum, tasks, prepared: BTreeMap::new() })
    }

    /// The states, with the values of ff and of a lower bound.
    fn prepared(&mut self, lower: &'static str, context: &Context<'_>) -> Result<&Prepared, Error> {
        if !self.prepared.contains_key(lower) {
            let view = View {
                features: self.features,
                residual: Some("ff"),
                lower: Some(lower),
                upper: None,
                targets: Targets::Costs,
                wl: None,
                pairs: false,
                unlabelled: false,
            };
            let prepared =
                learn::prepare(&self.data, view, context.threads, &context.budget).map_err(preparing)?;
            self.prepared.insert(lower, prepared);
        }
        self.prepared.get(lower).ok_or_else(|| Error::internal(lower))
    }

    /// The models of a setup, which are trained unless they were before.
    pub(super) fn models(
        &mut self,
        family: Family,
        setup: Setup,
        config: &Config,
        kept: &Kept<'_>,
        context: &Context<'_>,
    ) -> Result<Models, Error> {
        let name = family.training_name(setup, self.domain, config.seed);
        if let Some(models) = kept.models(&name, config, &self.checksum) {
            return Ok(models);
        }
        let data = self.checksum.clone();
        let prepared = self.prepared(setup.lower, context)?;
        let training = Training {
            name: &name,
            config,
            data: &data,
            sizes: prepared.signature.sizes(),
            train: &seen(&prepared.train, setup),
            validation: &seen(&prepared.validation, setup),
            kept,
        };
        let best = training.run(context)?;
        let mut models = Models::new();
        for best in best {
            models.push((best.metric, self.model(setup, config, best, context)?));
        }
        kept.keep_models(&name, &models)?;
        Ok(models)
    }

    /// The losses of the model's beliefs about the test states; rows of the part of the table begin with `label`.
    pub(super) fn losses(
        &mut self,
        part: &str,
        setup: Setup,
        label: &str,
        models: &Models,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let known = &self.prepared(setup.lower, context)?.test;
        let test = seen(known, setup);
        let mut values = Vec::new();
        for (metric, model) in models {
            let (head, network) = (model.about.head, &model.network);
            let part = match metric {
                Metric::Nll => part.to_owned(),
                Metric::Mse | Metric::Loss => format!("{part}, weights by MSE"),
            };
            let row = format!("{label} {}", setup.belief());
            values.extend(losses(&part, &row, head, network, &test, context));
            if !setup.is_truncated {
                let clipped = clipped(head, network, &test, known, context);
                values.extend(losses(&part, &format!("{label} N+clip"), head, network, &clipped, context));
            }
        }
        Ok(values)
    }

    /// The losses of ff on the test states, clipped at the lower bound or not.
    pub(super) fn losses_of_ff(
        &mut self,
        lower: &'static str,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let domain = self.domain;
        let test = &self.prepared(lower, context)?.test;
        let mse = |is_clipped: bool| {
            let squares = test.known.iter().zip(&test.targets).map(|(known, target)| {
                let bound = if is_clipped { known.lower } else { f32::NEG_INFINITY };
                let value = f64::from(known.residual.max(bound));
                (value - target.nearest(value)).powi(2)
            });
            squares.sum::<f64>() / test.len() as f64
        };
        let value = |row, is_clipped| Value::new(domain, row, "MSE", mse(is_clipped));
        Ok(vec![value("ff", false), value("ff+clip", true)])
    }

    /// The results of greedy search with the model, clipped at the lower bound or not.
    pub(super) fn searches(
        &self,
        part: &str,
        setup: Setup,
        models: &Models,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let Some((_, model)) = models.iter().find(|(metric, _)| *metric == Metric::Nll) else {
            return Err(Error::internal("training came to no weights"));
        };
        let row = format!("{} {}", setup.label(), setup.belief());
        let mut values = self.search_with(model, part, &row, context)?;
        if !setup.is_truncated {
            let mut clipped = model.clone();
            clipped.about.lower = Some(setup.lower.to_owned());
            values.extend(self.search_with(&clipped, part, &format!("{} N+clip", setup.label()), context)?);
        }
        Ok(values)
    }

    fn search_with(
        &self,
        model: &Model,
        part: &str,
        row: &str,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let unusable = |error| Error::new(ErrorKind::Unsupported, error);
        let (tasks, most, threads) = (&self.tasks, MOST_EVALUATIONS, context.threads);
        let published =
            as_published::try_model(model, tasks, most, threads, &context.budget).map_err(unusable)?;
        let once = learn::try_model(model, tasks, most, threads, &context.budget).map_err(unusable)?;
        searched(part, row, published, once, context)
    }

    /// The results of greedy search with ff.
    pub(super) fn searches_with_ff(&self, context: &Context<'_>) -> Result<Vec<Value>, Error> {
        let entry = Entry::find("ff").ok_or_else(|| Error::internal("ff"))?;
        let (mut published, mut once) = (Trial::default(), Trial::default());
        for task in &self.tasks {
            let made = entry.make(task, CostKind::Normal);
            let mut ff = made.map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
            published.add(&as_published::search(&mut *ff, task, MOST_EVALUATIONS, &context.budget));
            once.add(&trial::search(&mut *ff, task, MOST_EVALUATIONS, &context.budget));
        }
        searched(self.domain, "ff", published, once, context)
    }

    fn model(
        &mut self,
        setup: Setup,
        config: &Config,
        best: Best,
        context: &Context<'_>,
    ) -> Result<Model, Error> {
        self.prepared(setup.lower, context)?;
        let prepared = &self.prepared[setup.lower];
        let about = About::trained(config, &self.data, &self.checksum, prepared, best.found);
        Ok(Model { about, network: best.network, calibration: Calibration::default() })
    }
}

/// The results of greedy search, counted as in the paper and as in hstar.
fn searched(
    part: &str,
    row: &str,
    published: Trial,
    once: Trial,
    context: &Context<'_>,
) -> Result<Vec<Value>, Error> {
    context.check()?;
    let columns = [(published, "solved", "evaluations"), (once, "solved once", "evaluations once")];
    let values = columns.into_iter().flat_map(|(trial, solved, evaluations)| {
        let share = |sum: f64| sum / trial.tasks as f64;
        [
            Value::new(part, row, solved, share(100.0 * trial.solved as f64)),
            Value::new(part, row, evaluations, share(trial.evaluations as f64)),
        ]
    });
    Ok(values.collect())
}

/// The states with the inputs of a model of the setup.
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

/// The states, for a Gaussian whose mean is clipped at the lower bound.
fn clipped(head: Head, network: &Net, seen: &Examples, known: &Examples, context: &Context<'_>) -> Examples {
    let mut clipped = seen.clone();
    let means = metrics::judge(head, network, seen, context.threads).into_iter().map(|judged| judged.mean);
    for ((clipped, known), mean) in clipped.known.iter_mut().zip(&known.known).zip(means) {
        clipped.residual += (f64::from(known.lower) - mean).max(0.0) as f32;
    }
    clipped
}

fn losses(
    part: &str,
    row: &str,
    head: Head,
    network: &Net,
    examples: &Examples,
    context: &Context<'_>,
) -> Vec<Value> {
    let metrics = Metrics::new(&metrics::judge(head, network, examples, context.threads));
    let value = |column, value: fn(&Metrics) -> f64| {
        Value::new(part, row, column, metrics.as_ref().map_or(f64::NAN, value))
    };
    vec![value("NLL", |metrics| metrics.nll), value("MSE", |metrics| metrics.mse)]
}
