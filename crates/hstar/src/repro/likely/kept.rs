//! What is grown, kept for other steps and tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use likely::growth::{Attempt, Options, Request, Saved, by_ida};
use likely::puzzles::RawTiles;
use likely::{Encoding, Growth};
use search::Budget;
use serde::{Deserialize, Serialize};

use super::fifteen::{DOMAIN, SPACE, Space, State};
use super::interrupted;
use crate::progress::Progress;
use crate::{Exit, Failure, threads, whole_file};

/// The folder that heuristics are kept in, grown or still growing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    pub(super) folder: &'a Path,
    /// The checksum of the program that grows them: what another one began is not gone on with.
    pub(super) build: &'a str,
}

/// A heuristic as it is kept.
#[derive(Serialize, Deserialize)]
struct Record {
    build: String,
    saved: Saved,
}

impl Kept<'_> {
    /// A heuristic of the 15-puzzle, grown to its end from where it is. It is kept after each iteration.
    pub(super) fn grown(
        &self,
        name: &str,
        options: &Options,
        budget: &Budget,
    ) -> Result<Growth<State>, Failure> {
        let inputs = Encoding::<Space>::inputs(&RawTiles);
        let mut growth = self.restored(name, options).unwrap_or_else(|| Growth::new(options.clone(), inputs));
        let unfit = OnceLock::new();
        let solve = |request: &Request<'_, Space>| {
            by_ida(&RawTiles, request).unwrap_or_else(|error| {
                unfit.get_or_init(|| error);
                Attempt { plan: None, generated: 0 }
            })
        };
        let progress = Progress::new();
        while let Some(iteration) =
            growth.advance(DOMAIN, solve, threads::or_all(None), budget).map_err(interrupted)?
        {
            if let Some(unfit) = unfit.get() {
                return Err(Failure::new(Exit::SearchCritical, unfit));
            }
            let (solved, tasks) = (iteration.solved, iteration.tasks.len());
            let (done, of) = (growth.iterations().len(), options.iterations);
            progress
                .show(format_args!("{name}: {done} of {of} iterations, {solved} of {tasks} tasks solved"));
            self.keep(name, &growth)?;
        }
        progress.clear();
        Ok(growth)
    }

    /// A heuristic as it is, if it was begun by this program with these options.
    fn restored(&self, name: &str, options: &Options) -> Option<Growth<State>> {
        let record = self.record(name).filter(|record| record.build == self.build)?;
        Growth::restore(DOMAIN, options, record.saved).ok()
    }

    /// A heuristic as it is, whatever program began it and with whatever options.
    pub(super) fn found(&self, name: &str) -> Option<Growth<State>> {
        let record = self.record(name)?;
        let options = record.saved.options().clone();
        Growth::restore(DOMAIN, &options, record.saved).ok()
    }

    fn record(&self, name: &str) -> Option<Record> {
        serde_json::from_slice(&fs::read(self.path(name)).ok()?).ok()
    }

    fn keep(&self, name: &str, growth: &Growth<State>) -> Result<(), Failure> {
        let record = Record { build: self.build.to_owned(), saved: growth.save(&SPACE) };
        let path = self.path(name);
        whole_file::write(&path, |out| Ok(serde_json::to_writer(out, &record)?))
            .map_err(|error| Failure::unwritable(Exit::SearchCritical, &path, &error))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("growth-{}.json", name.replace(", ", "-").replace(' ', "-")))
    }
}
