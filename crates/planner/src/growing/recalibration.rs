//! Fits the dial of a grown heuristic to states that it has not learned from.

use std::io::Write;
use std::path::Path;

use belief::{Deviations, Distribution, Gaussian, Thresholds, promised};
use likely::puzzles::DatabaseSource;
use puzzles::tables::Tables;
use search::Budget;
use tools::numbers::counted;
use tools::whole_file;

use crate::grown::{GrownModel, watcher};
use crate::puzzle::known_states;
use crate::{Error, ErrorKind, Progress};

/// The instances to which the dial of a grown heuristic is fitted.
pub struct Recalibration<'a> {
    /// The puzzle.
    pub space: &'a str,
    /// Instances of it, as `hstar solve` takes them.
    pub instances: &'a str,
    /// The seed of growth; random instances are drawn with another one that follows from it.
    pub seed: u64,
    /// Where pattern databases are kept.
    pub tables: &'a Tables,
    /// How many threads search for cheapest plans.
    pub threads: usize,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
}

/// An offset for seeds. Users will try the model on instances of small seeds, which it must not be fitted to.
const APART: u64 = 1 << 32;

/// The probability at which the result is reported: the one that a model is read at by default.
const TOLD: f64 = 0.9;

impl Recalibration<'_> {
    /// Fits the dial of the model in a file.
    ///
    /// # Errors
    /// When there are no costs to fit it to; the file is then as it was.
    pub fn run(&self, model: &Path, progress: &dyn Progress) -> Result<(), Error> {
        let mut grown = GrownModel::read(model)?;
        let seed = self.seed.wrapping_add(APART);
        let states =
            known_states(self.space, self.instances, seed, self.threads, self.budget, progress)?.concat();
        let mut source = DatabaseSource {
            tables: self.tables,
            threads: self.threads,
            budget: self.budget,
            gpu: None,
            watch: &mut watcher(progress),
        };
        let (starts, costs): (Vec<_>, Vec<u64>) = states.into_iter().unzip();
        let beliefs = grown.beliefs(&starts, &mut source);
        progress.now(format_args!(""));
        let known: Vec<((f64, f64), u64)> = beliefs?.into_iter().zip(costs).collect();
        let Some(deviations) = Deviations::new(known.iter().copied()) else {
            let message =
                format_args!("the dial can't be fitted: {} have no states to fit it to", self.instances);
            return Err(Error::new(ErrorKind::Input, message));
        };
        let kept = 100.0 * deviations.kept(promised(TOLD));
        grown.mend(deviations.dial(), thresholds(&known));
        let bytes = grown.write().map_err(|error| Error::new(ErrorKind::Internal, error))?;
        whole_file::write(model, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(model, &error))?;
        progress.line(format_args!(
            "Mended: at α = {TOLD}, {kept:.1} % of {} on cheapest plans were not overestimated; the dial is fitted to them",
            counted(starts.len(), "state")
        ));
        Ok(())
    }
}

/// The model's confidence in states, given its belief about each and the cost.
fn thresholds(known: &[((f64, f64), u64)]) -> Option<Thresholds> {
    let confidence = |&((mean, deviation), cost): &((f64, f64), u64)| {
        let belief = Gaussian::new(mean, deviation, 0.0).ok()?;
        Some((u32::try_from(cost).ok()?, belief.confidence() as f32))
    };
    Thresholds::new(&known.iter().filter_map(confidence).collect::<Vec<_>>())
}
