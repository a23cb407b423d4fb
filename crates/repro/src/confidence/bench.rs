//! A task with the data that networks learn from, and problems to solve.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::Scale;
use belief::{Calibration, Reading, Thresholds, Value as Statistic};
use data::label::{Recipe, Teacher, walk_ends};
use data::{DataSet, Problem, Source, Split, Tally, Together};
use learn::features::FeatureKind;
use learn::training::{Config, Device, NoiseKind};
use learn::{About, CostRange, Examples, Model, Net, Prepared, Prior, Targets, View, metrics};
use task::Task;
use tools::threads::in_parallel;

use super::effort::{Effort, FOLDS, WALK_LENGTH};
use super::task_set::PaperTask;
use super::training::{Training, noise};
use crate::Context;
use crate::kept::Kept;
use planner::Error;
use planner::labelling::stored;
use planner::learning::preparing;
use planner::teacher::SearchTeacher;

/// The search that labels states, with unit costs.
const TEACHER: &str = "gbfs(ff)";

/// The walks to problems to solve, to states to learn from, and to states that set thresholds have different seeds.
const DATA_SEED: u64 = 1;
const INSTANCE_SEED: u64 = 2;
const THRESHOLD_SEED: u64 = 3;

/// A task with the data that networks learn from, and problems to solve.
pub(super) struct Bench {
    pub(super) task: PaperTask,
    pub(super) effort: Effort,
    /// The device on which networks are trained.
    pub(super) device: Device,
    folder: PathBuf,
    pub(super) data: DataSet,
    checksum: String,
    /// The task itself.
    pub(super) ground: Task,
    /// The initial states of the problems.
    pub(super) instances: Vec<Vec<u32>>,
    /// The data of each network.
    pub(super) prepared: Vec<Prepared>,
    /// The states that set the thresholds of confidence, if not those that networks learn from.
    threshold_states: Option<Prepared>,
}

/// Measures of a network's confidence and ranking.
pub(super) struct Judged {
    /// The median confidence on its validation states.
    pub(super) inside: f64,
    /// The median confidence on noise of each kind.
    pub(super) outside: Vec<(NoiseKind, f64)>,
    /// Kendall's rank correlation between predicted and known costs; `None` if all are the same.
    pub(super) kendall: Option<f64>,
}

/// How many inputs of noise of each kind are used to measure confidence.
const ASKED: usize = 1000;

impl Bench {
    pub(super) fn new(
        task: &PaperTask,
        scale: Scale,
        device: Device,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        let effort = Effort::at(scale);
        let data = labelled(&task.name, task, &effort, DATA_SEED, effort.states, folder, context)?;
        if data.rows.len() < FOLDS as usize {
            let message = format!("{}: too few searches have found a plan to learn from", task.name);
            return Err(Error::internal(message));
        }
        let mut ground = data
            .task(0, &context.budget)
            .map_err(|error| preparing(learn::PrepareError::Task(task.name.clone(), error)))?;
        ground.count_actions();
        let prepared = (0..effort.networks).map(|network| prepare(&fold(&data, network), context));
        let threshold_states = effort.threshold_states.map(|states| {
            let name = format!("{}-thresholds", task.name);
            prepare(&labelled(&name, task, &effort, THRESHOLD_SEED, states, folder, context)?, context)
        });
        Ok(Self {
            task: task.clone(),
            device,
            folder: folder.to_owned(),
            checksum: data.checksum().map_err(Error::internal)?,
            instances: walk_ends(&ground, WALK_LENGTH, effort.instances, INSTANCE_SEED),
            prepared: prepared.collect::<Result<_, _>>()?,
            threshold_states: threshold_states.transpose()?,
            data,
            ground,
            effort,
        })
    }

    /// The task with another initial state.
    pub(super) fn instance(&self, initial: &[u32]) -> Task {
        Task { initial: initial.to_vec(), ..self.ground.clone() }
    }

    /// The networks of a way of training: read from the folder if they are there.
    pub(super) fn models(&self, training: Training, context: &Context<'_>) -> Result<Vec<Model>, Error> {
        let models = in_parallel(self.prepared.len(), context.threads, |network| {
            let (name, config) = self.wanted(training, network);
            match self.kept().model(&name, &config, &self.checksum) {
                Some(model) => {
                    let calibration = self.calibration(&model.network, &config, &self.prepared[network]);
                    Ok(Model { calibration, ..model })
                }
                None => self.train(training, network, &config, &name, context),
            }
        });
        models.into_iter().collect()
    }

    /// Trains the networks of these ways of training that are not in the folder, as many at the same time as there are threads. One that
    /// fails is left to [`Self::models`], which tells why.
    pub(super) fn train_missing(&self, trainings: &[Training], context: &Context<'_>) -> Result<(), Error> {
        let networks = self.prepared.len();
        in_parallel(trainings.len() * networks, context.threads, |number| {
            let (training, network) = (trainings[number / networks], number % networks);
            let (name, config) = self.wanted(training, network);
            let is_there = || self.kept().model(&name, &config, &self.checksum).is_some();
            if context.check().is_ok() && !is_there() {
                let _ = self.train(training, network, &config, &name, context);
            }
        });
        context.check()
    }

    /// The name and the options of a network.
    fn wanted(&self, training: Training, network: usize) -> (String, Config) {
        let config = training.config(&self.effort, highest_cost(&self.data), network as u32, self.device);
        let stem = stem(&self.task.name, self.device);
        (format!("{stem}-{}-{}", training.label(), network + 1), config)
    }

    fn kept(&self) -> Kept<'_> {
        Kept { folder: &self.folder }
    }

    fn train(
        &self,
        training: Training,
        network: usize,
        config: &Config,
        name: &str,
        context: &Context<'_>,
    ) -> Result<Model, Error> {
        let prepared = &self.prepared[network];
        let mut train = Cow::Borrowed(&prepared.train);
        if let Some(strays) = training.strays() {
            train.to_mut().unlabelled = strays.rows(self, network, context)?;
            // An interruption leaves some out.
            context.check()?;
        }
        let kept = self.kept();
        let resumable = crate::training::Training {
            name,
            config,
            data: &self.checksum,
            sizes: prepared.signature.sizes(),
            train: &train,
            validation: &prepared.validation,
            kept: &kept,
        };
        let best = resumable.run(context)?.into_iter().find(|best| best.metric == config.select);
        let best = best.ok_or_else(|| Error::internal("training came to no weights"))?;
        let about = About::trained(config, &self.data, &self.checksum, prepared, best.found);
        let calibration = self.calibration(&best.network, config, prepared);
        let model = Model { about, network: best.network, calibration };
        kept.keep_model(name, &model)?;
        kept.forget_progress(name);
        Ok(model)
    }

    /// A network's confidence in states of known cost: in the paper, those it was trained on.
    fn calibration(&self, network: &Net, config: &Config, prepared: &Prepared) -> Calibration {
        let known = self.threshold_states.as_ref().unwrap_or(prepared);
        let judged = metrics::judge(config.head, network, &known.train, 1);
        let states: Vec<(u32, f32)> =
            judged.iter().map(|one| (one.target.round() as u32, one.confidence as f32)).collect();
        Calibration { thresholds: Thresholds::new(&states), dial: None }
    }

    /// Measures a network's confidence and ranking.
    pub(super) fn judge(&self, model: &Model, network: usize) -> Result<Judged, Error> {
        let Prepared { validation, train, signature, .. } = &self.prepared[network];
        let head = model.about.head;
        let reader =
            Reading::of(Statistic::Argmax).reader(&Calibration::default()).map_err(Error::internal)?;
        let read = |examples: &Examples| metrics::read(head, &model.network, examples, &reader);
        let known = read(validation);
        let ranks = known
            .iter()
            .zip(&validation.targets)
            .map(|((value, _), target)| (target.nearest(*value), *value));
        let outside = [NoiseKind::Uniform, NoiseKind::Weighted, NoiseKind::Near].map(|kind| {
            let mut some = Examples::new(train.rows.like());
            let step = train.len().div_ceil(ASKED).max(1);
            some.extend_from(train, (0..train.len()).step_by(step));
            let rows = noise(kind, 0.5).alone(&some.rows, signature.inputs.len(), DATA_SEED);
            let count = some.len();
            let asked = rows.map(|rows| Examples {
                known: vec![Prior::default(); count],
                targets: vec![CostRange::exact(0.0); count],
                ..Examples::new(rows)
            });
            (kind, asked.map_or(f64::NAN, |asked| median_confidence(&read(&asked))))
        });
        Ok(Judged {
            inside: median_confidence(&known),
            outside: outside.into(),
            kendall: metrics::kendall(ranks.collect()),
        })
    }
}

fn median_confidence(read: &[(f64, f64)]) -> f64 {
    let mut sorted: Vec<f64> = read.iter().map(|(_, confidence)| *confidence).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// About `states` states with their costs, stored under `name`.
fn labelled(
    name: &str,
    task: &PaperTask,
    effort: &Effort,
    seed: u64,
    states: u64,
    folder: &Path,
    context: &Context<'_>,
) -> Result<DataSet, Error> {
    let teacher = SearchTeacher::new(TEACHER)?;
    let recipe = Recipe {
        source: Source::Walks,
        teacher: teacher.name().to_owned(),
        labels_walks_back: false,
        walks: Some(effort.walks),
        walk_length: Some(WALK_LENGTH),
        heuristics: Vec::new(),
        unit_cost: true,
        siblings: false,
        deduplicate: false,
        max_states: Some(states),
        seed,
        limits: effort.teacher,
    };
    let [domain, text] = task.texts()?;
    let problem = Problem { name: task.name.clone(), split: Split::Train, searches: Tally::default(), text };
    let base = DataSet {
        recipes: vec![serde_json::to_value(&recipe).map_err(Error::internal)?],
        domain,
        problems: vec![problem],
        heuristics: Vec::new(),
        rows: Vec::new(),
    };
    let resources = context.for_labelling(effort.time);
    stored((folder, name), &base, &recipe, &teacher, &resources, context.progress)
}

/// The beginning of the names of files of a task that depend on the device.
pub(super) fn stem(task: &str, device: Device) -> String {
    if device == Device::Cpu { task.to_owned() } else { format!("{task}-gpu") }
}

/// A tenth of the states is for the network's validation, drawn regardless of which plan they are on.
pub(super) fn fold(data: &DataSet, network: u32) -> DataSet {
    let mut data = data.clone();
    data.fold(network, FOLDS, Together::Nothing);
    data
}

fn prepare(data: &DataSet, context: &Context<'_>) -> Result<Prepared, Error> {
    let view = View {
        features: FeatureKind::Facts,
        residual: None,
        lower: None,
        upper: None,
        targets: Targets::Costs,
        wl: None,
        pairs: false,
        unlabelled: false,
    };
    learn::prepare(data, view, context.threads, &context.budget).map_err(preparing)
}

fn highest_cost(data: &DataSet) -> u32 {
    data.rows.iter().filter_map(|row| row.target).fold(0.0, f64::max) as u32
}
