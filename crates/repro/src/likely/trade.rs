//! The quality of plans and the effort of searches, by the probability that costs are not overestimated.

use std::path::Path;

use crate::{Measure, Measured, Scale, Step, Table, Value};
use belief::promised;
use learn::training::Device;
use likely::{CompiledReading, PuzzleGrowth, SearchRequest};
use search::{Ida, Limits, Outcome};

use super::baseline::Baseline;
use super::diary::{Diary, Found};
use super::heuristic::{Heuristic, Row};
use super::kept::Kept;
use super::subject::{BLOCKS, FIFTEEN_PUZZLE, PANCAKES, SEED, Subject, TWENTY_FOUR_PUZZLE};
use super::sums::Sums;
use super::{departures, limits, plots};
use crate::Context;
use crate::{Extras, Work};
use planner::Error;
use planner::puzzle::{self, Instance};
use tools::timed;

/// Tables 1 and 3: instances of puzzles, with heuristics that were grown from the goal.
pub(crate) struct Trade {
    /// The checksum of the running program, on which grown heuristics depend.
    build: String,
    device: Device,
    subjects: &'static [&'static Subject],
}

static OF_TABLE_1: [&Subject; 1] = [&FIFTEEN_PUZZLE];
static OF_TABLE_3: [&Subject; 3] = [&TWENTY_FOUR_PUZZLE, &PANCAKES, &BLOCKS];

/// The work of a step.
#[derive(Clone, Copy, Debug)]
enum Job {
    Grow(Heuristic),
    /// Solves all instances, at a probability if the heuristic has a spread.
    Solve(Heuristic, Row),
    Baseline(&'static Subject, &'static Baseline),
}

impl Job {
    fn all(subjects: &'static [&'static Subject], scale: Scale) -> Vec<Self> {
        subjects.iter().flat_map(|subject| Self::of(subject, scale)).collect()
    }

    fn of(subject: &'static Subject, scale: Scale) -> impl Iterator<Item = Self> {
        let heuristics =
            (1..=subject.effort(scale).runs).flat_map(move |run| Heuristic::of_run(subject, run));
        let jobs = heuristics.flat_map(move |heuristic| {
            let rows = heuristic.rows(scale).map(move |row| Self::Solve(heuristic, row));
            std::iter::once(Self::Grow(heuristic)).chain(rows)
        });
        let baselines = subject.baselines(scale).map(move |baseline| Self::Baseline(subject, baseline));
        baselines.chain(jobs)
    }

    fn step(self, scale: Scale) -> Step {
        let told =
            |heuristic: Heuristic| serde_json::to_string(&heuristic.options(scale)).unwrap_or_default();
        match self {
            Self::Baseline(subject, Baseline { row, search, nodes, .. }) => {
                let (Subject { part, space, .. }, (instances, _)) = (subject, subject.at(scale));
                let inputs =
                    format!("hstar solve {space} {instances} --search {search} --seed {SEED}; {nodes:?}");
                Step { name: format!("{part}, {row}"), inputs }
            }
            Self::Grow(heuristic) => {
                Step { name: format!("growth, {}", heuristic.name()), inputs: told(heuristic) }
            }
            Self::Solve(heuristic, row) => {
                let Heuristic { subject, run, .. } = heuristic;
                let (instances, nodes) = (subject.at(scale).0, subject.effort(scale).nodes);
                let inputs = format!("{}; {instances}; {nodes:?}; {row:?}", told(heuristic));
                Step { name: format!("{}, {}, run {run}", subject.part, row.label), inputs }
            }
        }
    }
}

impl Trade {
    /// Table 1.
    pub(crate) fn of_the_fifteen_puzzle() -> Self {
        Self { build: String::new(), device: Device::Cpu, subjects: &OF_TABLE_1 }
    }

    /// Table 3. Plans of the 24-puzzle may be searched for on a device.
    pub(crate) fn of_other_puzzles(device: Device) -> Self {
        Self { build: String::new(), device, subjects: &OF_TABLE_3 }
    }

    fn kept<'a>(&'a self, folder: &'a Path) -> Kept<'a> {
        Kept { folder, build: &self.build, gpu: self.device.gpu() }
    }

    fn grown(
        &self,
        heuristic: Heuristic,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Box<dyn PuzzleGrowth>, Error> {
        let setting = heuristic.subject.setting(scale)?;
        self.kept(folder).grown(&heuristic.name(), &setting, &heuristic.options(scale), context)
    }

    fn solve(
        &self,
        heuristic: Heuristic,
        row: Row,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let subject = heuristic.subject;
        let growth = self.grown(heuristic, scale, folder, context)?;
        let reading = growth.reading(promised(row.alpha.unwrap_or(0.5)));
        let limits = limits(context, subject.effort(scale).nodes);
        let solve_one = |instance: &Instance| {
            let found = solve(&*growth, &reading, subject.space, instance, limits.clone());
            context.check()?;
            found
        };
        let Step { name, inputs } = Job::Solve(heuristic, row).step(scale);
        // Another program may have grown another heuristic.
        let diary = Diary::open(folder, &name, format!("{inputs}; {}; {}", self.device, self.build))?;
        let (instances, setting) = (subject.instances(scale, context)?, subject.setting(scale)?);
        let sums = match self.device.gpu() {
            // Several at a time would wait for each other.
            Some(_) if setting.suits_gpus() => {
                Sums::one_by_one(&name, &instances, &diary, context, solve_one)?
            }
            _ => Sums::of(&name, &instances, &diary, context, solve_one)?,
        };
        diary.close();
        Ok(sums.values(subject.part, row.label))
    }

    fn solve_by_baseline(
        &self,
        subject: &'static Subject,
        baseline: &'static Baseline,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let kept = self.kept(folder);
        let (tables, instances) = (kept.tables(), subject.instances(scale, context)?);
        let Step { name, inputs } = Job::Baseline(subject, baseline).step(scale);
        let diary = Diary::open(folder, &name, format!("{inputs}; {}", self.device))?;
        let on_gpu = baseline.solve_on_gpu(&name, subject.space, &instances, &diary, &kept, context);
        let sums = on_gpu.unwrap_or_else(|| {
            let solve_one =
                |instance: &Instance| baseline.solve(subject.space, instance, Some(&tables), context);
            Sums::of(&name, &instances, &diary, context, solve_one)
        })?;
        diary.close();
        Ok(sums.values(subject.part, baseline.row))
    }
}

/// Searches for a plan by IDA\* with one thread.
fn solve(
    growth: &dyn PuzzleGrowth,
    reading: &CompiledReading,
    space: &str,
    instance: &Instance,
    limits: Limits,
) -> Result<Found, Error> {
    let (_, space) = puzzle::open(space)?;
    let failed = |error: &dyn std::fmt::Display| Error::internal(error);
    let ask = SearchRequest {
        start: &instance.start,
        network: growth.network(),
        reading,
        ida: Ida::default(),
        limits,
    };
    let (report, time) = timed(|| growth.field().search(&ask, &mut ()));
    let report = report.map_err(|unfit| failed(&unfit))?;
    let cost = match report.outcome {
        Outcome::Solved { plan, .. } => {
            Some(space.replay(&instance.start, &plan).map_err(|error| failed(&error))?)
        }
        Outcome::Unsolvable | Outcome::Stopped(_) => None,
    };
    Ok(Found { cost, optimal: instance.optimal, generated: report.counters.generated, time })
}

impl Measure for Trade {
    fn departures(&self, scale: Scale) -> Vec<String> {
        departures::of_trade(self.subjects, scale)
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        Job::all(self.subjects, scale).into_iter().map(|job| job.step(scale)).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = Job::all(self.subjects, scale).into_iter().find(|job| job.step(scale).name == step.name);
        match job.ok_or_else(|| Error::internal(&step.name))? {
            Job::Baseline(subject, baseline) => {
                self.solve_by_baseline(subject, baseline, scale, folder, context)
            }
            Job::Grow(heuristic) => self.grown(heuristic, scale, folder, context).map(|_| Vec::new()),
            Job::Solve(heuristic, row) => self.solve(heuristic, row, scale, folder, context),
        }
    }
}

impl Work for Trade {
    fn is_done_by(&mut self, build: &str) {
        build.clone_into(&mut self.build);
    }

    fn extras(&self, table: &Table, measured: &Measured, shared: &Path) -> Extras {
        Extras::of_plots(plots::of_trade(self.subjects, table, measured, self.kept(shared)))
    }
}
