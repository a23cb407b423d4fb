//! Heuristics that need no model, asked about states.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hstar::heuristics::{CostKind, Entry};
use hstar::search::{self, Batch, Estimates};
use hstar::task::Space;
use pyo3::prelude::*;

use crate::error::{UnsupportedError, wrong};
use crate::state::{State, States};
use crate::task::Shared;
use crate::{arrays, interruptible};

/// A heuristic for a task.
#[pyclass(frozen, module = "hstar")]
pub struct Heuristic {
    of: Arc<Shared>,
    name: &'static str,
    asked: Mutex<Box<dyn search::Heuristic<Space> + Send>>,
}

impl Heuristic {
    pub fn new(py: Python<'_>, shared: &Arc<Shared>, name: &str) -> PyResult<Self> {
        let Some(entry) = Entry::find(name) else {
            let names: Vec<&str> = hstar::heuristics::CATALOG.iter().map(|entry| entry.name).collect();
            return Err(wrong(format_args!("there is no heuristic {name}; there are {}", names.join(", "))));
        };
        let ground = shared.ground(py)?;
        let flag = AtomicBool::new(false);
        let made = interruptible::run(py, &flag, || entry.make(&ground.task, CostKind::Normal))?;
        let made = made.map_err(|error| UnsupportedError::new_err(error.to_string()))?;
        if made.depends_on_path() {
            let why =
                format!("{name} depends on the way to a state, so that it has no value for a state alone");
            return Err(UnsupportedError::new_err(why));
        }
        Ok(Self { of: Arc::clone(shared), name: entry.name, asked: Mutex::new(made) })
    }

    fn values(&self, py: Python<'_>, states: &States) -> PyResult<Vec<f32>> {
        let space = &self.of.known()?.space;
        let flag = AtomicBool::new(false);
        let evaluate = || {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            let (mut values, mut left) = (Vec::with_capacity(states.count), states.iter());
            // Whoever is interrupted gets an exception, not these values.
            while left.len() > 0 && !flag.load(Ordering::Relaxed) {
                values.extend(evaluate(&mut **asked, space, left.by_ref().take(BATCH)));
            }
            values
        };
        match states.count {
            // A thread takes longer to start than a few states to evaluate.
            0..FEW => Ok(py.detach(evaluate)),
            _ => interruptible::run(py, &flag, evaluate),
        }
    }
}

const FEW: usize = 64;

/// So many states are evaluated at once, between two looks at whether to go on.
const BATCH: usize = 256;

/// The values of states by a heuristic that does not look at the way to them.
fn evaluate<'a>(
    heuristic: &mut (impl search::Heuristic<Space> + ?Sized),
    space: &Space,
    states: impl Iterator<Item = &'a [u64]>,
) -> Vec<f32> {
    let mut numbers = Vec::new();
    let mut set: Option<search::States> = None;
    for state in states {
        let set = set.get_or_insert_with(|| search::States::new(state.len()));
        numbers.push(set.insert(state).0);
    }
    let Some(set) = set else { return Vec::new() };
    heuristic.begin_search();
    let mut estimates = Estimates::new(false);
    heuristic.estimate(space, &Batch::unstored(&set, &vec![0; set.len()]), &mut estimates);
    numbers.iter().map(|&number| estimates.estimates()[number as usize].h).collect()
}

#[pymethods]
impl Heuristic {
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.name
    }

    /// The value of a state: infinite for a dead end.
    fn __call__(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<f32> {
        let states = States::from_any(&self.of, state.as_any())?;
        Ok(self.values(py, &states)?[0])
    }

    /// The values of many states.
    fn evaluate_batch<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.values(py, &States::from_any(&self.of, states)?)?;
        arrays::of(py, &values, None)
    }

    fn __repr__(&self) -> String {
        format!("<hstar.Heuristic {}>", self.name)
    }
}
