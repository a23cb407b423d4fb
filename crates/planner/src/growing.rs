//! Grows a heuristic from the goal of a puzzle or a planning task.

mod calibration;
mod puzzle;
mod task_calibration;
mod task_target;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use belief::Calibration;
use learn::TensorFileError;
use likely::growth::{Options, Saved};
use likely::{AnyGrowth, GrowthStopped};
use search::{Budget, Exhausted};
use tools::numbers::counted;
use tools::whole_file;

use crate::learning::run_folder;
use crate::{Error, ErrorKind, Progress};

pub use self::puzzle::PuzzleTarget;
pub use self::task_target::TaskTarget;

/// The puzzle or task that a heuristic is grown for.
pub trait GrowthTarget {
    /// Growth before the first iteration.
    fn planted(&self, growing: &Growing<'_>, progress: &dyn Progress) -> Result<Box<dyn AnyGrowth>, Error>;

    /// The calibration of the heuristic on states that it has not learned from.
    fn calibration(
        &self,
        growth: &dyn AnyGrowth,
        growing: &Growing<'_>,
        progress: &dyn Progress,
    ) -> Result<Calibration, Error>;

    /// The bytes of a file with the heuristic as it is now.
    fn file(&self, growth: &dyn AnyGrowth, calibration: Calibration) -> Result<Vec<u8>, TensorFileError>;

    /// A phrase for plans that cost at most this.
    fn plans_up_to(&self, cost: u32) -> String;
}

/// A growth to be run, with its options.
pub struct Growing<'a> {
    /// The puzzle or task.
    pub target: &'a dyn GrowthTarget,
    /// The options.
    pub options: &'a Options,
    /// The file to write the heuristic to.
    pub model: &'a Path,
    /// Is it calibrated when it is grown, so that what it promises is kept?
    pub calibrates: bool,
    /// How many threads solve tasks; the heuristic is the same for any number.
    pub threads: usize,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
}

impl Growing<'_> {
    /// Grows it to the end, from where it was stopped if it was.
    pub fn run(&self, progress: &dyn Progress) -> Result<Option<Exhausted>, Error> {
        whole_file::check(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let folder = run_folder::of(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let kept = folder.join("growth.json");
        let mut growth = self.target.planted(self, progress)?;
        if let Some(saved) = saved(&kept, progress) {
            match growth.restore(saved) {
                Ok(()) => {
                    progress.line(format_args!("Going on after iteration {}", growth.iterations().len()))
                }
                Err(reason) => progress.line(format_args!("Beginning anew: {reason}")),
            }
        }
        let mut stopped = self.grow(&mut *growth, &kept, progress)?;
        let iterations = growth.iterations().len();
        if iterations == 0 {
            let kind = stopped.map_or(ErrorKind::Internal, ErrorKind::Exhausted);
            return Err(Error::new(
                kind,
                "stopped before the first iteration was done: there is no model yet",
            ));
        }
        let mut calibration = Calibration::default();
        if stopped.is_none() && self.calibrates {
            match self.target.calibration(&*growth, self, progress) {
                Ok(fitted) => calibration = fitted,
                Err(error) => match error.kind() {
                    ErrorKind::Exhausted(reason) => stopped = Some(reason),
                    _ => return Err(error),
                },
            }
        }
        self.write(&*growth, calibration)?;
        progress.line(format_args!(
            "Model: {} after {}",
            self.model.display(),
            counted(iterations, "iteration")
        ));
        if stopped.is_some() {
            progress.line(format_args!("Stopped early; the same command goes on"));
        }
        Ok(stopped)
    }

    /// All further iterations; after each, its state and the heuristic are saved. Returns why it ended early, if it did.
    fn grow(
        &self,
        growth: &mut dyn AnyGrowth,
        kept: &Path,
        progress: &dyn Progress,
    ) -> Result<Option<Exhausted>, Error> {
        loop {
            let number = growth.iterations().len() + 1;
            match growth.advance(self.threads, self.budget) {
                Ok(Some(iteration)) => {
                    let (solved, tasks) = (iteration.solved, iteration.tasks.len());
                    let farthest = iteration.tasks.iter().filter_map(|task| task.cost).max().unwrap_or(0);
                    progress.line(format_args!(
                        "Iteration {number} of {}: {solved} of {} solved, {}, {} learned from",
                        self.options.all_iterations(),
                        counted(tasks, "task"),
                        self.target.plans_up_to(farthest),
                        counted(iteration.records, "state")
                    ));
                }
                Ok(None) => return Ok(None),
                Err(GrowthStopped::Exhausted(reason)) => return Ok(Some(reason)),
                Err(GrowthStopped::NoSearch(reason)) => return Err(Error::new(ErrorKind::Internal, reason)),
            }
            // Whoever is stopped between the two goes on from the first, and writes the second.
            whole_file::write(kept, |out| Ok(serde_json::to_writer(out, &growth.save())?))
                .map_err(|error| Error::unwritable(kept, &error))?;
            self.write(growth, Calibration::default())?;
        }
    }

    /// Writes the heuristic as it is now.
    fn write(&self, growth: &dyn AnyGrowth, calibration: Calibration) -> Result<(), Error> {
        let bytes =
            self.target.file(growth, calibration).map_err(|error| Error::new(ErrorKind::Internal, error))?;
        whole_file::write(self.model, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(self.model, &error))
    }
}

/// The saved state of an earlier run; warns if it can't be read.
fn saved(path: &Path, progress: &dyn Progress) -> Option<Saved> {
    let warn = |error: &dyn std::fmt::Display| {
        progress.warn(format_args!("warning: {}: {error}; beginning anew", path.display()));
    };
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            warn(&error);
            return None;
        }
    };
    serde_json::from_slice(&bytes).map_err(|error| warn(&error)).ok()
}
