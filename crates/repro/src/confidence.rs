//! The paper on confidence: networks that estimate it, and searches that use it.

mod bench;
mod departures;
mod effort;
mod guidance;
mod plots;
mod searches;
mod strays;
mod task_set;
mod training;

use std::path::{Path, PathBuf};

use crate::{Measure, Measured, Scale, Step, Table, Value};
use belief::Trust;
use learn::training::Device;

use self::bench::Bench;
use self::departures::departures;
use self::effort::Effort;
use self::guidance::Guidance;
use self::searches::Searches;
use self::task_set::{Difficulty, PaperTask, tasks};
use self::training::{ASKED, Training};
use super::{Extras, Work};
use crate::{Context, Material};
use planner::Error;

/// Networks for one task each: a table of the paper.
pub(super) struct Confidence {
    kind: Kind,
    /// The folder of a benchmark collection that has the paper's tasks.
    benchmarks: Option<PathBuf>,
    /// The device on which networks are trained.
    device: Device,
    /// The bench of the task that was measured last: the steps of a task follow one another.
    bench: Option<Bench>,
    /// The names of the steps that will be done.
    announced: Vec<String>,
}

/// The kind of figures of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The confidence of networks, table 1.
    Confidence,
    /// Searches with one way of training, table 2.
    Searches,
    /// Ways of training in one kind of search, table 3.
    Trainings,
    /// Noise near the data, which the paper suggests.
    Near,
}

/// The work of a step.
#[derive(Clone, Debug)]
struct Job {
    task: PaperTask,
    training: Training,
    /// `None` for measuring only the network's confidence.
    guidance: Option<Guidance>,
}

const A40: Guidance = Guidance::dual(Some(Trust::Adaptive(40)));

impl Confidence {
    pub(super) fn new(kind: Kind, material: &Material) -> Self {
        let (benchmarks, device) = (material.benchmarks.clone(), material.device);
        Self { kind, benchmarks, device, bench: None, announced: Vec::new() }
    }

    fn jobs(&self, scale: Scale) -> Vec<Job> {
        let of_task = |task: PaperTask| {
            let pairs = self.pairs(task.difficulty);
            pairs.into_iter().map(move |(training, guidance)| Job { task: task.clone(), training, guidance })
        };
        tasks(scale, self.benchmarks.as_deref()).into_iter().flat_map(of_task).collect()
    }

    /// Ways of training with the searches that use the networks.
    fn pairs(&self, difficulty: Difficulty) -> Vec<(Training, Option<Guidance>)> {
        let is_hard = difficulty == Difficulty::Hard;
        let published = Training::PUBLISHED.into_iter();
        match self.kind {
            Kind::Confidence => published.chain(Training::NEAR).map(|training| (training, None)).collect(),
            Kind::Searches => {
                Guidance::table(is_hard).into_iter().map(|one| (Training::W50, Some(one))).collect()
            }
            Kind::Trainings => published.map(|training| (training, Some(A40))).collect(),
            Kind::Near if is_hard => Vec::new(),
            Kind::Near => {
                let trainings = Training::NEAR_AND_OTHERS;
                let guidances =
                    NEAR.into_iter().flat_map(|(_, one)| trainings.map(|training| (training, Some(one))));
                [(Training::STANDARD, Some(Guidance::Ff))].into_iter().chain(guidances).collect()
            }
        }
    }

    fn step(&self, job: &Job, scale: Scale) -> Step {
        let name = match job.guidance {
            None => format!("{}, networks trained as {}", job.task.name, job.training.label()),
            Some(Guidance::Ff) => format!("{}, ff", job.task.name),
            Some(guidance) => format!("{}, {}, {guidance}", job.task.name, job.training.label()),
        };
        let inputs = format!(
            "{:?}; {:?}; {}; {}{}",
            self.kind,
            job.task,
            serde_json::to_string(&Effort::at(scale)).unwrap_or_default(),
            serde_json::to_string(&Effort::search(scale, job.task.difficulty)).unwrap_or_default(),
            bench::stem("", self.device),
        );
        Step { name, inputs }
    }

    /// The part and the row of the table.
    fn place(&self, job: &Job, guidance: Guidance) -> (String, String) {
        let difficulty = match job.task.difficulty {
            Difficulty::Moderate => "moderate",
            Difficulty::Hard => "hard",
        };
        match self.kind {
            Kind::Confidence => ("all tasks".to_owned(), job.training.label()),
            Kind::Searches => (format!("{difficulty}, {}", guidance.queues()), guidance.row()),
            Kind::Trainings => (difficulty.to_owned(), job.training.label()),
            Kind::Near => match guidance {
                Guidance::Ff => (NEAR[0].0.to_owned(), guidance.row()),
                Guidance::Network { .. } => (guidance.to_string(), job.training.label()),
            },
        }
    }

    /// The ways of training that the announced steps of a task need.
    fn trainings(&self, task: &PaperTask, scale: Scale) -> Vec<Training> {
        let mut trainings = Vec::new();
        for job in self.jobs(scale).into_iter().filter(|job| job.task == *task) {
            let is_announced = self.announced.contains(&self.step(&job, scale).name);
            if is_announced && job.guidance != Some(Guidance::Ff) && !trainings.contains(&job.training) {
                trainings.push(job.training);
            }
        }
        trainings
    }

    /// The bench of a task. Networks that are missing for the steps that are announced are trained first, at the same time.
    fn bench(
        &mut self,
        task: &PaperTask,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<&Bench, Error> {
        let bench = match self.bench.take() {
            Some(bench) if bench.task == *task => bench,
            _ => {
                let bench = Bench::new(task, scale, self.device, folder, context)?;
                bench.train_missing(&self.trainings(task, scale), context)?;
                bench
            }
        };
        Ok(self.bench.insert(bench))
    }
}

/// The searches that distinguish kinds of noise, with the names of their parts of the table.
const NEAR: [(&str, Guidance); 5] = [
    ("single queue, Base", Guidance::single(None)),
    ("single queue, A5", Guidance::single(Some(Trust::Adaptive(5)))),
    ("single queue, A40", Guidance::single(Some(Trust::Adaptive(40)))),
    ("dual queue, A40", A40),
    ("dual queue, P20", Guidance::dual(Some(Trust::Priority(20)))),
];

impl Measure for Confidence {
    fn scales(&self) -> &[Scale] {
        &Scale::ALL
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(self.kind, self.benchmarks.as_deref(), self.device, scale)
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        self.jobs(scale).iter().map(|job| self.step(job, scale)).collect()
    }

    fn announce(&mut self, steps: &[Step]) {
        self.announced = steps.iter().map(|step| step.name.clone()).collect();
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
        let bench = self.bench(&job.task, scale, folder, context)?;
        match job.guidance {
            None => confidences(bench, job.training, context),
            Some(guidance) => {
                let searches = Searches::run(bench, job.training, guidance, scale, folder, context)?;
                let (part, row) = self.place(&job, guidance);
                Ok(vec![Value::new(&part, &row, job.task.column, searches.coverage())])
            }
        }
    }
}

/// The figures of table 1, for each network of a task.
fn confidences(bench: &Bench, training: Training, context: &Context<'_>) -> Result<Vec<Value>, Error> {
    let row = training.label();
    let value = |column: &str, share: f64| Value::new("all tasks", &row, column, 100.0 * share);
    let mut values = Vec::new();
    for (network, model) in bench.models(training, context)?.iter().enumerate() {
        let judged = bench.judge(model, network)?;
        values.push(value("In", judged.inside));
        for (kind, column) in ASKED {
            let found = judged.outside.iter().find(|(asked, _)| *asked == kind);
            values.extend(found.map(|(_, confidence)| value(column, *confidence)));
        }
        values.extend(judged.kendall.map(|ranks| value("Kendall", ranks)));
    }
    Ok(values)
}

impl Work for Confidence {
    fn extras(&self, _: &Table, _: &Measured, shared: &Path) -> Extras {
        Extras::of_plots(plots::of_searches(self.kind, &self.names(), shared))
    }
}

impl Confidence {
    /// The names of all tasks that may have results.
    fn names(&self) -> Vec<String> {
        let scales = Scale::ALL.into_iter().flat_map(|scale| tasks(scale, self.benchmarks.as_deref()));
        let mut names: Vec<String> = scales.map(|task| bench::stem(&task.name, self.device)).collect();
        names.sort();
        names.dedup();
        names
    }
}
