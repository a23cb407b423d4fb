//! Tests models on problems larger than all that they were trained on.

use std::path::Path;
use std::time::Duration;

use crate::{Measure, Scale, Step, Value};
use data::label::SearchLimits;
use data::{DataSet, Problem, Split, Tally};
use generators::{Generator, Size};
use learn::training::{Config, Device, Metric};
use learn::{Learned, Model};
use search::{Greedy, Outcome, Report};
use task::searches::stepwise_gbfs;
use task::{Space, Task};
use tools::threads::in_parallel;

use super::bench::Bench;
use super::departures::NO_GPU;
use super::family::{Family, SEEDS};
use super::labels::labelling;
use super::setup::{LMCUT, Setup};
use crate::Context;
use crate::Work;
use crate::kept::Kept;
use crate::problem_set::{DOMAINS, ProblemSet};
use planner::Search;
use planner::learning::preparing;
use planner::{Error, ErrorKind};
use tools::timed;

/// A table that is not in the paper: models trained on small problems, tested on larger ones, beside searches without learning.
pub(crate) struct Larger {
    /// The device on which logic machines are trained.
    device: Device,
}

/// Problems of one size.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The name of their part of the table.
    part: &'static str,
    domain: &'static str,
    parameters: &'static [(&'static str, u32)],
    /// Parameters of problems that are solved in seconds.
    smoke: &'static [(&'static str, u32)],
}

const GROUPS: [Group; 6] = [
    Group {
        part: "20 blocks",
        domain: "blocksworld",
        parameters: &[("blocks", 20)],
        smoke: &[("blocks", 7)],
    },
    Group {
        part: "30 blocks",
        domain: "blocksworld",
        parameters: &[("blocks", 30)],
        smoke: &[("blocks", 8)],
    },
    Group {
        part: "10 packages",
        domain: "logistics",
        parameters: &[("airplanes", 2), ("cities", 4), ("city-size", 3), ("packages", 10), ("trucks", 5)],
        smoke: &[("airplanes", 1), ("cities", 2), ("city-size", 2), ("packages", 4), ("trucks", 2)],
    },
    Group {
        part: "15 packages",
        domain: "logistics",
        parameters: &[("airplanes", 2), ("cities", 5), ("city-size", 3), ("packages", 15), ("trucks", 5)],
        smoke: &[("airplanes", 1), ("cities", 2), ("city-size", 2), ("packages", 5), ("trucks", 2)],
    },
    Group {
        part: "8 satellites",
        domain: "satellite",
        parameters: &[
            ("satellites", 8),
            ("max-instruments", 3),
            ("modes", 6),
            ("targets", 15),
            ("observations", 8),
        ],
        smoke: &[
            ("satellites", 3),
            ("max-instruments", 2),
            ("modes", 3),
            ("targets", 3),
            ("observations", 3),
        ],
    },
    Group {
        part: "10 satellites",
        domain: "satellite",
        parameters: &[
            ("satellites", 10),
            ("max-instruments", 3),
            ("modes", 6),
            ("targets", 20),
            ("observations", 10),
        ],
        smoke: &[
            ("satellites", 3),
            ("max-instruments", 2),
            ("modes", 3),
            ("targets", 4),
            ("observations", 3),
        ],
    },
];

/// A planner to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Planner {
    /// Greedy search with a model.
    Learned(Family),
    /// A search that needs no training, as `--search` takes it.
    Declared(&'static str),
}

/// With the labels of their rows.
const PLANNERS: [(&str, Planner); 4] = [
    ("logic machine", Planner::Learned(Family::Logic)),
    ("linear", Planner::Learned(Family::Linear)),
    ("ff", Planner::Declared("gbfs(ff)")),
    ("lama-first", Planner::Declared("lama-first")),
];

/// The configuration that the paper finds best.
const SETUP: Setup = Setup { learns_sigma: true, has_residual: true, is_truncated: true, lower: LMCUT };

/// The memory limit of the program for searches that are limited by time alone.
const MEMORY: u64 = 8 << 30;

/// How much is done at a scale.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Problems of each size.
    problems: u64,
    /// How many states a search may evaluate.
    evaluations: u64,
    /// The time limit of a search that is limited by time alone.
    seconds: u64,
}

impl Effort {
    fn at(scale: Scale) -> Self {
        match scale {
            Scale::Smoke => Self { problems: 2, evaluations: 1_000, seconds: 1 },
            Scale::Laptop => Self { problems: 10, evaluations: 10_000, seconds: 10 },
            Scale::Paper | Scale::Full => Self { problems: 50, evaluations: 10_000, seconds: 300 },
        }
    }
}

/// The work of a step.
#[derive(Clone, Copy, Debug)]
struct Job {
    group: Group,
    row: &'static str,
    planner: Planner,
}

impl Group {
    fn set(&self) -> Option<ProblemSet> {
        DOMAINS.into_iter().find(|set| set.domain == self.domain)
    }

    fn parameters(&self, scale: Scale) -> &'static [(&'static str, u32)] {
        if scale == Scale::Smoke { self.smoke } else { self.parameters }
    }

    fn tasks(&self, count: u64, scale: Scale, context: &Context<'_>) -> Result<Vec<Task>, Error> {
        let internal = |error: &dyn std::fmt::Display| Error::internal(error);
        let domain = generators::find(self.domain).ok_or_else(|| internal(&self.domain))?;
        let mut generator = Generator::new(domain, Size::Small);
        for (name, number) in self.parameters(scale) {
            generator.set(name, *number).map_err(|error| internal(&error))?;
        }
        let problem = |number| {
            let text = generator.problem(1, number).map_err(|error| internal(&error))?;
            let name = format!("{} {number}", self.part);
            Ok(Problem { name, split: Split::Test, searches: Tally::default(), text })
        };
        let problems = (1..=count).map(problem).collect::<Result<Vec<_>, Error>>()?;
        let set = DataSet { problems, domain: domain.pddl.to_owned(), ..DataSet::default() };
        let task = |number| set.task(number, &context.budget);
        let tasks: Result<_, _> = (0..set.problems.len()).map(task).collect();
        tasks.map_err(|error| preparing(learn::PrepareError::Task(self.part.to_owned(), error)))
    }
}

impl Job {
    fn name(&self) -> String {
        format!("{}, {}", self.group.part, self.row)
    }
}

impl Larger {
    pub(crate) fn new(device: Device) -> Self {
        Self { device }
    }

    fn jobs(&self, scale: Scale) -> Vec<Job> {
        let all = GROUPS
            .into_iter()
            .flat_map(|group| PLANNERS.into_iter().map(move |(row, planner)| Job { group, row, planner }));
        all.filter(|job| self.has_model(job, scale)).collect()
    }

    /// Can the model of a step be trained, if it needs one?
    fn has_model(&self, job: &Job, scale: Scale) -> bool {
        let Planner::Learned(family) = job.planner else { return true };
        family.domains(scale, self.device).iter().any(|set| set.domain == job.group.domain)
    }

    fn config(&self, family: Family, scale: Scale) -> Config {
        family.config(SETUP, SEEDS[0], scale, family.device(self.device))
    }

    /// A text of everything that the model depends on.
    fn training_inputs(&self, family: Family, group: &Group, scale: Scale) -> String {
        let set = group.set().map(|set| set.described(scale)).unwrap_or_default();
        let config = serde_json::to_string(&self.config(family, scale)).unwrap_or_default();
        format!("{set}; {}; {config}", labelling(scale).described())
    }

    fn model(
        &self,
        family: Family,
        group: &Group,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Model, Error> {
        let missing = |what| Error::internal(what);
        let set = group.set().ok_or_else(|| missing(group.domain))?;
        let mut bench = Bench::new(family.features(), &set, 0, scale, folder, context)?;
        let models = bench.models(family, SETUP, &self.config(family, scale), &Kept { folder }, context)?;
        let best = models.into_iter().find(|(metric, _)| *metric == Metric::Nll);
        best.map(|(_, model)| model).ok_or_else(|| missing("training came to no weights"))
    }
}

/// A search for a plan of a task within limits.
type Way<'a> = dyn Fn(&Task, &SearchLimits) -> Result<Report, Error> + Sync + 'a;

/// The percentage of tasks that are solved within limits, and their mean price: `price` of the report and the seconds, or
/// `most` where there is no plan.
fn tried(
    way: &Way<'_>,
    tasks: &[Task],
    limits: &SearchLimits,
    most: u64,
    context: &Context<'_>,
    price: impl Fn(&Report, f64) -> f64 + Sync,
) -> Result<(f64, f64), Error> {
    let found = in_parallel(tasks.len(), context.threads, |task| {
        let (report, time) = timed(|| way(&tasks[task], limits));
        report.map(|report| {
            let is_solved = matches!(report.outcome, Outcome::Solved { .. });
            is_solved.then(|| price(&report, time.as_secs_f64()))
        })
    });
    let prices = found.into_iter().collect::<Result<Vec<Option<f64>>, Error>>()?;
    let mean = |sum: f64| sum / tasks.len() as f64;
    let solved = prices.iter().flatten().count();
    let paid = prices.iter().map(|price| price.unwrap_or(most as f64)).sum();
    Ok((mean(100.0 * solved as f64), mean(paid)))
}

/// The values of a planner on all tasks.
fn searched(
    way: &Way<'_>,
    tasks: &[Task],
    effort: Effort,
    job: &Job,
    context: &Context<'_>,
) -> Result<Vec<Value>, Error> {
    let Effort { evaluations: most, seconds: longest, .. } = effort;
    let by_evaluations = SearchLimits::evaluations(most);
    let time = Some(Duration::from_secs(longest));
    let by_time = SearchLimits { time, memory: Some(MEMORY), ..SearchLimits::default() };
    let (solved, evaluations) =
        tried(way, tasks, &by_evaluations, most, context, |report, _| report.counters.evaluated as f64)?;
    let (solved_in_time, seconds) = tried(way, tasks, &by_time, longest, context, |_, seconds| seconds)?;
    let value = |column, value| Value::new(job.group.part, job.row, column, value);
    Ok(vec![
        value("solved", solved),
        value("evaluations", evaluations),
        value("solved in time", solved_in_time),
        value("seconds", seconds),
    ])
}

fn search_with_model(
    model: &Model,
    task: &Task,
    limits: &SearchLimits,
    context: &Context<'_>,
) -> Result<Report, Error> {
    let limits = limits.begin(&context.interrupted);
    let mut learned = Learned::new(model, model.about.head.usual_reading(), task)
        .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
    Ok(stepwise_gbfs(&Space::new(task), &mut [&mut learned], Greedy::default(), &limits).run(&mut ()))
}

impl Measure for Larger {
    fn departures(&self, scale: Scale) -> Vec<String> {
        let Effort { problems, evaluations, seconds } = Effort::at(scale);
        let mut sentences = vec![
            "The paper has no such table.".to_owned(),
            format!(
                "There are {problems} problems of each size. They are searched twice: with {evaluations} evaluations at most, and \
                 with {seconds} s at most, the time to set up heuristics included."
            ),
            "As many problems are searched at once as there are cores.".to_owned(),
            "Where there is no plan, all evaluations count, and all the time.".to_owned(),
        ];
        if Family::Logic.domains(scale, self.device).len() < DOMAINS.len() {
            sentences.push(NO_GPU.to_owned());
        } else if self.device != Device::Cpu {
            sentences.push(format!("Logic machines are trained on {}.", self.device));
        }
        sentences
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        let step = |job: &Job| {
            let training = match job.planner {
                Planner::Learned(family) => self.training_inputs(family, &job.group, scale),
                Planner::Declared(_) => String::new(),
            };
            let (planner, parameters) = (job.planner, job.group.parameters(scale));
            let inputs = format!("{planner:?}; {parameters:?}; {:?}; {training}", Effort::at(scale));
            Step { name: job.name(), inputs }
        };
        self.jobs(scale).iter().map(step).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let job = self.jobs(scale).into_iter().find(|job| job.name() == step.name);
        let job = job.ok_or_else(|| Error::internal(&step.name))?;
        let effort = Effort::at(scale);
        let tasks = job.group.tasks(effort.problems, scale, context)?;
        let values = match job.planner {
            Planner::Learned(family) => {
                let model = self.model(family, &job.group, scale, folder, context)?;
                searched(
                    &|task, limits| search_with_model(&model, task, limits, context),
                    &tasks,
                    effort,
                    &job,
                    context,
                )
            }
            Planner::Declared(text) => {
                let search: Search = text.parse().map_err(Error::internal)?;
                let way = |task: &Task, limits: &SearchLimits| {
                    let limits = limits.begin(&context.interrupted);
                    planner::planning::search(&search, None, task, &limits, &mut ()).map(|found| found.report)
                };
                searched(&way, &tasks, effort, &job, context)
            }
        };
        context.check()?;
        values
    }
}

impl Work for Larger {}
