//! The answer of a run of `plan`.

use std::path::Path;
use std::time::Instant;

use search::{Report, StopReason};
use serde::{Serialize, Serializer};
use task::Plan;

use crate::stats::Stats;
use crate::{Exit, Failure};
use console::files;
use planner::planning::Ended;

/// The answer of a run of `plan`: as JSON one object, in which unknown values are null.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// How it ended, and its counters and times.
    #[serde(flatten)]
    pub stats: Stats,
    /// The best plan; as JSON, its steps.
    #[serde(serialize_with = "steps")]
    pub plan: Option<Plan>,
    /// The file that it was written to.
    pub plan_file: Option<String>,
    /// How many plans were found, each cheaper than the one before.
    pub plans: usize,
    /// If there is a plan: is it certain that none costs less?
    pub optimal: Option<bool>,
    /// Were actions left out in the search?
    pub pruned: bool,
    /// The error, if there was one.
    pub error: Option<String>,
    /// The report of the search.
    #[serde(skip)]
    pub report: Option<Report>,
    /// The limit that ended the search for better plans.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

impl Answer {
    /// Records a plan, which is better than those before.
    pub(crate) fn add_plan(&mut self, plan: Plan, file: &Path) {
        self.plan = Some(plan);
        self.plan_file = Some(file.display().to_string());
        self.plans += 1;
    }

    /// Records how the search ended.
    pub(crate) fn set_found(&mut self, found: Ended) {
        self.stats.set_report(&found.report);
        self.pruned = found.is_pruned;
        self.optimal = self.plan.as_ref().map(|_| found.is_optimal);
        self.report = Some(found.report);
        self.stopped = found.stopped;
    }

    /// Records how the run ended, which began at `start`.
    pub(crate) fn end(&mut self, result: &Result<Exit, Failure>, start: Instant) {
        let status = match result {
            Ok(exit) => (*exit).into(),
            Err(failure) => {
                self.error = Some(failure.message.trim_start_matches("error: ").to_owned());
                failure.status
            }
        };
        self.stats.status.get_or_insert(status);
        self.stats.complete(start);
    }

    /// Writes it as a JSON object.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write(self, path)
    }
}

/// Writes an answer of any kind as a JSON object.
pub fn write(answer: &impl Serialize, path: &Path) -> Result<(), Failure> {
    files::write(path, |out| {
        serde_json::to_writer_pretty(&mut *out, answer)?;
        writeln!(out)
    })
    .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
}

fn steps<S: Serializer>(plan: &Option<Plan>, serializer: S) -> Result<S::Ok, S::Error> {
    let steps = plan.as_ref().map(|plan| plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>());
    steps.serialize(serializer)
}
