//! What classical heuristics do on the puzzles of the paper on likely-admissible heuristics.

use std::path::Path;
use std::time::Duration;

use lab::repro::{Measure, Scale, Step, Value};
use puzzles::tables::Tables;
use search::{Budget, Exhausted, Ida, Limits, Outcome, StopReason};

use crate::progress::Progress;
use crate::puzzle::{self, Instances, Means};
use crate::stats::timed;
use crate::{Exit, Failure, interrupt};

/// A row of a table that needs no learning: instances of a puzzle solved by IDA\* with a classical heuristic.
pub(super) struct Classical {
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
    pub(super) const FIFTEEN_PUZZLE: Self = Self {
        part: "15-puzzle",
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

    pub(super) const PANCAKES: Self = Self {
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

    fn at(&self, scale: Scale) -> (&'static str, &'static [&'static str]) {
        let found = self.instances.iter().find(|(other, ..)| *other == scale);
        found.map_or(("", &[]), |(_, instances, departures)| (instances, departures))
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

    fn measure(&mut self, _: &Step, scale: Scale, _: &Path) -> Result<Vec<Value>, Failure> {
        let (_, space) = puzzle::open(self.space)?;
        let instances = Instances::read(self.at(scale).0, self.space, &*space)?;
        let budget = Budget::unlimited().with_interrupt(interrupt::flag());
        let tables = Tables::in_memory();
        let means = &mut Means { tables: &tables, threads: 1, budget: &budget, watch: &mut |_| {} };
        let mut solver = space.solver(self.search, means)?;
        let mut sums = Sums::default();
        for instance in instances.iter(&*space, SEED) {
            let mut progress = Progress::new();
            progress.subject = format!("{}, {} of {}", self.part, sums.count + 1, instances.count());
            let limits = Limits { budget: budget.clone(), max_expansions: None, max_evaluations: None };
            let solve = || solver.solve(&instance.start, &Ida::default(), &limits, &mut progress);
            let (report, time) = timed(solve);
            progress.clear();
            let cost = match &report.outcome {
                Outcome::Solved { plan, cost } if space.replay(&instance.start, plan) == Ok(*cost) => *cost,
                Outcome::Stopped(StopReason::Exhausted(Exhausted::Interrupted)) => {
                    return Err(Failure::new(Exit::Interrupted, "interrupted"));
                }
                _ => {
                    let message =
                        format_args!("{} has no valid plan for instance {}", self.search, instance.number);
                    return Err(Failure::new(Exit::SearchCritical, message));
                }
            };
            sums.add(
                report.counters.generated,
                time,
                cost,
                instance.optimal.or(solver.is_optimal().then_some(cost)),
            );
        }
        Ok(sums.values(self.part, self.row))
    }
}

/// What came of the instances.
#[derive(Default)]
struct Sums {
    count: usize,
    generated: f64,
    time: Duration,
    excess: f64,
    optimal: f64,
}

impl Sums {
    fn add(&mut self, generated: u64, time: Duration, cost: u64, optimal: Option<u64>) {
        self.count += 1;
        self.generated += generated as f64;
        self.time += time;
        self.excess += optimal.map_or(f64::NAN, |optimal| cost as f64 / optimal as f64 - 1.0);
        self.optimal += f64::from(u8::from(optimal == Some(cost)));
    }

    fn values(&self, part: &str, row: &str) -> Vec<Value> {
        let value = |column, sum: f64| Value::new(part, row, column, sum / self.count as f64);
        vec![
            value("time", self.time.as_secs_f64()),
            value("generated", self.generated),
            value("subopt", 100.0 * self.excess),
            value("optimal", 100.0 * self.optimal),
        ]
    }
}
