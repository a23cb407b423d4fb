//! Puzzles that heuristics are grown for.

use learn::TensorFileError;
use likely::AnyGrowth;
use likely::puzzles::{Setting, Workshop};
use puzzles::tables::Tables;

use super::{Growing, Site};
use crate::grown::{GrownModel, no_databases, watcher};
use crate::progress::Progress;
use crate::{Failure, counted};

/// A puzzle that a heuristic is grown for.
pub(crate) struct PuzzleSite<'a> {
    /// The puzzle.
    pub(crate) space: &'a str,
    pub(crate) setting: &'a Setting,
    /// Where pattern databases are kept.
    pub(crate) tables: Tables,
    /// The GPU that tasks are solved on, if they are.
    pub(crate) gpu: Option<usize>,
}

impl Site for PuzzleSite<'_> {
    fn planted(&self, growing: &Growing<'_>) -> Result<Box<dyn AnyGrowth>, Failure> {
        let progress = Progress::new();
        let mut workshop = Workshop {
            tables: &self.tables,
            threads: growing.threads,
            budget: growing.budget,
            gpu: self.gpu,
            watch: &mut watcher(&progress),
        };
        let growth = self.setting.growth(growing.options, &mut workshop);
        progress.clear();
        Ok(growth.map_err(no_databases)?)
    }

    fn file(&self, growth: &dyn AnyGrowth) -> Result<Vec<u8>, TensorFileError> {
        GrownModel::of(self.space, growth).write()
    }

    fn plans_up_to(&self, cost: u32) -> String {
        format!("plans of up to {}", counted(cost, "move"))
    }
}
