//! How good plans are, and at what price, by the probability that costs are not overestimated.

use std::path::Path;

use lab::repro::{Measure, Measured, Scale, Step, Table, Value};
use likely::As;
use likely::bayes::FitSettings;
use likely::growth::Options;
use likely::planning::PlanningSettings;

use super::fifteen::{PART, solve};
use super::kept::Kept;
use super::sums::{Found, Sums};
use super::{Classical, budget, departures, interrupted, limits, pages};
use crate::puzzle::Instance;
use crate::repro::Work;
use crate::stats::timed;
use crate::{Exit, Failure};

/// Table 1: Korf's instances of the 15-puzzle, with heuristics that were grown from the goal.
pub(in crate::repro) struct Dial {
    /// The checksum of the program that does it, which grown heuristics depend on.
    build: String,
    manhattan: Classical,
}

/// How much is done at a scale.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// How often a heuristic is grown.
    pub(super) runs: u64,
    /// What growth is told, but for the seed and the outputs.
    pub(super) options: Options,
    /// How many states may be generated for an instance.
    pub(super) nodes: Option<u64>,
}

/// A heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heuristic {
    run: u64,
    /// Does the network tell the spread of costs beside their mean?
    has_spread: bool,
}

/// What a step does.
#[derive(Clone, Copy, Debug)]
enum Job {
    Grow(Heuristic),
    /// Solves all instances, at a probability if the heuristic knows any.
    Solve(Heuristic, Row),
    Manhattan,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    label: &'static str,
    alpha: Option<f64>,
}

const ONE_OUTPUT: Row = Row { label: "N/A", alpha: None };

impl Row {
    const fn at(label: &'static str, alpha: f64) -> Self {
        Self { label, alpha: Some(alpha) }
    }
}

const ROWS: [Row; 7] = [
    Row::at("0.95", 0.95),
    Row::at("0.9", 0.9),
    Row::at("0.75", 0.75),
    Row::at("0.5", 0.5),
    Row::at("0.25", 0.25),
    Row::at("0.1", 0.1),
    Row::at("0.05", 0.05),
];

impl Effort {
    pub(super) fn at(scale: Scale) -> Self {
        let options = Options { how: As::Code, ..Options::default() };
        match scale {
            Scale::Smoke => Self {
                runs: 1,
                options: Options {
                    iterations: 3,
                    nodes: Some(10_000),
                    planning: PlanningSettings { steps: 100, ..options.planning },
                    fit: FitSettings { rounds: 10, ..options.fit },
                    ..options
                },
                nodes: Some(100_000),
            },
            Scale::Laptop => Self { runs: 1, options, nodes: Some(2_000_000_000) },
            Scale::Full => Self { runs: 10, options, nodes: None },
        }
    }
}

impl Heuristic {
    /// Those of a run, with two outputs and with one.
    pub(super) fn of_run(run: u64) -> [Self; 2] {
        [true, false].map(|has_spread| Self { run, has_spread })
    }

    pub(super) fn name(self) -> String {
        format!("{}, run {}", self.outputs(), self.run)
    }

    pub(super) fn outputs(self) -> &'static str {
        if self.has_spread { "two outputs" } else { "one output" }
    }

    fn options(self, scale: Scale) -> Options {
        let options = Effort::at(scale).options;
        let planning = PlanningSettings { spread: self.has_spread, ..options.planning };
        Options { seed: self.run, planning, ..options }
    }

    fn rows(self) -> &'static [Row] {
        if self.has_spread { &ROWS } else { &[ONE_OUTPUT] }
    }
}

impl Job {
    fn all(scale: Scale) -> Vec<Self> {
        let heuristics = (1..=Effort::at(scale).runs).flat_map(Heuristic::of_run);
        let jobs = heuristics.flat_map(|heuristic| {
            let rows = heuristic.rows().iter().map(move |&row| Self::Solve(heuristic, row));
            std::iter::once(Self::Grow(heuristic)).chain(rows)
        });
        jobs.chain([Self::Manhattan]).collect()
    }
}

impl Dial {
    pub(in crate::repro) fn new() -> Self {
        Self { build: String::new(), manhattan: Classical::FIFTEEN_PUZZLE }
    }

    fn kept<'a>(&'a self, folder: &'a Path) -> Kept<'a> {
        Kept { folder, build: &self.build }
    }

    fn steps_of(&self, job: Job, scale: Scale) -> Vec<Step> {
        let inputs =
            |heuristic: Heuristic| serde_json::to_string(&heuristic.options(scale)).unwrap_or_default();
        match job {
            Job::Manhattan => self.manhattan.steps(scale),
            Job::Grow(heuristic) => {
                vec![Step { name: format!("growth, {}", heuristic.name()), inputs: inputs(heuristic) }]
            }
            Job::Solve(heuristic, row) => {
                let (instances, nodes) = (self.manhattan.at(scale).0, Effort::at(scale).nodes);
                let inputs = format!("{}; {instances}; {nodes:?}; {row:?}", inputs(heuristic));
                vec![Step { name: format!("{PART}, {}, run {}", row.label, heuristic.run), inputs }]
            }
        }
    }

    fn solve(
        &self,
        heuristic: Heuristic,
        row: Row,
        scale: Scale,
        folder: &Path,
    ) -> Result<Vec<Value>, Failure> {
        let budget = budget();
        let growth = self.kept(folder).grown(&heuristic.name(), &heuristic.options(scale), &budget)?;
        let reading = growth.reading(row.alpha.unwrap_or(0.5));
        let limits = limits(&budget, Effort::at(scale).nodes);
        let solve_one = |instance: &Instance| {
            let (search, time) = timed(|| solve(&growth, &reading, &instance.start, limits.clone()));
            budget.check().map_err(interrupted)?;
            let search = search?;
            Ok(Found { cost: search.cost, optimal: instance.optimal, generated: search.generated, time })
        };
        let subject = format!("{PART}, {}", row.label);
        let sums = Sums::of(&subject, &self.manhattan.instances(scale)?, solve_one)?;
        Ok(sums.values(PART, row.label))
    }
}

impl Measure<Failure> for Dial {
    fn scales(&self) -> &[Scale] {
        &Scale::ALL
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        let mut sentences = self.manhattan.departures(scale);
        sentences.extend(departures::of_dial(&Effort::at(scale)));
        sentences
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        Job::all(scale).into_iter().flat_map(|job| self.steps_of(job, scale)).collect()
    }

    fn measure(&mut self, step: &Step, scale: Scale, folder: &Path) -> Result<Vec<Value>, Failure> {
        let job = Job::all(scale).into_iter().find(|job| self.steps_of(*job, scale).contains(step));
        match job.ok_or_else(|| Failure::new(Exit::SearchCritical, &step.name))? {
            Job::Manhattan => self.manhattan.measure(step, scale, folder),
            Job::Grow(heuristic) => {
                let options = heuristic.options(scale);
                self.kept(folder).grown(&heuristic.name(), &options, &budget()).map(|_| Vec::new())
            }
            Job::Solve(heuristic, row) => self.solve(heuristic, row, scale, folder),
        }
    }
}

impl Work for Dial {
    fn is_done_by(&mut self, build: &str) {
        build.clone_into(&mut self.build);
    }

    fn pages(&self, table: &Table, measured: &Measured, shared: &Path) -> Vec<(String, String)> {
        pages::of_dial(table, measured, self.kept(shared))
    }
}
