//! Puzzles by name.

use std::path::PathBuf;

use hstar::Limits;
use hstar::puzzle::{self, PuzzleGuide};
use hstar::search::Counters;
use pyo3::prelude::*;

use crate::error::exception;
use crate::{interruptible, limits};

/// The result of solving a puzzle.
#[pyclass(frozen, get_all, module = "hstar")]
pub struct PuzzleResult {
    /// The cost of the plan, which has been executed; `None` if there is none.
    cost: Option<u64>,
    /// The moves in words.
    moves: Option<String>,
    /// How many states were expanded.
    expanded: u64,
    /// How many states were evaluated.
    evaluated: u64,
}

#[pymethods]
impl PuzzleResult {
    fn __bool__(&self) -> bool {
        self.cost.is_some()
    }

    fn __repr__(&self) -> String {
        match self.cost {
            Some(cost) => format!("<hstar.PuzzleResult: cost {cost}>"),
            None => "<hstar.PuzzleResult: no plan>".to_owned(),
        }
    }
}

/// Solves a puzzle from a state, both written as `hstar solve` takes them.
#[pyfunction]
#[pyo3(signature = (puzzle, state, search = None, *, model = None, time_limit = None, memory_limit = None))]
pub fn solve(
    py: Python<'_>,
    puzzle: &str,
    state: &str,
    search: Option<&str>,
    model: Option<PathBuf>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
) -> PyResult<PuzzleResult> {
    let (budget, flag) = limits::budget(time_limit, memory_limit)?;
    let limits = Limits { budget, ..Limits::default() };
    let solved = interruptible::run(py, &flag, || {
        let model = model.map(|file| PuzzleGuide::read(&file, puzzle)).transpose()?;
        puzzle::solve(puzzle, state, search, model.as_ref(), &limits)
    })?;
    let solved = solved.map_err(|error| exception(&error))?;
    let Counters { expanded, evaluated, .. } = solved.report.counters;
    Ok(PuzzleResult { cost: solved.cost, moves: solved.moves, expanded, evaluated })
}
