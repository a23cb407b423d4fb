//! The logic programs of the paper on rules, for the 8-puzzle.

mod bench;
mod departures;
mod extras;
mod job;
mod kept;
mod known;
mod program;
mod states;

use std::cell::OnceCell;
use std::path::Path;

use crate::{Measure, Measured, Scale, Step, Table, Value};

use self::bench::{Bench, Judged};
use self::departures::departures;
use self::job::Job;
use self::kept::Kept;
use self::program::Way;
pub use self::states::TestStates;
use super::{Extras, Work};
use crate::Context;
use planner::Error;

/// Logic programs: a table of the paper.
pub(super) struct Programs {
    kind: Kind,
    states: TestStates,
    /// The checksum of the running program, on which learned rules depend.
    build: String,
    bench: OnceCell<Bench>,
}

/// The kind of figures of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Search with rules learned from samples, table 1.
    SampleSearches,
    /// How well rules learned from all states explain the costs, table 2.
    Accuracy,
    /// Search with rules learned from all states, table 3.
    Searches,
    /// How well rules learned from samples explain the costs, figure 1.
    SampleAccuracy,
    /// The costs that rules learned from samples predict exactly, figure 2.
    Reach,
    /// Questions that are not in the paper.
    Beyond,
}

/// The parts of the tables on searches, with the weights of path costs.
const WEIGHED: [(&str, f64); 2] = [("50 states", 0.8), ("50 states, weight 1", 1.0)];

/// How many rules a person may read.
const READABLE: usize = 20;

impl Programs {
    pub(super) fn new(kind: Kind, states: TestStates) -> Self {
        Self { kind, states, build: String::new(), bench: OnceCell::new() }
    }

    fn step(&self, job: &Job, scale: Scale) -> Step {
        let inputs = format!("{:?}; {}; {}", self.kind, job.described(scale), self.states.described());
        Step { name: job.name(), inputs }
    }

    fn values(&self, job: &Job, judged: &Judged) -> Vec<Value> {
        let row = job.row(self.kind);
        match self.kind {
            Kind::SampleSearches | Kind::Searches => WEIGHED
                .iter()
                .zip(&judged.searches)
                .flat_map(|((part, _), searched)| searched.values(part, &row))
                .collect(),
            Kind::Accuracy | Kind::SampleAccuracy => vec![
                Value::new("942 states", &row, "R²", judged.accuracy.r_squared),
                Value::new("942 states", &row, "MSE", judged.accuracy.mse),
            ],
            Kind::Reach => vec![Value::new("942 states", &row, job.column(), f64::from(judged.reach))],
            Kind::Beyond => judged.values(job.part(), &row),
        }
    }
}

impl Measure for Programs {
    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(self.kind, &self.states, scale)
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        Job::all(self.kind, scale).iter().map(|job| self.step(job, scale)).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = Job::all(self.kind, scale).into_iter().find(|job| job.name() == step.name);
        let job = job.ok_or_else(|| Error::internal(&step.name))?;
        let bench = self.bench.get_or_init(|| Bench::new(&self.states));
        let kept = Kept { folder, build: &self.build };
        match job {
            Job::Known(known) => Ok(self.values(&job, &bench.judge_known(known)?)),
            Job::Learned(program) => {
                let learned = kept.learned(&program, scale, bench, context)?;
                Ok(self.values(&job, &bench.judge(&program.puzzle(), &learned)?))
            }
            Job::Tried(way, bodies) => {
                let learned = way.learn_with(bodies, bench, context)?;
                Ok(self.values(&job, &bench.judge(&way.puzzle(), &learned)?))
            }
            Job::First(way) => self.first(way, scale, bench, &kept, context),
        }
    }
}

impl Programs {
    /// The values of the first rules alone; as many as a person may read are stored.
    fn first(
        &self,
        way: Way,
        scale: Scale,
        bench: &Bench,
        kept: &Kept<'_>,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = Job::First(way);
        let (puzzle, clauses) = (way.puzzle(), way.clauses_by_worth(scale, bench, context)?);
        if way == Way::Plain {
            kept.readable(&puzzle, &clauses[..clauses.len().min(READABLE)])?;
        }
        let mut values = Vec::new();
        for count in job::FIRST.into_iter().filter(|&count| count < clauses.len()).chain([clauses.len()]) {
            let learned = bench::Learned::of(&clauses[..count]);
            let row = if count == clauses.len() { "all".to_owned() } else { format!("first {count}") };
            let judged = bench.judge(&puzzle, &learned)?;
            values.extend(
                judged.values(job.part(), &row).into_iter().filter(|value| value.column != "learning"),
            );
        }
        Ok(values)
    }
}

impl Work for Programs {
    fn is_done_by(&mut self, build: &str) {
        build.clone_into(&mut self.build);
    }

    fn extras(&self, table: &Table, measured: &Measured, shared: &Path) -> Extras {
        extras::extras(self.kind, table, measured, shared)
    }
}
