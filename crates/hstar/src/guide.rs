//! A model that guides a search.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use belief::Reading;
use learn::{DomainSignature, Learned, Model, Usage, model_file};
use task::Task;

use crate::{Exit, Failure, Input};

/// A model and where it was read from.
#[derive(Clone, Debug)]
pub struct ModelFile {
    path: PathBuf,
    /// The model.
    pub model: Model,
}

/// A model that is known to fit a task.
#[derive(Debug)]
pub struct Guide<'a> {
    file: &'a ModelFile,
    usages: RefCell<Vec<Arc<Usage>>>,
}

impl ModelFile {
    /// Reads a model.
    ///
    /// # Errors
    /// When the file can't be read or is no model.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = fs::read(path).map_err(|error| {
            Failure::new(Exit::InputError, format_args!("cannot read {}: {error}", path.display()))
        })?;
        let model = model_file::read(&bytes).map_err(|error| {
            Failure::new(Exit::InputError, format_args!("{} is no model: {error}", path.display()))
        })?;
        Ok(Self { path: path.to_owned(), model })
    }

    /// The model as a guide for a task.
    ///
    /// # Errors
    /// When the model was made for others.
    pub fn guide(&self, input: &Input, task: &Task) -> Result<Guide<'_>, Failure> {
        let domain = match input {
            Input::Lifted { domain, .. } => Some(DomainSignature::new(domain)),
            Input::Ground(_) => None,
        };
        match self.model.about.signature.check(domain.as_ref(), task) {
            Ok(()) => Ok(Guide { file: self, usages: RefCell::default() }),
            Err(mismatch) => Err(self.failure(Exit::InputError, mismatch)),
        }
    }

    fn failure(&self, exit: Exit, why: impl std::fmt::Display) -> Failure {
        Failure::new(exit, format_args!("the model {} can't be used here: {why}", self.path.display()))
    }
}

impl Guide<'_> {
    /// The heuristic by a reading of the model's beliefs, or by the one that suits the model.
    ///
    /// # Errors
    /// When a heuristic that the model needs can't handle the task, or the model lacks what the reading needs.
    pub fn heuristic(&self, reading: Option<Reading>, task: &Task) -> Result<Learned, Failure> {
        let model = &self.file.model;
        let reading = reading.unwrap_or_else(|| model.about.head.usual_reading());
        if reading.trust.is_some() {
            let why = format_args!("searches do not heed thresholds of trust yet, as in model@{reading}");
            return Err(self.file.failure(Exit::Unsupported, why));
        }
        let learned = Learned::new(model, reading, task)
            .map_err(|error| self.file.failure(Exit::Unsupported, error))?;
        self.usages.borrow_mut().push(learned.usage());
        Ok(learned)
    }

    /// How many states the model was asked about.
    pub fn evaluations(&self) -> u64 {
        self.usages.borrow().iter().map(|usage| usage.states()).sum()
    }

    /// The seconds that its network took.
    pub fn seconds(&self) -> f64 {
        self.usages.borrow().iter().map(|usage| usage.seconds()).sum()
    }
}
