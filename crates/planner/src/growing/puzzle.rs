//! Puzzles that heuristics are grown for.

use belief::{Belief, Calibration, Gaussian};
use learn::TensorFileError;
use likely::AnyGrowth;
use likely::growth::{Options, Settling};
use likely::puzzles::{DatabaseSource, Setting};
use puzzles::tables::{Origin, Tables};
use tools::numbers::counted;

use super::calibration::{self, Compared};
use super::{Growing, GrowthTarget};
use crate::grown::{GrownModel, no_databases, watcher};
use crate::puzzle::known_states;
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
    /// Instances, as `hstar solve` takes them, to whose cheapest plans readings are fitted, if the usual ones won't do.
    pub instances: Option<&'a str>,
}

impl GrowthTarget for PuzzleTarget<'_> {
    fn planted(&self, growing: &Growing<'_>, progress: &dyn Progress) -> Result<Box<dyn AnyGrowth>, Error> {
        let mut watch = watcher(progress);
        let growth = self.setting.growth(growing.options, &mut self.source(growing, &mut watch));
        progress.now(format_args!(""));
        Ok(growth.map_err(no_databases)?)
    }

    fn calibration(
        &self,
        growth: &dyn AnyGrowth,
        growing: &Growing<'_>,
        progress: &dyn Progress,
    ) -> Result<Calibration, Error> {
        let seed = calibration::seed(growing.options.seed);
        let instances = self.instances.unwrap_or_else(|| usual_instances(self.space));
        let states =
            known_states(self.space, instances, seed, growing.threads, growing.budget, progress)?.concat();
        let (starts, costs): (Vec<_>, Vec<u64>) = states.into_iter().unzip();
        let mut watch = watcher(progress);
        let beliefs =
            GrownModel::of(self.space, growth).beliefs(&starts, &mut self.source(growing, &mut watch));
        progress.now(format_args!(""));
        let mut compared = Compared::default();
        for ((mean, deviation), cost) in beliefs?.into_iter().zip(costs) {
            if let Ok(belief) = Gaussian::new(mean, deviation, 0.0) {
                compared.push(&Belief::Gaussian(belief), cost);
            }
        }
        compared.tell(&format!("on cheapest plans of {instances}"), progress);
        Ok(compared.calibration())
    }

    fn file(&self, growth: &dyn AnyGrowth, calibration: Calibration) -> Result<Vec<u8>, TensorFileError> {
        let mut model = GrownModel::of(self.space, growth);
        model.calibration = calibration;
        model.write()
    }

    fn plans_up_to(&self, cost: u32) -> String {
        format!("plans of up to {}", counted(cost, "move"))
    }
}

impl PuzzleTarget<'_> {
    /// The options of growth that go with the puzzle.
    pub fn usual_options(&self) -> Options {
        /// With more states, most iterations find only short plans.
        const NODES: u64 = 6_000_000;
        let settling = Some(Settling { nodes: NODES, ..Settling::of(self.setting) });
        Options { nodes: Some(NODES), settling, ..Options::of(self.setting) }
    }

    fn source<'s>(
        &'s self,
        growing: &Growing<'s>,
        watch: &'s mut dyn FnMut(&str, Option<&Origin>),
    ) -> DatabaseSource<'s> {
        let Growing { threads, budget, .. } = *growing;
        DatabaseSource { tables: &self.tables, threads, budget, gpu: self.gpu, watch }
    }
}

/// Random instances, but where nobody has the time to solve them.
fn usual_instances(space: &str) -> &'static str {
    if space == "tiles:5x5" { "walk:60:200" } else { "random:200" }
}
