//! Trains a model on a data set: continues where an earlier run was stopped, and keeps the best model so far.

pub mod acting;
mod categories;
mod chosen_heuristic;
mod chosen_upper;
mod goal_costs;
pub mod model_lock;
mod puzzle;
pub mod replacement;
mod report;
pub mod rounds;
pub mod rule_data;
pub mod rules;
pub mod run_folder;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use belief::{Calibration, Thresholds};
use data::{DataSet, Split, TaskError};
use learn::training::{self, Best, Config, DeviceError, Epoch, Found, LinearFit, Noise, Trainer};
use learn::{
    About, Examples, InputSizes, Model, Net, NoFit, PrepareError, Prepared, Targets, TrainingRecord, View,
    metrics, model_file,
};
use search::{Budget, Exhausted};
use task::{GroundError, Task};
use tools::numbers::counted;
use tools::whole_file;

pub use self::categories::{categorical, highest_cost};
pub use self::chosen_heuristic::ChosenHeuristic;
pub use self::chosen_upper::ChosenUpper;
pub use self::puzzle::{PuzzleLearning, usual_lower};
pub use self::report::prepare;
use self::run_folder::RunFolder;
use crate::{Error, ErrorKind, Progress};

/// Training of a model.
pub struct Learning<'a> {
    /// Where the examples come from.
    pub origin: Origin<'a>,
    /// The options of training.
    pub config: &'a Config,
    /// The file of the model.
    pub model: &'a Path,
    /// How many threads compute features and train logic machines and hypergraph networks.
    pub threads: usize,
    /// How often a checkpoint is written: this much work is lost when the process is killed.
    pub checkpoint_every: Duration,
    /// Time, memory, and Ctrl-C.
    pub budget: &'a Budget,
}

/// Where examples come from.
#[derive(Clone, Debug)]
pub struct Origin<'a> {
    /// The checksum of the data.
    pub checksum: String,
    /// The name of the domain.
    pub domain: Option<String>,
    /// How the data was made.
    pub recipes: Vec<serde_json::Value>,
    /// How many problems there are.
    pub problems: usize,
    /// The data set, if it is one: models can be tried on its validation problems.
    pub data: Option<&'a DataSet>,
}

impl<'a> Origin<'a> {
    /// A data set.
    ///
    /// # Errors
    /// When it has no checksum.
    pub fn of(data: &'a DataSet) -> Result<Self, Error> {
        Ok(Self {
            checksum: data.checksum().map_err(Error::internal)?,
            domain: data.domain_name(),
            recipes: data.recipes.clone(),
            problems: data.problems.iter().filter(|problem| problem.split == Split::Train).count(),
            data: Some(data),
        })
    }
}

/// The result of training.
pub struct Trained {
    /// The model.
    pub model: Model,
    /// The examples it was trained and measured on.
    pub prepared: Prepared,
    /// Did a limit or Ctrl-C end it early?
    pub stopped: Option<search::Exhausted>,
}

impl<'a> Learning<'a> {
    /// Training on a data set, by all cores.
    ///
    /// # Errors
    /// When the data has no checksum.
    pub fn new(
        data: &'a DataSet,
        config: &'a Config,
        model: &'a Path,
        budget: &'a Budget,
    ) -> Result<Self, Error> {
        let (origin, checkpoint_every) = (Origin::of(data)?, Duration::from_secs(5));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { origin, config, model, threads, checkpoint_every, budget })
    }

    /// Computes the features of states, trains, and writes the model.
    ///
    /// # Errors
    /// When the data can't be learned from with these options, or the model can't be written.
    pub fn learn(&self, progress: &dyn Progress) -> Result<Trained, Error> {
        let Some(data) = self.origin.data else {
            return Err(Error::new(ErrorKind::Argument, "there is no data set to learn from"));
        };
        let prepared = learn::prepare(data, View::of(self.config), self.threads, self.budget);
        self.run(prepared.map_err(preparing)?, progress)
    }

    /// Trains on prepared data, and writes the model.
    pub fn run(&self, prepared: Prepared, progress: &dyn Progress) -> Result<Trained, Error> {
        whole_file::check(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let config = self.config;
        if prepared.train.is_empty() {
            let message = "the data has no labelled states to train on\n  = help: hstar data show FILE tells what it has";
            return Err(Error::new(ErrorKind::Input, message));
        }
        if prepared.validation.is_empty() {
            progress.warn(format_args!("warning: no problem is for validation, so weights are chosen by how well they fit what they are trained on"));
        }
        progress.line(format_args!(
            "Examples: {} to train on, {} to validate, {} to test",
            prepared.train.len(),
            prepared.validation.len(),
            prepared.test.len()
        ));
        if config.targets == Targets::Ranges {
            let known = prepared.train.targets.iter().filter(|target| target.known().is_some()).count();
            let ranges = prepared.train.len() - known;
            progress.line(format_args!(
                "Of those to train on, {known} have a known cost, {ranges} one between bounds"
            ));
            if known == 0 {
                progress.warn(format_args!(
                    "warning: no cost is certain, and ranges alone do not say where in them costs are"
                ));
            }
        }
        if let Some(how) = config.linear {
            return self.fit(how, prepared, progress);
        }
        if config.noise.is_some_and(Noise::takes_unlabelled) && prepared.train.unlabelled.is_empty() {
            let message = "there are no states without a cost to take as noise\n  = help: hstar data --siblings adds such";
            return Err(Error::new(ErrorKind::Input, message));
        }
        let mut folder =
            RunFolder::beside(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let checksum = &self.origin.checksum;
        let sizes = prepared.signature.sizes();
        self.check_room(config.training_bytes(sizes))?;
        let mut trainer = match self.resumable(&mut folder, checksum, sizes, progress)? {
            Some(progress) => Trainer::resume(config, sizes, &prepared.train, &prepared.validation, progress),
            None => Trainer::new(config, sizes, &prepared.train, &prepared.validation),
        }
        .and_then(|trainer| trainer.with_threads(self.threads))
        .map_err(device)?;
        folder.write_config(config).map_err(|error| Error::unwritable(folder.path(), &error))?;
        let mut stopped =
            self.train(&mut trainer, &mut folder, checksum, |best| self.model_of(best, &prepared), progress)?;
        let current = trainer.current();
        let mut model = self.model_of(trainer.best().unwrap_or(&current), &prepared);
        if let (Some(most), None) = (config.select_by_search, stopped) {
            self.save(&trainer, &folder, checksum)?;
            let candidates = &trainer.progress().best;
            let models = candidates.iter().map(|best| self.model_of(best, &prepared));
            match self.best_in_search(models, most, progress)? {
                Some(best) => model = best,
                None => stopped = self.budget.check().err(),
            }
        }
        self.write_model(&model)?;
        if stopped.is_none() {
            folder.remove_checkpoint().map_err(|error| Error::unwritable(folder.path(), &error))?;
        }
        Ok(Trained { model, prepared, stopped })
    }

    /// Finds the weights of a linear model at once, and writes it.
    fn fit(&self, how: LinearFit, prepared: Prepared, progress: &dyn Progress) -> Result<Trained, Error> {
        if let InputSizes::Numbers(inputs) = prepared.signature.sizes() {
            // The products of all pairs of inputs, and their triangle.
            self.check_room((inputs as u64).saturating_pow(2).saturating_mul(3 * size_of::<f64>() as u64))?;
            progress.now(format_args!("Weighing {}", counted(inputs, "input")));
        }
        let found = learn::fit(how, &prepared, self.config.seed, self.budget);
        progress.now(format_args!(""));
        let network = Net::Linear(found.map_err(no_fit)?);
        if !prepared.pairs.is_empty() {
            let share = 100.0 * prepared.ranked_rightly(&network);
            progress
                .line(format_args!("Of all pairs of which one is better, {share:.1} % are ranked rightly"));
        }
        let scores = prepared.scores(self.config.head, &network, self.threads);
        let found = Found { attempt: 0, step: 0, scores };
        let model = self.model_of(&Best { metric: self.config.select, found, network }, &prepared);
        self.write_model(&model)?;
        Ok(Trained { model, prepared, stopped: None })
    }

    /// Refuses networks that there is no memory to train.
    fn check_room(&self, bytes: u64) -> Result<(), Error> {
        let Err(Exhausted::Memory) = self.budget.check_with(bytes) else { return Ok(()) };
        let message = format!(
            "training this network takes {:.1} GB of memory, and there is not as much\n  = help: take fewer or narrower layers, or \
             raise --memory-limit where it is that",
            bytes as f64 / 1e9
        );
        Err(Error::new(ErrorKind::Exhausted(Exhausted::Memory), message))
    }

    /// The progress of an earlier run with the same options and data.
    fn resumable(
        &self,
        folder: &mut RunFolder,
        checksum: &str,
        sizes: InputSizes,
        progress: &dyn Progress,
    ) -> Result<Option<training::Progress>, Error> {
        let bytes = folder.checkpoint().map_err(|error| {
            Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", folder.path().display()))
        })?;
        let done = match bytes.map(|bytes| training::Progress::read(&bytes, self.config, checksum, sizes)) {
            Some(Ok(Some(done))) => Some(done),
            Some(Ok(None)) => {
                progress
                    .line(format_args!("The checkpoint is of other options or data; training begins anew"));
                None
            }
            Some(Err(error)) => {
                progress.warn(format_args!(
                    "warning: the checkpoint can't be used, training begins anew: {error}"
                ));
                None
            }
            None => None,
        };
        if let Some(done) = &done {
            progress.line(format_args!("Training goes on after {}", counted(done.counts.steps, "step")));
        }
        let epochs = done.as_ref().map_or(0, |done| done.counts.all_epochs);
        folder.keep_events(epochs).map_err(|error| Error::unwritable(folder.path(), &error))?;
        Ok(done)
    }

    fn train(
        &self,
        trainer: &mut Trainer<'_>,
        folder: &mut RunFolder,
        checksum: &str,
        model_of: impl Fn(&Best) -> Model,
        progress: &dyn Progress,
    ) -> Result<Option<search::Exhausted>, Error> {
        let (start, first_share) = (Instant::now(), trainer.share_done());
        let mut saved = Instant::now();
        let mut has_new_best = false;
        while !trainer.is_done() {
            let Some(epoch) = trainer.epoch(self.budget).map_err(device)? else { break };
            if !epoch.loss.is_finite() {
                progress.now(format_args!(""));
                return Err(diverged(&epoch));
            }
            folder.add_event(&epoch).map_err(|error| Error::unwritable(folder.path(), &error))?;
            has_new_best |= epoch.is_best;
            if saved.elapsed() >= self.checkpoint_every {
                let status = status(&epoch, trainer.share_done(), first_share, start);
                progress.now(format_args!("{status}"));
                self.save(trainer, folder, checksum)?;
                if let (true, Some(best)) = (has_new_best, trainer.best()) {
                    self.write_model(&model_of(best))?;
                    has_new_best = false;
                }
                saved = Instant::now();
            }
        }
        progress.now(format_args!(""));
        if trainer.is_done() {
            return Ok(None);
        }
        self.save(trainer, folder, checksum)?;
        Ok(self.budget.check().err())
    }

    fn save(&self, trainer: &Trainer<'_>, folder: &RunFolder, checksum: &str) -> Result<(), Error> {
        let bytes = trainer.progress().write(self.config, checksum).map_err(Error::internal)?;
        folder.save_checkpoint(&bytes).map_err(|error| Error::unwritable(folder.path(), &error))
    }

    fn model_of(&self, best: &Best, prepared: &Prepared) -> Model {
        let Origin { checksum, domain, recipes, problems, .. } = &self.origin;
        let about = About {
            signature: prepared.signature.clone(),
            head: self.config.head,
            residual: self.config.residual.clone(),
            lower: self.config.lower.clone(),
            upper: self.config.upper.clone(),
            training: TrainingRecord {
                config: self.config.clone(),
                data: checksum.clone(),
                domain: domain.clone(),
                recipes: recipes.clone(),
                problems: *problems,
                states: prepared.train.len(),
                validation_states: prepared.validation.len(),
                found: best.found,
                trial: None,
            },
        };
        Model {
            about,
            network: best.network.clone(),
            calibration: calibration(self.config, best, prepared, self.threads),
        }
    }

    /// The model that does best in search on the validation problems; `None` if there was no time to find out.
    fn best_in_search(
        &self,
        models: impl Iterator<Item = Model>,
        most: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Model>, Error> {
        let Some(data) = self.origin.data else { return Ok(None) };
        let is_wanted = |problem: &usize| data.problems[*problem].split == Split::Validation;
        let problems = (0..data.problems.len()).filter(is_wanted);
        let tasks: Vec<Task> = problems
            .map(|problem| data.task(problem, self.budget))
            .collect::<Result<_, _>>()
            .map_err(|error| preparing(PrepareError::Task("validation".to_owned(), error)))?;
        let mut best: Option<Model> = None;
        for mut model in models {
            let trial = learn::try_model(&model, &tasks, most, self.threads, self.budget)
                .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
            if self.budget.check().is_err() {
                return Ok(None);
            }
            progress.line(format_args!(
                "Weights of attempt {}, step {}: {} of {} solved, {}",
                model.about.training.found.attempt + 1,
                model.about.training.found.step,
                trial.solved,
                counted(trial.tasks, "validation problem"),
                counted(trial.evaluations, "evaluation")
            ));
            model.about.training.trial = Some(trial);
            let before = best.as_ref().and_then(|best| best.about.training.trial);
            if before.is_none_or(|before| trial.is_better_than(&before)) {
                best = Some(model);
            }
        }
        Ok(best)
    }

    fn write_model(&self, model: &Model) -> Result<(), Error> {
        let bytes = model_file::write(model).map_err(Error::internal)?;
        whole_file::write(self.model, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(self.model, &error))
    }
}

/// The model's confidence for the validation states whose costs are known, or where there are none, for those trained on.
fn calibration(config: &Config, best: &Best, prepared: &Prepared, threads: usize) -> Calibration {
    let has_known = |examples: &Examples| examples.targets.iter().any(|target| target.known().is_some());
    let examples = if has_known(&prepared.validation) { &prepared.validation } else { &prepared.train };
    let judged = metrics::judge(config.head, &best.network, examples, threads);
    let costs = examples.targets.iter().map(|target| target.known());
    let states: Vec<(u32, f32)> = costs
        .zip(&judged)
        .filter_map(|(cost, one)| Some((cost?.round() as u32, one.confidence as f32)))
        .collect();
    Calibration { thresholds: Thresholds::new(&states), dial: None }
}

/// A line about the progress of training.
fn status(epoch: &Epoch, share: f64, first_share: f64, start: Instant) -> String {
    let elapsed = start.elapsed().as_secs_f64();
    let left = elapsed * (1.0 - share) / (share - first_share).max(1e-9);
    let validation = match epoch.validation {
        Some(scores) => format!(", validation {scores}"),
        None => String::new(),
    };
    format!(
        "Training: epoch {}, step {}, loss {:.4}{validation}; {:.0} % done, about {left:.0} s left at most",
        epoch.epoch,
        epoch.steps,
        epoch.loss,
        100.0 * share
    )
}

fn diverged(epoch: &Epoch) -> Error {
    let message = format!(
        "training diverged in epoch {} (the loss is no longer a number)\n  = help: try a smaller --learning-rate, or \
         --clip",
        epoch.epoch
    );
    Error::new(ErrorKind::Internal, message)
}

/// The error for a failure before training.
pub fn preparing(error: PrepareError) -> Error {
    let kind = match &error {
        PrepareError::Exhausted(limit) => ErrorKind::BeforeSearch(*limit),
        PrepareError::Task(_, TaskError::Ground(ground)) => match &**ground {
            GroundError::Exhausted { limit, .. } => ErrorKind::BeforeSearch(*limit),
            GroundError::Unsupported(_) => ErrorKind::Unsupported,
            GroundError::Input(_) => ErrorKind::Input,
        },
        PrepareError::Unsupported(..) => ErrorKind::Unsupported,
        _ => ErrorKind::Input,
    };
    let help = match &error {
        PrepareError::Unsupported(..) => "\n  = help: other heuristics can: --lower max, or none",
        _ => "",
    };
    Error::new(kind, format_args!("{error}{help}"))
}

fn device(error: DeviceError) -> Error {
    Error::new(ErrorKind::Unsupported, error)
}

/// Why there is no linear model.
fn no_fit(why: NoFit) -> Error {
    match why {
        NoFit::Exhausted(limit) => Error::new(ErrorKind::Exhausted(limit), why),
        NoFit::NoPairs => Error::new(
            ErrorKind::Input,
            format_args!("{why}\n  = help: hstar data --siblings keeps them; or learn by --loss cost"),
        ),
        NoFit::Features | NoFit::NoCosts | NoFit::Diverged => Error::new(ErrorKind::Input, why),
    }
}
