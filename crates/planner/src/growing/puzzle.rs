//! Puzzles that heuristics are grown for.

use learn::TensorFileError;
use likely::AnyGrowth;
use likely::puzzles::{DatabaseSource, Setting};
use puzzles::tables::Tables;
use tools::numbers::counted;

use super::{Growing, GrowthTarget};
use crate::grown::{GrownModel, no_databases, watcher};
use crate::{Error, Progress};

/// A puzzle that a heuristic is grown for.
pub struct PuzzleTarget<'a> {
    /// The puzzle.
    pub space: &'a str,
    /// The inputs of networks for it.
    pub setting: &'a Setting,
    /// Where pattern databases are kept.
    pub tables: Tables,
    /// The GPU on which tasks are solved, if any.
    pub gpu: Option<usize>,
}

impl GrowthTarget for PuzzleTarget<'_> {
    fn planted(&self, growing: &Growing<'_>, progress: &dyn Progress) -> Result<Box<dyn AnyGrowth>, Error> {
        let mut source = DatabaseSource {
            tables: &self.tables,
            threads: growing.threads,
            budget: growing.budget,
            gpu: self.gpu,
            watch: &mut watcher(progress),
        };
        let growth = self.setting.growth(growing.options, &mut source);
        progress.now(format_args!(""));
        Ok(growth.map_err(no_databases)?)
    }

    fn file(&self, growth: &dyn AnyGrowth) -> Result<Vec<u8>, TensorFileError> {
        GrownModel::of(self.space, growth).write()
    }

    fn plans_up_to(&self, cost: u32) -> String {
        format!("plans of up to {}", counted(cost, "move"))
    }
}
