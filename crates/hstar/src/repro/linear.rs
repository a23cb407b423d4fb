//! The linear models of the paper on bounds.

mod bench;
mod departures;
mod labels;
mod setup;

use std::path::Path;

use lab::repro::{Measure, Scale, Step, Value};
use learn::training::Config;
use search::Budget;

use self::bench::Bench;
use self::departures::departures;
use self::labels::limits;
use self::setup::{LMCUT, Setup};
use super::problem_set::{DOMAINS, ProblemSet};
use crate::{Exit, Failure, interrupt};

/// The paper's seeds.
const SEEDS: [u64; 5] = [42, 100, 200, 300, 400];

/// Linear models: a table of the paper.
pub(super) struct Linear {
    kind: Kind,
    /// Of the domain that was measured last: one domain follows the other.
    bench: Option<Bench>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Losses on test states, S3.
    Losses,
    /// Greedy search, S4.
    Searches,
    /// Losses with other lower bounds, S8.
    WeakerBounds,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
struct Job {
    set: ProblemSet,
    /// `None` for the heuristic ff itself.
    training: Option<(Setup, u64)>,
}

impl Linear {
    pub(super) fn losses() -> Self {
        Self { kind: Kind::Losses, bench: None }
    }

    pub(super) fn searches() -> Self {
        Self { kind: Kind::Searches, bench: None }
    }

    pub(super) fn losses_with_weaker_bounds() -> Self {
        Self { kind: Kind::WeakerBounds, bench: None }
    }

    fn seeds(&self, scale: Scale) -> &'static [u64] {
        match (scale, self.kind) {
            (Scale::Smoke, _) => &SEEDS[..1],
            (Scale::Laptop, Kind::Searches) => &SEEDS[..2],
            _ => &SEEDS,
        }
    }

    /// How many problems are planned.
    fn planned(scale: Scale) -> usize {
        match scale {
            Scale::Smoke => 4,
            Scale::Laptop => 30,
            Scale::Full => 100,
        }
    }

    fn setups(&self) -> Vec<Setup> {
        match self.kind {
            Kind::Losses | Kind::Searches => Setup::all(),
            Kind::WeakerBounds => Setup::with_weaker_bounds(),
        }
    }

    fn jobs(&self, scale: Scale) -> Vec<Job> {
        let setups = self.setups();
        let trainings =
            self.seeds(scale).iter().flat_map(|&seed| setups.iter().map(move |&setup| Some((setup, seed))));
        let baseline = (self.kind != Kind::WeakerBounds).then_some(None);
        let trainings: Vec<Option<(Setup, u64)>> = baseline.into_iter().chain(trainings).collect();
        let of_domain = |set| trainings.iter().map(move |&training| Job { set, training });
        DOMAINS.into_iter().flat_map(of_domain).collect()
    }

    fn step(&self, job: &Job, scale: Scale) -> Step {
        let name = match job.training {
            Some((setup, seed)) => {
                let Setup { lower, .. } = setup;
                format!("{}, {} {} over {lower}, seed {seed}", job.set.domain, setup.label(), setup.belief())
            }
            None => format!("{}, ff", job.set.domain),
        };
        let config = job.training.map(|(setup, seed)| config(setup, seed, scale));
        let planned = (self.kind == Kind::Searches).then(|| Self::planned(scale));
        let inputs = format!(
            "{:?}; {}; {}; {}; {}",
            self.kind,
            job.set.described(scale),
            serde_json::to_string(&limits(scale)).unwrap_or_default(),
            serde_json::to_string(&config).unwrap_or_default(),
            serde_json::to_string(&planned).unwrap_or_default(),
        );
        Step { name, inputs }
    }
}

/// The paper's options, with fewer steps for smoke.
fn config(setup: Setup, seed: u64, scale: Scale) -> Config {
    Config {
        head: setup.head(),
        residual: setup.has_residual.then(|| "ff".to_owned()),
        lower: setup.is_truncated.then(|| setup.lower.to_owned()),
        steps: if scale == Scale::Smoke { 1_000 } else { 10_000 },
        seed,
        ..Config::default()
    }
}

impl Measure<Failure> for Linear {
    fn scales(&self) -> &[Scale] {
        &Scale::ALL
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(self, scale)
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        self.jobs(scale).iter().map(|job| self.step(job, scale)).collect()
    }

    fn measure(&mut self, step: &Step, scale: Scale, folder: &Path) -> Result<Vec<Value>, Failure> {
        let job = self.jobs(scale).into_iter().find(|job| self.step(job, scale).name == step.name);
        let job = job.ok_or_else(|| Failure::new(Exit::SearchCritical, &step.name))?;
        let budget = Budget::unlimited().with_interrupt(interrupt::flag());
        let kind = self.kind;
        let bench = self.bench(&job.set, scale, folder, &budget)?;
        let Some((setup, seed)) = job.training else {
            return match kind {
                Kind::Searches => bench.searches_with_ff(&budget),
                Kind::Losses | Kind::WeakerBounds => bench.losses_of_ff(LMCUT, &budget),
            };
        };
        let trained = bench.train(setup, config(setup, seed, scale), &budget)?;
        match kind {
            Kind::Searches => bench.searches(setup, &trained, &budget),
            Kind::Losses => bench.losses(setup, &trained, &setup.label(), &budget),
            Kind::WeakerBounds => bench.losses(setup, &trained, setup.lower, &budget),
        }
    }
}

impl Linear {
    fn bench(
        &mut self,
        set: &ProblemSet,
        scale: Scale,
        folder: &Path,
        budget: &Budget,
    ) -> Result<&mut Bench, Failure> {
        let bench = match self.bench.take() {
            Some(bench) if bench.domain == set.domain => bench,
            _ => {
                let planned = if self.kind == Kind::Searches { Self::planned(scale) } else { 0 };
                Bench::new(set, planned, scale, folder, budget)?
            }
        };
        Ok(self.bench.insert(bench))
    }
}
