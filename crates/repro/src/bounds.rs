//! The paper on bounds: linear models, Neural Logic Machines and STRIPS hypergraph networks.

mod as_published;
mod bench;
mod departures;
mod family;
mod labels;
mod larger;
mod plots;
mod setup;

use std::path::Path;

use crate::{Measure, Measured, Scale, Step, Table, Value};
use learn::training::{Config, Device};

use self::bench::Bench;
use self::departures::departures;
use self::family::Family;
use self::labels::labelling;
pub(super) use self::larger::Larger;
use self::setup::{LMCUT, Setup};
use super::problem_set::ProblemSet;
use super::{Extras, Work};
use crate::Context;
use crate::kept::Kept;
use planner::Error;

/// A table of the paper.
pub(super) struct Bounds {
    /// The kinds of models it compares.
    families: &'static [Family],
    kind: Kind,
    /// The device on which logic machines are trained.
    device: Device,
    /// The bench of the domain that was measured last: the steps of a domain follow one another.
    bench: Option<Bench>,
}

/// The kind of figures of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Losses on test states.
    Losses,
    /// Greedy search.
    Searches,
    /// Losses with other lower bounds.
    WeakerBounds,
}

/// The work of a step.
#[derive(Clone, Copy, Debug)]
struct Job {
    set: ProblemSet,
    /// `None` for the heuristic ff itself.
    training: Option<Training>,
}

/// A training of a model.
#[derive(Clone, Copy, Debug)]
struct Training {
    family: Family,
    setup: Setup,
    seed: u64,
    device: Device,
}

impl Bounds {
    /// The work for the table of this name.
    pub(super) fn of(table: &str, device: Device) -> Option<Self> {
        let (families, kind): (&[Family], Kind) = match table {
            "1" => (&[Family::Logic], Kind::Losses),
            "2" => (&[Family::Logic], Kind::Searches),
            "s7" => (&[Family::Logic], Kind::WeakerBounds),
            "s3" => (&[Family::Linear], Kind::Losses),
            "s4" => (&[Family::Linear], Kind::Searches),
            "s8" => (&[Family::Linear], Kind::WeakerBounds),
            "s5" => (&Family::HYPERGRAPH, Kind::Losses),
            "s6" => (&Family::HYPERGRAPH, Kind::Searches),
            "s9" => (&Family::HYPERGRAPH, Kind::WeakerBounds),
            _ => return None,
        };
        Some(Self { families, kind, device, bench: None })
    }

    /// The first kind of models; all are trained on the same domains.
    fn family(&self) -> Family {
        self.families[0]
    }

    fn setups(&self) -> Vec<Setup> {
        match self.kind {
            Kind::Losses | Kind::Searches => Setup::all(),
            Kind::WeakerBounds => Setup::with_weaker_bounds(),
        }
    }

    fn seeds(&self, set: &ProblemSet, setup: Setup, scale: Scale) -> &'static [u64] {
        match self.kind {
            Kind::Searches => self.family().planning_seeds(set, setup, scale),
            Kind::Losses | Kind::WeakerBounds => self.family().seeds(set, setup, scale),
        }
    }

    fn jobs(&self, scale: Scale) -> Vec<Job> {
        let domains = self.family().domains(scale, self.device);
        domains.into_iter().flat_map(|set| self.jobs_of(set, scale)).collect()
    }

    /// Steps of the first seed come first.
    fn jobs_of(&self, set: ProblemSet, scale: Scale) -> Vec<Job> {
        let device = self.family().device(self.device);
        let setups = self.setups();
        let most = setups.iter().map(|&setup| self.seeds(&set, setup, scale).len()).max().unwrap_or(0);
        let mut jobs = Vec::new();
        if self.kind != Kind::WeakerBounds {
            jobs.push(Job { set, training: None });
        }
        for round in 0..most {
            for &family in self.families {
                let seed = |setup| self.seeds(&set, setup, scale).get(round).copied();
                let trainings = setups
                    .iter()
                    .filter_map(|&setup| Some(Training { family, setup, seed: seed(setup)?, device }));
                jobs.extend(trainings.map(|training| Job { set, training: Some(training) }));
            }
        }
        jobs
    }

    fn config(training: Training, scale: Scale) -> Config {
        training.family.config(training.setup, training.seed, scale, training.device)
    }

    fn step(&self, job: &Job, scale: Scale) -> Step {
        let name = match job.training {
            Some(Training { family, setup, seed, .. }) => {
                let (part, lower) = (family.part(job.set.domain), setup.lower);
                format!("{part}, {} {} over {lower}, seed {seed}", setup.label(), setup.belief())
            }
            None => format!("{}, ff", job.set.domain),
        };
        let config = job.training.map(|training| Self::config(training, scale));
        let planned = (self.kind == Kind::Searches).then(|| self.family().planned(scale));
        let inputs = format!(
            "{:?}; {}; {}; {}; {}",
            self.kind,
            job.set.described(scale),
            labelling(scale).described(),
            serde_json::to_string(&config).unwrap_or_default(),
            serde_json::to_string(&planned).unwrap_or_default(),
        );
        Step { name, inputs }
    }

    fn bench(
        &mut self,
        set: &ProblemSet,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<&mut Bench, Error> {
        let bench = match self.bench.take() {
            Some(bench) if bench.domain == set.domain => bench,
            _ => {
                let planned = if self.kind == Kind::Searches { self.family().planned(scale) } else { 0 };
                Bench::new(self.family().features(), set, planned, scale, folder, context)?
            }
        };
        Ok(self.bench.insert(bench))
    }
}

impl Measure for Bounds {
    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(self, scale)
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        self.jobs(scale).iter().map(|job| self.step(job, scale)).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = self.jobs(scale).into_iter().find(|job| self.step(job, scale).name == step.name);
        let job = job.ok_or_else(|| Error::internal(&step.name))?;
        let kind = self.kind;
        let config = job.training.map(|training| Self::config(training, scale));
        let bench = self.bench(&job.set, scale, folder, context)?;
        let (Some(Training { family, setup, .. }), Some(config)) = (job.training, config) else {
            return match kind {
                Kind::Searches => bench.searches_with_ff(context),
                Kind::Losses | Kind::WeakerBounds => bench.losses_of_ff(LMCUT, context),
            };
        };
        let models = bench.models(family, setup, &config, &Kept { folder }, context)?;
        let part = family.part(job.set.domain);
        match kind {
            Kind::Searches => bench.searches(&part, setup, &models, context),
            Kind::Losses => bench.losses(&part, setup, &setup.label(), &models, context),
            Kind::WeakerBounds => bench.losses(&part, setup, setup.lower, &models, context),
        }
    }
}

impl Work for Bounds {
    fn extras(&self, _table: &Table, _measured: &Measured, shared: &Path) -> Extras {
        Extras::of_plots(plots::of_training(self.families, &Kept { folder: shared }))
    }
}
