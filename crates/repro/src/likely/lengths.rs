//! What is learned from tasks made by uncertainty, and what from tasks of given lengths.

use std::path::Path;

use crate::{Measure, Measured, Scale, Step, Table, Value};
use likely::bayes::FitSettings;
use likely::generate::Generation;
use likely::growth::Options;
use likely::planning::PlanningSettings;
use likely::{As, PuzzleGrowth, SearchRequest};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use search::{Ida, Outcome};
use tools::threads::in_parallel;

use super::departures::{CODE, NODES, given_up, of_training, times, written};
use super::kept::Kept;
use super::subject::FIFTEEN_PUZZLE;
use super::{limits, plots};
use crate::Context;
use crate::{Extras, Work};
use planner::puzzle::{self, AnySpace, Start};
use planner::{Error, ErrorKind};

/// Table 2: tasks solved in training and in a test.
pub(crate) struct Lengths {
    /// The checksum of the program that does it, which grown heuristics depend on.
    build: String,
}

/// How much is done at a scale.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// How often a heuristic is grown in each way.
    pub(super) runs: u64,
    /// What growth is told, but for the seed and how tasks are made.
    pub(super) options: Options,
    /// Lists of tasks to test a heuristic with.
    pub(super) lists: usize,
    /// The tasks of a list: the first is a random step from the goal, the second two, and so on.
    pub(super) tasks: usize,
    /// The states that may be generated for all tasks of a list together.
    pub(super) list_nodes: u64,
}

/// A way to make tasks.
#[derive(Clone, Copy, Debug)]
struct Row {
    label: &'static str,
    /// The moves to a task of the first iteration; each further one adds as many.
    length: Option<usize>,
}

const ROWS: [Row; 7] = [
    Row { label: "1", length: Some(1) },
    Row { label: "2", length: Some(2) },
    Row { label: "4", length: Some(4) },
    Row { label: "6", length: Some(6) },
    Row { label: "8", length: Some(8) },
    Row { label: "10", length: Some(10) },
    Row { label: "GTP", length: None },
];

impl Effort {
    pub(super) fn at(scale: Scale) -> Self {
        let default = Options::default();
        // The paper's heuristics have no spread here.
        let planning = PlanningSettings { spread: false, ..default.planning };
        let options = Options { how: As::Code, iterations: 20, nodes: Some(1_000_000), planning, ..default };
        let whole = Self { runs: 10, options, lists: 10, tasks: 100, list_nodes: 60_000_000 };
        match scale {
            Scale::Smoke => Self {
                runs: 1,
                options: Options {
                    iterations: 3,
                    nodes: Some(1_000),
                    planning: PlanningSettings { steps: 100, ..whole.options.planning },
                    fit: FitSettings { rounds: 10, ..whole.options.fit },
                    ..whole.options
                },
                lists: 2,
                tasks: 30,
                list_nodes: 20_000,
            },
            Scale::Laptop => Self { runs: 5, ..whole },
            Scale::Full => whole,
        }
    }

    fn options(&self, row: Row, run: u64) -> Options {
        let by_uncertainty = self.options.generation;
        let generation = row.length.map_or(by_uncertainty, Generation::Length);
        Options { seed: run, generation, ..self.options.clone() }
    }

    /// The tasks of a list: the same for all heuristics of a run.
    fn list(&self, space: &dyn AnySpace, run: u64, list: usize) -> Vec<Start> {
        let mut random = ChaCha8Rng::seed_from_u64(run);
        random.set_stream(list as u64);
        (1..=self.tasks).map(|steps| space.walk(steps, &mut random)).collect()
    }
}

impl Row {
    fn name(self, run: u64) -> String {
        match self.length {
            Some(length) => format!("lengths by {length}, run {run}"),
            None => format!("lengths by uncertainty, run {run}"),
        }
    }
}

impl Lengths {
    pub(crate) fn new() -> Self {
        Self { build: String::new() }
    }

    /// Each row with the number of a run.
    fn jobs(scale: Scale) -> impl Iterator<Item = (Row, u64)> {
        (1..=Effort::at(scale).runs).flat_map(|run| ROWS.map(|row| (row, run)))
    }

    fn step(row: Row, run: u64, scale: Scale) -> Step {
        let effort = Effort::at(scale);
        let (lists, tasks, nodes) = (effort.lists, effort.tasks, effort.list_nodes);
        let options = serde_json::to_string(&effort.options(row, run)).unwrap_or_default();
        Step { name: row.name(run), inputs: format!("{options}; {lists} × {tasks}; {nodes}") }
    }
}

/// The share of tasks that were solved in training.
fn solved_in_training(growth: &dyn PuzzleGrowth) -> f64 {
    let sum = |count: fn(&likely::growth::Iteration) -> usize| -> usize {
        growth.iterations().iter().map(count).sum()
    };
    sum(|iteration| iteration.solved) as f64 / sum(|iteration| iteration.tasks.len()) as f64
}

/// The share of the tasks of all lists that are solved.
fn solved_in_test(
    growth: &dyn PuzzleGrowth,
    effort: &Effort,
    run: u64,
    context: &Context<'_>,
) -> Result<f64, Error> {
    let solved = in_parallel(effort.lists, context.threads, |list| {
        let (_, space) = puzzle::open(FIFTEEN_PUZZLE.space)?;
        solved_of_list(growth, &effort.list(&*space, run, list), effort.list_nodes, context)
    });
    let solved: usize = solved.into_iter().sum::<Result<_, _>>()?;
    Ok(solved as f64 / (effort.lists * effort.tasks) as f64)
}

/// How many tasks of a list are solved, one after the other, until all nodes are used up.
fn solved_of_list(
    growth: &dyn PuzzleGrowth,
    list: &[Start],
    mut nodes: u64,
    context: &Context<'_>,
) -> Result<usize, Error> {
    let reading = growth.reading(0.0);
    let mut solved = 0;
    for start in list {
        let limits = limits(context, Some(nodes));
        let ask = SearchRequest {
            start,
            network: growth.network(),
            reading: &reading,
            ida: Ida::default(),
            limits,
        };
        let report = growth.field().search(&ask, &mut ());
        let report = report.map_err(|unfit| Error::new(ErrorKind::Internal, unfit))?;
        context.check()?;
        solved += usize::from(matches!(report.outcome, Outcome::Solved { .. }));
        nodes = nodes.saturating_sub(report.counters.generated);
        if nodes == 0 {
            break;
        }
    }
    Ok(solved)
}

impl Measure for Lengths {
    fn scales(&self) -> &[Scale] {
        &Scale::ALL
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(&Effort::at(scale))
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        Self::jobs(scale).map(|(row, run)| Self::step(row, run, scale)).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = Self::jobs(scale).find(|(row, run)| row.name(*run) == step.name);
        let (row, run) = job.ok_or_else(|| Error::new(ErrorKind::Internal, &step.name))?;
        let effort = Effort::at(scale);
        let kept = Kept { folder, build: &self.build, gpu: None };
        let setting = FIFTEEN_PUZZLE.setting(scale)?;
        let growth = kept.grown(&row.name(run), &setting, &effort.options(row, run), context)?;
        let value = |column, share: f64| Value::new(FIFTEEN_PUZZLE.part, row.label, column, 100.0 * share);
        Ok(vec![
            value("train", solved_in_training(&*growth)),
            value("test", solved_in_test(&*growth, &effort, run, context)?),
        ])
    }
}

impl Work for Lengths {
    fn is_done_by(&mut self, build: &str) {
        build.clone_into(&mut self.build);
    }

    fn extras(&self, table: &Table, measured: &Measured, _: &Path) -> Extras {
        Extras::of_plots(plots::of_lengths(table, measured))
    }
}

/// What of table 2 is not as in the paper.
fn departures(effort: &Effort) -> Vec<String> {
    let mut sentences: Vec<String> = of_training(&effort.options, 20).into_iter().collect();
    if effort.runs < 10 {
        sentences.push(format!("In each way, heuristics are grown {}, not ten times.", times(effort.runs)));
    }
    if effort.tasks < 100 {
        sentences.push(format!(
            "There are {} lists of {} tasks to test with, not 10 of 100.",
            effort.lists, effort.tasks
        ));
    }
    sentences.push(CODE.to_owned());
    sentences.push(NODES.to_owned());
    sentences.push(given_up(&effort.options, 1, FIFTEEN_PUZZLE.paper.nodes_per_second));
    sentences.push(format!(
        "The tasks of a list may take {} states together, where the paper's may take 60 s.",
        written(effort.list_nodes)
    ));
    sentences
}
