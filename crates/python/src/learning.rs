//! Learning, and problems to learn from.

use std::collections::BTreeMap;
use std::fmt::Arguments;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hstar::contest::{Contest, Limit};
use hstar::generators::{Generator, Size, find};
use hstar::learning::model_lock::ModelLock;
use hstar::problem_files::ProblemFiles;
use hstar::{Error, Progress};
use pyo3::prelude::*;

use crate::error::{exception, wrong};
use crate::model::Model;
use crate::{interruptible, limits};

/// The time that learning takes if nothing is said, in seconds.
const USUAL: Duration = Duration::from_secs(600);

/// Learns from a domain and problems, files or folders, and decides by itself what: the model goes to a file, and is returned.
#[pyfunction]
#[pyo3(signature = (model, *inputs, time_limit = None, max_evaluations = None, memory_limit = None, seed = 1, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are arguments by name")]
pub fn learn(
    py: Python<'_>,
    model: PathBuf,
    inputs: Vec<PathBuf>,
    time_limit: Option<f64>,
    max_evaluations: Option<u64>,
    memory_limit: Option<u64>,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Model> {
    let limit = match (time_limit, max_evaluations) {
        (Some(_), Some(_)) => return Err(wrong("a limit of time or one of evaluations, not both")),
        (None, Some(evaluations)) => Limit::Evaluations(evaluations),
        (Some(seconds), None) => Limit::Time(limits::duration(seconds)?),
        (None, None) => Limit::Time(USUAL),
    };
    let interrupted = Arc::<AtomicBool>::default();
    let raised = Mutex::new(None);
    let told = interruptible::run(py, &interrupted, || -> Result<(), Error> {
        let _lock = ModelLock::on(&model)?;
        let contest = Contest {
            problems: &ProblemFiles::find(&inputs)?,
            model: &model,
            seed,
            threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get)),
            limit,
            memory: memory_limit,
            interrupted: Arc::clone(&interrupted),
        };
        contest.run(&Teller { function: progress.as_ref(), flag: &interrupted, raised: &raised }).map(drop)
    })?;
    if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    told.map_err(|error| exception(&error))?;
    Model::read(&model)
}

/// Tells a function of each line about a step or a result.
struct Teller<'a> {
    function: Option<&'a Py<PyAny>>,
    flag: &'a AtomicBool,
    raised: &'a Mutex<Option<PyErr>>,
}

impl Teller<'_> {
    fn tell(&self, line: Arguments<'_>) {
        let Some(function) = self.function else { return };
        if let Err(error) = Python::attach(|py| function.call1(py, (line.to_string(),))) {
            self.flag.store(true, Ordering::Relaxed);
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

impl Progress for Teller<'_> {
    fn line(&self, line: Arguments<'_>) {
        self.tell(line);
    }

    fn warn(&self, warning: Arguments<'_>) {
        self.tell(warning);
    }
}

/// The text of a domain that hstar has a generator for, and of as many problems, all of them solvable.
#[pyfunction]
#[pyo3(signature = (domain, count = 1, *, size = "small", seed = 1, **parameters))]
pub fn generate(
    domain: &str,
    count: u64,
    size: &str,
    seed: u64,
    parameters: Option<BTreeMap<String, u32>>,
) -> PyResult<(&'static str, Vec<String>)> {
    let Some(found) = find(domain) else {
        let names: Vec<&str> = hstar::generators::DOMAINS.iter().map(|domain| domain.name).collect();
        return Err(wrong(format_args!("there is no domain {domain}; there are {}", names.join(", "))));
    };
    let size = match size {
        "small" => Size::Small,
        "medium" => Size::Medium,
        "large" => Size::Large,
        _ => return Err(wrong(format_args!("there is no size {size}; there are small, medium, large"))),
    };
    let mut generator = Generator::new(found, size);
    for (name, number) in parameters.unwrap_or_default() {
        generator.set(&name.replace('_', "-"), number).map_err(wrong)?;
    }
    let problems = (1..=count).map(|number| generator.problem(seed, number).map_err(wrong));
    Ok((found.pddl, problems.collect::<PyResult<_>>()?))
}
