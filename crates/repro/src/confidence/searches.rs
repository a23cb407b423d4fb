//! Searches for plans of a task's problems, and their stored results.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Scale;
use heuristics::{CostKind, Entry};
use learn::{Learned, Model};
use search::{Greedy, Heuristic, Limits, Outcome};
use serde::{Deserialize, Serialize};
use task::searches::stepwise_gbfs;
use task::{Space, Task};
use tools::threads::in_parallel;

use super::bench::{Bench, stem};
use super::effort::Effort;
use super::guidance::Guidance;
use super::training::Training;
use crate::Context;
use planner::{Error, ErrorKind};
use tools::whole_file;

/// The results of searches for plans of a task's problems.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Searches {
    /// A text of everything that they depend on.
    inputs: String,
    /// The result for each problem.
    pub(super) found: Vec<Found>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) is_solved: bool,
    pub(super) evaluations: u64,
}

impl Searches {
    /// The share of the problems that were solved.
    pub(super) fn coverage(&self) -> f64 {
        self.found.iter().filter(|found| found.is_solved).count() as f64 / self.found.len() as f64
    }

    /// Searches for plans of all problems of a task, unless that was done before with the same networks.
    pub(super) fn run(
        bench: &Bench,
        training: Training,
        guidance: Guidance,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Self, Error> {
        let path = path(folder, &stem(&bench.task.name, bench.device), training, guidance);
        let models = match guidance {
            Guidance::Ff => Vec::new(),
            Guidance::Network { .. } => bench.models(training, context)?,
        };
        let limits = Effort::search(scale, bench.task.difficulty);
        let trained = models.first().map(|model| &model.about.training);
        let inputs = format!(
            "{}; {}; {:?}; {}",
            serde_json::to_string(&limits).unwrap_or_default(),
            bench.instances.len(),
            bench.effort.threshold_states,
            serde_json::to_string(&trained.map(|record| (&record.config, &record.data))).unwrap_or_default()
        );
        if let Some(kept) = Self::read(&path).filter(|kept| kept.inputs == inputs) {
            return Ok(kept);
        }
        let found = in_parallel(bench.instances.len(), context.threads, |number| {
            let task = bench.instance(&bench.instances[number]);
            let model = models.get(number * models.len() / bench.instances.len());
            search(guidance, model, &task, &limits.begin(&context.interrupted))
        });
        context.check()?;
        let searches = Self { inputs, found: found.into_iter().collect::<Result<_, _>>()? };
        let json = serde_json::to_vec(&searches).map_err(Error::internal)?;
        whole_file::write(&path, |out| out.write_all(&json))
            .map_err(|error| Error::unwritable(&path, &error))?;
        Ok(searches)
    }

    /// The stored results.
    pub(super) fn kept(folder: &Path, task: &str, training: Training, guidance: Guidance) -> Option<Self> {
        Self::read(&path(folder, task, training, guidance))
    }

    fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }
}

fn path(folder: &Path, task: &str, training: Training, guidance: Guidance) -> PathBuf {
    let row = match guidance {
        Guidance::Ff => "ff".to_owned(),
        Guidance::Network { .. } => {
            format!("{}-{}-{}", training.label(), guidance.queues().replace(' ', "-"), guidance.row())
        }
    };
    folder.join(format!("{task}-{row}.json"))
}

fn search(guidance: Guidance, model: Option<&Model>, task: &Task, limits: &Limits) -> Result<Found, Error> {
    let unsupported = |error: &dyn std::fmt::Display| Error::new(ErrorKind::Unsupported, error);
    let mut heuristics: Vec<Box<dyn Heuristic<Space>>> = Vec::new();
    if let (Guidance::Network { trust, .. }, Some(model)) = (guidance, model) {
        let learned = Learned::new(model, Guidance::reading(trust), task);
        heuristics.push(Box::new(learned.map_err(|error| unsupported(&error))?));
    }
    if matches!(guidance, Guidance::Ff | Guidance::Network { has_ff: true, .. }) {
        let entry = Entry::find("ff").ok_or_else(|| unsupported(&"ff"))?;
        heuristics.push(entry.make(task, CostKind::Normal).map_err(|error| unsupported(&error))?);
    }
    let mut heuristics: Vec<&mut dyn Heuristic<Space>> =
        heuristics.iter_mut().map(|heuristic| &mut **heuristic as _).collect();
    let space = Space::new(task);
    let report = stepwise_gbfs(&space, &mut heuristics, Greedy::default(), limits).run(&mut ());
    Ok(Found {
        is_solved: matches!(report.outcome, Outcome::Solved { .. }),
        evaluations: report.counters.evaluated,
    })
}
