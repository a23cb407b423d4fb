//! Growing a heuristic from the goal of a puzzle or a planning task.

mod facts;
mod mending;
mod puzzle;
mod task_bound;
mod task_growth;
mod task_search;
mod task_site;
mod task_terrain;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use learn::TensorFileError;
use likely::growth::{Options, Saved};
use likely::{AnyGrowth, Halt};
use search::{Budget, Exhausted};

use crate::learning::{run_folder, unwritable};
use crate::{Exit, Failure, Log, counted, log, whole_file};

pub(crate) use self::mending::Mending;
pub(crate) use self::puzzle::PuzzleSite;
pub(crate) use self::task_site::TaskSite;

/// What a heuristic is grown for.
pub(crate) trait Site {
    /// Growth before the first iteration.
    fn planted(&self, growing: &Growing<'_>) -> Result<Box<dyn AnyGrowth>, Failure>;

    /// The bytes of a file with the heuristic as it is now.
    fn file(&self, growth: &dyn AnyGrowth) -> Result<Vec<u8>, TensorFileError>;

    /// Says of plans that none costs more than this.
    fn plans_up_to(&self, cost: u32) -> String;
}

/// What is to be grown.
pub(crate) struct Growing<'a> {
    pub(crate) site: &'a dyn Site,
    pub(crate) options: &'a Options,
    /// The file to write the heuristic to.
    pub(crate) model: &'a Path,
    pub(crate) threads: usize,
    pub(crate) budget: &'a Budget,
}

impl Growing<'_> {
    /// Grows it to its end, from where it was stopped if it was.
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        whole_file::check(self.model).map_err(|error| unwritable(self.model, &error))?;
        let folder = run_folder::of(self.model).map_err(|error| unwritable(self.model, &error))?;
        let kept = folder.join("growth.json");
        let mut growth = self.site.planted(self)?;
        if let Some(saved) = saved(&kept) {
            match growth.restore(saved) {
                Ok(()) => log.line(format_args!("Going on after iteration {}", growth.iterations().len())),
                Err(reason) => log.line(format_args!("Beginning anew: {reason}")),
            }
        }
        let stopped = self.grow(&mut *growth, &kept, log)?;
        let iterations = growth.iterations().len();
        if iterations == 0 {
            let exit = stopped.map_or(Exit::SearchCritical, exit_of);
            return Err(Failure::new(
                exit,
                "stopped before the first iteration was done: there is no model yet",
            ));
        }
        self.write(&*growth)?;
        log.line(format_args!("Model: {} after {}", self.model.display(), counted(iterations, "iteration")));
        if stopped.is_some() {
            log.line("Stopped early; the same command goes on");
        }
        Ok(if stopped == Some(Exhausted::Interrupted) { Exit::Interrupted } else { Exit::Success })
    }

    /// All further iterations, each of which is kept, and the heuristic with it. Why it ended early, if it did.
    fn grow(
        &self,
        growth: &mut dyn AnyGrowth,
        kept: &Path,
        log: &mut Log,
    ) -> Result<Option<Exhausted>, Failure> {
        loop {
            let number = growth.iterations().len() + 1;
            match growth.advance(self.threads, self.budget) {
                Ok(Some(iteration)) => {
                    let (solved, tasks) = (iteration.solved, iteration.tasks.len());
                    let farthest = iteration.tasks.iter().filter_map(|task| task.cost).max().unwrap_or(0);
                    log.line(format_args!(
                        "Iteration {number} of {}: {solved} of {} solved, {}, {} learned from",
                        self.options.iterations,
                        counted(tasks, "task"),
                        self.site.plans_up_to(farthest),
                        counted(iteration.records, "state")
                    ));
                }
                Ok(None) => return Ok(None),
                Err(Halt::Exhausted(reason)) => return Ok(Some(reason)),
                Err(Halt::NoSearch(reason)) => return Err(Failure::new(Exit::SearchCritical, reason)),
            }
            self.write(growth)?;
            whole_file::write(kept, |out| Ok(serde_json::to_writer(out, &growth.save())?))
                .map_err(|error| unwritable(kept, &error))?;
        }
    }

    /// Writes the heuristic as it is now.
    fn write(&self, growth: &dyn AnyGrowth) -> Result<(), Failure> {
        let bytes = self.site.file(growth).map_err(|error| Failure::new(Exit::SearchCritical, error))?;
        whole_file::write(self.model, |out| out.write_all(&bytes))
            .map_err(|error| unwritable(self.model, &error))
    }
}

fn exit_of(reason: Exhausted) -> Exit {
    match reason {
        Exhausted::Interrupted => Exit::Interrupted,
        Exhausted::Time => Exit::SearchTime,
        Exhausted::Memory => Exit::SearchMemory,
    }
}

/// What is there of an earlier run; what can't be read is told.
fn saved(path: &Path) -> Option<Saved> {
    let warn = |error: &dyn std::fmt::Display| {
        log::complain(format_args!("warning: {}: {error}; beginning anew", path.display()));
    };
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => {
            warn(&error);
            return None;
        }
    };
    serde_json::from_slice(&bytes).map_err(|error| warn(&error)).ok()
}
