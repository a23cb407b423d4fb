//! Models that were learned, and their beliefs about states.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use hstar::belief::{Belief, Distribution};
use hstar::explanation::{Question, explain};
use hstar::guide::Content;
use hstar::{Budget, Error, ModelFile, Task as GroundTask};
use pyo3::prelude::*;

use crate::error::{OutputError, exception};
use crate::ground::Ground;
use crate::state::States;
use crate::task::Task;
use crate::{arrays, interruptible, limits};

/// A model that was learned: a network, weights, or rules, with the search that goes with it.
#[pyclass(frozen, module = "hstar")]
pub struct Model {
    pub file: ModelFile,
    bytes: Vec<u8>,
}

impl Model {
    pub fn read(path: &Path) -> PyResult<Self> {
        let file = ModelFile::read(path).map_err(|error| exception(&error))?;
        let bytes = hstar::files::read(path)?;
        Ok(Self { file, bytes })
    }
}

/// Beliefs about the costs of states, as arrays: one number for each state, NaN where the model knows that it is a dead end.
#[pyclass(frozen, get_all, module = "hstar")]
pub struct Beliefs {
    /// The mean.
    mean: Py<PyAny>,
    /// The variance.
    variance: Py<PyAny>,
    /// How sure one can be of the cost to a whole number.
    confidence: Py<PyAny>,
    /// What the cost is at least, for certain.
    at_least: Py<PyAny>,
    /// The levels of the quantiles.
    levels: Vec<f64>,
    /// The quantiles at these levels: a row for each state, a column for each level.
    quantiles: Py<PyAny>,
}

#[pymethods]
impl Beliefs {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.mean.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<hstar.Beliefs about {} states>", self.__len__(py)?))
    }
}

/// What is read of a belief.
struct Read {
    mean: f64,
    variance: f64,
    confidence: f64,
    at_least: f64,
    quantiles: Vec<f64>,
}

impl Read {
    fn new(belief: &Belief<'_>, levels: &[f64]) -> Self {
        Self {
            mean: belief.mean(),
            variance: belief.variance(),
            confidence: belief.confidence(),
            at_least: belief.at_least(),
            quantiles: levels.iter().map(|&level| belief.quantile(level)).collect(),
        }
    }

    fn of_dead_end(levels: &[f64]) -> Self {
        let unknown = f64::NAN;
        Self {
            mean: unknown,
            variance: unknown,
            confidence: unknown,
            at_least: f64::INFINITY,
            quantiles: vec![unknown; levels.len()],
        }
    }
}

#[pymethods]
impl Model {
    /// Reads a model from a file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        Self::read(&path)
    }

    /// Writes the model to a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        fs::write(&path, &self.bytes)
            .map_err(|error| OutputError::new_err(format!("cannot write {}: {error}", path.display())))
    }

    /// The domain or puzzle that it was made for, if it is known.
    #[getter]
    fn made_for(&self) -> Option<String> {
        self.file.made_for()
    }

    /// The search that is used where none is named.
    #[getter]
    fn search(&self) -> &str {
        self.file.usual_search()
    }

    /// Says what the model is, and how good; for rules and for weights, with the files of a domain and a problem, what it says of the initial state.
    #[pyo3(signature = (*files))]
    fn explain(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<String> {
        let (budget, flag) = limits::budget(None, None)?;
        let told = interruptible::run(py, &flag, || {
            let question =
                Question { inputs: &files, wants_page: false, threads: 1, budget: &budget, progress: &() };
            explain(&self.file, &question)
        })?;
        told.map(|told| told.text).map_err(|error| exception(&error))
    }

    /// What the model believes about states of a task.
    #[pyo3(signature = (task, states, levels = vec![0.05, 0.5, 0.95]))]
    fn beliefs<'py>(
        &self,
        py: Python<'py>,
        task: &Task,
        states: &Bound<'py, PyAny>,
        levels: Vec<f64>,
    ) -> PyResult<Beliefs> {
        let ground = task.shared.ground(py)?;
        let states = States::from_any(&task.shared, states)?;
        let (budget, flag) = limits::budget(None, None)?;
        let read = interruptible::run(py, &flag, || self.believe(task, ground, &states, &levels, &budget))?;
        let read = read.map_err(|error| exception(&error))?;
        let column = |of: fn(&Read) -> f64| arrays::of(py, &read.iter().map(of).collect::<Vec<_>>(), None);
        let quantiles: Vec<f64> = read.iter().flat_map(|read| &read.quantiles).copied().collect();
        Ok(Beliefs {
            mean: column(|read| read.mean)?.unbind(),
            variance: column(|read| read.variance)?.unbind(),
            confidence: column(|read| read.confidence)?.unbind(),
            at_least: column(|read| read.at_least)?.unbind(),
            quantiles: arrays::of(py, &quantiles, Some(levels.len()))?.unbind(),
            levels,
        })
    }

    fn __repr__(&self) -> String {
        format!("<hstar.Model for {}>", self.made_for().unwrap_or_else(|| "any task".to_owned()))
    }
}

impl Model {
    fn believe(
        &self,
        task: &Task,
        ground: &Ground,
        states: &States,
        levels: &[f64],
        budget: &Budget,
    ) -> Result<Vec<Read>, Error> {
        let given = &task.shared.given;
        let own = self.own_task(task, ground, budget)?;
        let guide = self.file.guide(given, &own)?;
        let mut believer = guide.believer(&own)?;
        let converter = match &own {
            Cow::Borrowed(_) => None,
            Cow::Owned(own) => Some(Ground::new(given, own.clone())),
        };
        states
            .iter()
            .map(|state| {
                let converted = match &converter {
                    None => Cow::Borrowed(state),
                    Some(other) => Cow::Owned(other.converted(ground, state)),
                };
                let read = believer.believe(&converted, |belief| Read::new(belief, levels));
                Ok(read.unwrap_or_else(|| Read::of_dead_end(levels)))
            })
            .collect()
    }

    /// The ground task with all that the model looks at: networks over facts look at some that never change here.
    fn own_task<'a>(
        &self,
        task: &Task,
        ground: &'a Ground,
        budget: &Budget,
    ) -> Result<Cow<'a, GroundTask>, Error> {
        match &self.file.content {
            Content::Network(model) if !model.about.signature.inputs.is_empty() => {
                Ok(Cow::Owned(self.file.ground(&task.shared.given, budget)?.into_owned()))
            }
            _ => Ok(Cow::Borrowed(&ground.task)),
        }
    }
}
