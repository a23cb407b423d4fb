//! A function of Python's as a heuristic.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hstar::belief::Reading;
use hstar::search::{Batch, Estimate, Estimates, Heuristic};
use hstar::task::Space;
use hstar::{Error, ErrorKind, Modelled, Task};
use pyo3::prelude::*;

use crate::arrays;
use crate::error::wrong;
use crate::state::States;
use crate::task::Shared;

/// A function of states, which a search knows as `model`.
pub struct OwnHeuristic<'a> {
    pub of: &'a Arc<Shared>,
    pub function: &'a Py<PyAny>,
    /// Ends the search.
    pub flag: &'a AtomicBool,
    /// What the function raised.
    pub raised: &'a Mutex<Option<PyErr>>,
}

impl Modelled for OwnHeuristic<'_> {
    fn heuristic(
        &self,
        reading: Option<Reading>,
        _task: &Task,
    ) -> Result<Box<dyn Heuristic<Space> + '_>, Error> {
        match reading {
            None => Ok(Box::new(Asked(self))),
            Some(_) => {
                let message = "a function has no beliefs to read: its values are what the search uses\n  = help: write `model` alone";
                Err(Error::new(ErrorKind::Argument, message))
            }
        }
    }
}

struct Asked<'a>(&'a OwnHeuristic<'a>);

impl Asked<'_> {
    fn values(&self, states: States) -> PyResult<Vec<f32>> {
        let count = states.count;
        let values = Python::attach(|py| arrays::numbers(&self.0.function.bind(py).call1((states,))?))?;
        if values.len() != count {
            return Err(wrong(format_args!("the function has {} values for {count} states", values.len())));
        }
        if let Some(place) = values.iter().position(|value| value.is_nan()) {
            return Err(wrong(format_args!("the function's value of state {place} is no number")));
        }
        Ok(values)
    }
}

impl Heuristic<Space> for Asked<'_> {
    fn estimate(&mut self, _space: &Space, batch: &Batch, estimates: &mut Estimates) {
        let words = batch.iter().flat_map(|(_, state, _)| state).copied().collect();
        let states = States { of: Arc::clone(self.0.of), words, count: batch.len() };
        let values = self.values(states).unwrap_or_else(|error| {
            // The search ends as soon as it looks.
            self.0.flag.store(true, Ordering::Relaxed);
            self.0.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            vec![0.0; batch.len()]
        });
        values.into_iter().for_each(|value| estimates.push(Estimate::new(value)));
    }

    fn effort(&self) -> u64 {
        // A call takes some ten microseconds.
        100
    }
}
