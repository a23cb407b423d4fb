//! hstar for Python: tasks, states, heuristics, searches, models and learning, and the program itself. The package around it is in
//! `python/` at the top of the repository; what Python sees is described in `python/hstar/__init__.pyi`.

mod arrays;
mod error;
mod ground;
mod heuristic;
mod interruptible;
mod learning;
mod limits;
mod model;
mod own_heuristic;
mod plan;
mod puzzle;
mod state;
mod task;

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

/// The native part of the package `hstar`.
#[pymodule]
mod _hstar {
    #[pymodule_export]
    use super::error::{
        ArgumentError, Error, InputError, InternalError, LimitError, OutputError, SpecificationError,
        UnsupportedError,
    };
    #[pymodule_export]
    use super::heuristic::Heuristic;
    #[pymodule_export]
    use super::learning::{generate, learn};
    #[pymodule_export]
    use super::model::{Beliefs, Model};
    #[pymodule_export]
    use super::plan::{PlanResult, Stop, Verdict};
    #[pymodule_export]
    use super::puzzle::{PuzzleResult, solve};
    #[pymodule_export]
    use super::run_program;
    #[pymodule_export]
    use super::state::{State, States};
    #[pymodule_export]
    use super::task::Task;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Runs the program with these words, the first of which is its name, and returns its exit code. It expects to be the only thing that the
/// process does: Ctrl-C is the program's from now on. Experiments start it again by the launcher.
#[pyfunction]
#[pyo3(signature = (words, launcher = None))]
fn run_program(py: Python<'_>, words: Vec<OsString>, launcher: Option<PathBuf>) -> u8 {
    if let Some(launcher) = launcher {
        program::set_own_program(launcher);
    }
    py.detach(|| program::run(words) as u8)
}
