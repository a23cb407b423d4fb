//! What classical heuristics do on the paper's puzzles.

use std::path::Path;

use lab::repro::{Measure, Scale, Step, Value};
use puzzles::tables::Tables;
use search::{Budget, Exhausted, Ida, Limits, Outcome, StopReason};

use super::fifteen::PART;
use super::sums::{Found, Sums};
use super::{budget, interrupted};
use crate::puzzle::{self, Instance, Instances, Means};
use crate::stats::timed;
use crate::{Exit, Failure};

/// A row of a table that needs no learning: instances of a puzzle solved by IDA\* with a classical heuristic.
pub(in crate::repro) struct Classical {
    part: &'static str,
    row: &'static str,
    space: &'static str,
    search: &'static str,
    /// What is solved at each scale, and what of it is not as in the paper.
    instances: [(Scale, &'static str, &'static [&'static str]); 3],
}

/// All instances are drawn with it.
const SEED: u64 = 1;

impl Classical {
    pub(in crate::repro) const FIFTEEN_PUZZLE: Self = Self {
        part: PART,
        row: "MD",
        space: "tiles:4x4",
        search: "ida(md)",
        instances: [
            (
                Scale::Smoke,
                "korf100:12,42,55,79",
                &["Four of the easiest instances are solved, not all 100."],
            ),
            (Scale::Laptop, "korf100", &[]),
            (Scale::Full, "korf100", &[]),
        ],
    };

    pub(in crate::repro) const PANCAKES: Self = Self {
        part: "24-pancake",
        row: "Gap",
        space: "pancake:24",
        search: "ida(gap)",
        instances: [
            (Scale::Smoke, "walk:5000:5", &["5 tasks are solved, not 50.", OWN_TASKS]),
            (Scale::Laptop, "walk:5000:50", &[OWN_TASKS]),
            (Scale::Full, "walk:5000:50", &[OWN_TASKS]),
        ],
    };

    /// How the instances at a scale are written, and what of them is not as in the paper.
    pub(super) fn at(&self, scale: Scale) -> (&'static str, &'static [&'static str]) {
        let found = self.instances.iter().find(|(other, ..)| *other == scale);
        found.map_or(("", &[]), |(_, instances, departures)| (instances, departures))
    }

    /// The instances at a scale.
    pub(super) fn instances(&self, scale: Scale) -> Result<Vec<Instance>, Failure> {
        let (_, space) = puzzle::open(self.space)?;
        Ok(Instances::read(self.at(scale).0, self.space, &*space)?.iter(&*space, SEED).collect())
    }

    fn solve(&self, instance: &Instance, budget: &Budget) -> Result<Found, Failure> {
        let (_, space) = puzzle::open(self.space)?;
        let tables = Tables::in_memory();
        let means = &mut Means { tables: &tables, threads: 1, budget, watch: &mut |_| {} };
        let mut solver = space.solver(self.search, means)?;
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let (report, time) = timed(|| solver.solve(&instance.start, &Ida::default(), &limits, &mut ()));
        let cost = match &report.outcome {
            Outcome::Solved { plan, cost } if space.replay(&instance.start, plan) == Ok(*cost) => *cost,
            Outcome::Stopped(StopReason::Exhausted(reason @ Exhausted::Interrupted)) => {
                return Err(interrupted(*reason));
            }
            _ => {
                let message =
                    format_args!("{} has no valid plan for instance {}", self.search, instance.number);
                return Err(Failure::new(Exit::SearchCritical, message));
            }
        };
        let optimal = instance.optimal.or(solver.is_optimal().then_some(cost));
        Ok(Found { cost: Some(cost), optimal, generated: report.counters.generated, time })
    }
}

const OWN_TASKS: &str =
    "Tasks end random walks of 5,000 moves, as in the paper, whose own tasks are not stored with its code.";

impl Measure<Failure> for Classical {
    fn scales(&self) -> &[Scale] {
        &Scale::ALL
    }

    fn is_partial(&self) -> bool {
        true
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        self.at(scale).1.iter().map(|&sentence| sentence.to_owned()).collect()
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        let inputs =
            format!("hstar solve {} {} --search {} --seed {SEED}", self.space, self.at(scale).0, self.search);
        vec![Step { name: format!("{}, {}", self.part, self.row), inputs }]
    }

    fn measure(&mut self, step: &Step, scale: Scale, _: &Path) -> Result<Vec<Value>, Failure> {
        let (instances, budget) = (self.instances(scale)?, budget());
        let sums = Sums::of(&step.name, &instances, |instance| self.solve(instance, &budget))?;
        Ok(sums.values(self.part, self.row))
    }
}
