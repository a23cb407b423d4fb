//! Planning, and what comes of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use hstar::planning::{self, Ended, Found, checked_plan};
use hstar::search::{Action, Counters, Exhausted, Outcome, StopReason};
use hstar::searches::WITHOUT_MODEL;
use hstar::task::validate::Flaw;
use hstar::task::{self, Plan};
use hstar::{Error, ErrorKind, Limits, ModelFile, Modelled, Observer, Search, acting};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::exception;
use crate::interruptible;
use crate::own_heuristic::OwnHeuristic;
use crate::task::Shared;

/// The result of planning.
#[pyclass(frozen, get_all, module = "hstar")]
pub struct PlanResult {
    /// `solved`, `unsolvable`, or what ended the search: `time`, `memory`, `interrupted`, or `incomplete` for other limits.
    status: &'static str,
    /// The steps of the best plan, which has been validated.
    plan: Option<Vec<String>>,
    /// Its cost.
    cost: Option<u64>,
    /// Is it certain that no plan costs less?
    is_optimal: bool,
    /// The work done: states expanded, evaluated and so on, and seconds.
    statistics: Py<PyDict>,
}

#[pymethods]
impl PlanResult {
    fn __bool__(&self) -> bool {
        self.plan.is_some()
    }

    fn __repr__(&self) -> String {
        match (&self.plan, self.cost) {
            (Some(plan), Some(cost)) => {
                format!("<hstar.PlanResult {}: {} steps, cost {cost}>", self.status, plan.len())
            }
            _ => format!("<hstar.PlanResult {}>", self.status),
        }
    }
}

/// Whether a plan is valid.
#[pyclass(frozen, get_all, module = "hstar")]
pub struct Verdict {
    /// Is it valid?
    is_valid: bool,
    /// Its cost, if it is.
    cost: Option<u64>,
    /// The place of the first step that can't be applied, from 0; `None` if all can.
    failed_step: Option<usize>,
    /// Why it is not, or that it is, in words.
    report: String,
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.is_valid
    }

    fn __repr__(&self) -> String {
        format!("<hstar.Verdict {}>", if self.is_valid { "valid" } else { "invalid" })
    }
}

pub fn verdict(verdict: &task::Verdict) -> Verdict {
    let (cost, failed_step) = match verdict {
        task::Verdict::Valid { cost, .. } => (Some(*cost), None),
        task::Verdict::Invalid(Flaw::Step { number, .. }) => (None, Some(number - 1)),
        task::Verdict::Invalid(Flaw::Goal(_)) => (None, None),
    };
    Verdict { is_valid: cost.is_some(), cost, failed_step, report: verdict.report("plan").to_string() }
}

/// Ends planning from another thread.
#[pyclass(frozen, module = "hstar")]
#[derive(Default)]
pub struct Stop {
    pub flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends it: what has been found so far is the result.
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Was it set?
    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// A call for a plan.
pub struct Planning<'a> {
    pub shared: &'a Arc<Shared>,
    pub search: Option<&'a str>,
    pub optimal: bool,
    pub limits: Limits,
    pub flag: Arc<AtomicBool>,
    pub on_plan: Option<Py<PyAny>>,
}

impl Planning<'_> {
    /// Plans, with a model that was learned where one is given.
    pub fn run(&self, py: Python<'_>, model: Option<&ModelFile>) -> PyResult<PlanResult> {
        let raised = Mutex::new(None);
        let start = Instant::now();
        let found = interruptible::run(py, &self.flag, || self.plan(model, &raised))?;
        self.result(py, found, raised, start)
    }

    /// Plans with a function of states, by which greedy search goes where no search is named.
    pub fn run_own(&self, py: Python<'_>, function: Py<PyAny>) -> PyResult<PlanResult> {
        let raised = Mutex::new(None);
        let start = Instant::now();
        let ground = self.shared.ground(py)?;
        let found = interruptible::run(py, &self.flag, || {
            let own =
                OwnHeuristic { of: self.shared, function: &function, flag: &self.flag, raised: &raised };
            let search = self.search.unwrap_or("gbfs(model)").parse()?;
            self.search(&search, Some(&own), &ground.task, &raised)
        })?;
        self.result(py, found, raised, start)
    }

    fn plan(&self, model: Option<&ModelFile>, raised: &Mutex<Option<PyErr>>) -> Result<Found, Error> {
        let given = &self.shared.given;
        let usual = model.map_or(WITHOUT_MODEL, ModelFile::usual_search);
        let search: Search = self.search.unwrap_or(usual).parse()?;
        if let (Search::Act, Some(model), false) = (&search, model, self.optimal) {
            return acting::act(given, model, &self.limits);
        }
        let task = match model {
            Some(model) => model.ground(given, &self.limits.budget)?,
            None => given.ground(&self.limits.budget)?,
        };
        let search = match (self.optimal, self.search) {
            (true, None) => Search::optimal(&task),
            (true, Some(_)) => {
                let message = "`optimal` names a search by itself: leave out one of the two";
                return Err(Error::new(ErrorKind::Argument, message));
            }
            (false, _) => search,
        };
        let guide = match search.needs_model() {
            true => model.map(|model| model.guide(given, &task)).transpose()?,
            false => None,
        };
        self.search(&search, guide.as_ref().map(|guide| guide as _), &task, raised)
    }

    fn search(
        &self,
        search: &Search,
        model: Option<&dyn Modelled>,
        task: &hstar::Task,
        raised: &Mutex<Option<PyErr>>,
    ) -> Result<Found, Error> {
        let mut listener = Listener { function: self.on_plan.as_ref(), task, flag: &self.flag, raised };
        let ended = planning::search(search, model, task, &self.limits, &mut listener)?;
        let plan = match &ended.report.outcome {
            Outcome::Solved { plan, cost } => Some(checked_plan(&self.shared.given, task, plan, *cost, &())?),
            Outcome::Unsolvable | Outcome::Stopped(_) => None,
        };
        Ok(Found { plan, ended })
    }

    fn result(
        &self,
        py: Python<'_>,
        found: Result<Found, Error>,
        raised: Mutex<Option<PyErr>>,
        start: Instant,
    ) -> PyResult<PlanResult> {
        if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let seconds = start.elapsed().as_secs_f64();
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                let status = match error.kind() {
                    ErrorKind::BeforeSearch(Exhausted::Time) => "time",
                    ErrorKind::BeforeSearch(Exhausted::Memory) => "memory",
                    ErrorKind::BeforeSearch(Exhausted::Interrupted) => "interrupted",
                    _ => return Err(exception(&error)),
                };
                let statistics = statistics(py, &Counters::default(), seconds)?;
                return Ok(PlanResult { status, plan: None, cost: None, is_optimal: false, statistics });
            }
        };
        let Found { plan, ended: Ended { report, is_optimal, .. } } = found;
        let status = match report.outcome {
            Outcome::Solved { .. } => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)) => "time",
            Outcome::Stopped(StopReason::Exhausted(Exhausted::Memory)) => "memory",
            Outcome::Stopped(StopReason::Exhausted(Exhausted::Interrupted)) => "interrupted",
            Outcome::Stopped(_) => "incomplete",
        };
        let steps = |plan: &Plan| plan.steps.iter().map(ToString::to_string).collect();
        Ok(PlanResult {
            status,
            cost: report.cost(),
            plan: plan.as_ref().map(steps),
            is_optimal,
            statistics: statistics(py, &report.counters, seconds)?,
        })
    }
}

fn statistics(py: Python<'_>, counters: &Counters, seconds: f64) -> PyResult<Py<PyDict>> {
    let statistics = PyDict::new(py);
    statistics.set_item("expanded", counters.expanded)?;
    statistics.set_item("evaluated", counters.evaluated)?;
    statistics.set_item("generated", counters.generated)?;
    statistics.set_item("reopened", counters.reopened)?;
    statistics.set_item("dead_ends", counters.dead_ends)?;
    statistics.set_item("seconds", seconds)?;
    Ok(statistics.unbind())
}

/// Tells a function of each plan that is found.
struct Listener<'a> {
    function: Option<&'a Py<PyAny>>,
    task: &'a hstar::Task,
    flag: &'a AtomicBool,
    raised: &'a Mutex<Option<PyErr>>,
}

impl Observer for Listener<'_> {
    fn plan_found(&mut self, plan: &[Action], cost: u64) {
        let Some(function) = self.function else { return };
        let name = |&action: &Action| format!("({})", &self.task.operators.names[action as usize]);
        let steps: Vec<String> = plan.iter().map(name).collect();
        if let Err(error) = Python::attach(|py| function.call1(py, (steps, cost))) {
            self.flag.store(true, Ordering::Relaxed);
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}
