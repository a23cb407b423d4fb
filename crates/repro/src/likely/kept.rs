//! Grown heuristics, stored for other steps and tables.

use std::fs;
use std::path::{Path, PathBuf};

use likely::growth::{Iteration, Options, Saved};
use likely::puzzles::{DatabaseSource, Setting};
use likely::{GrowthStopped, PuzzleGrowth};
use puzzles::tables::Tables;
use serde::{Deserialize, Serialize};

use crate::Context;
use crate::context::interrupted;
use planner::Error;
use planner::grown::{no_databases, watcher};
use tools::whole_file;

/// The folder of heuristics, grown or still growing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    pub(super) folder: &'a Path,
    /// The checksum of the program that grows them: growth begun by another one is not continued.
    pub(super) build: &'a str,
    /// The GPU to search on, if any. Results do not depend on it.
    pub(super) gpu: Option<usize>,
}

/// A stored heuristic.
#[derive(Serialize, Deserialize)]
struct Record {
    build: String,
    saved: Saved,
}

impl Kept<'_> {
    /// A heuristic, grown to the end from where it is. It is stored after each iteration.
    pub(super) fn grown(
        &self,
        name: &str,
        setting: &Setting,
        options: &Options,
        context: &Context<'_>,
    ) -> Result<Box<dyn PuzzleGrowth>, Error> {
        let progress = context.progress;
        let mut growth = self.planted(setting, options, context)?;
        if let Some(record) = self.record(name).filter(|record| record.build == self.build) {
            // What was begun otherwise is begun anew.
            let _ = growth.restore(record.saved);
        }
        while let Some(iteration) = growth.advance(context.threads, &context.budget).map_err(halted)? {
            let (solved, tasks) = (iteration.solved, iteration.tasks.len());
            let (done, of) = (growth.iterations().len(), options.all_iterations());
            progress.now(format_args!("{name}: {done} of {of} iterations, {solved} of {tasks} tasks solved"));
            self.keep(name, &*growth)?;
        }
        progress.now(format_args!(""));
        Ok(growth)
    }

    /// Growth before the first iteration, with the inputs of its networks.
    fn planted(
        &self,
        setting: &Setting,
        options: &Options,
        context: &Context<'_>,
    ) -> Result<Box<dyn PuzzleGrowth>, Error> {
        let mut source = DatabaseSource {
            tables: &Tables::kept_in(self.tables()),
            threads: context.threads,
            budget: &context.budget,
            gpu: self.gpu,
            watch: &mut watcher(context.progress),
        };
        setting.growth(options, &mut source).map_err(no_databases)
    }

    /// The folder of pattern databases.
    pub(super) fn tables(&self) -> PathBuf {
        self.folder.join("tables")
    }

    /// The iterations of a heuristic so far, whichever program began it and with whichever options.
    pub(super) fn iterations(&self, name: &str) -> Option<Vec<Iteration>> {
        Some(self.record(name)?.saved.into_iterations())
    }

    fn record(&self, name: &str) -> Option<Record> {
        serde_json::from_slice(&fs::read(self.path(name)).ok()?).ok()
    }

    fn keep(&self, name: &str, growth: &dyn PuzzleGrowth) -> Result<(), Error> {
        let record = Record { build: self.build.to_owned(), saved: growth.save() };
        let path = self.path(name);
        whole_file::write(&path, |out| Ok(serde_json::to_writer(out, &record)?))
            .map_err(|error| Error::unwritable(&path, &error))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("growth-{}.json", name.replace(", ", "-").replace(' ', "-")))
    }
}

fn halted(halt: GrowthStopped) -> Error {
    match halt {
        GrowthStopped::Exhausted(_) => interrupted(),
        GrowthStopped::NoSearch(reason) => Error::internal(reason),
    }
}
