//! Statistics of a run, for programs to read.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use search::{Counters, Outcome, Report, peak_memory};
use serde::Serialize;

use crate::{Exit, Failure};
use console::files;
use planner::guide::Guide;
pub use planner::status::Status;

/// Statistics of a run: one JSON object, in which unknown values are null.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// How it ended.
    pub status: Option<Status>,
    /// The cost of the best plan.
    pub cost: Option<u64>,
    pub plan_length: Option<usize>,
    /// Expanded states.
    pub expanded: Option<u64>,
    /// States that heuristics evaluated.
    pub evaluated: Option<u64>,
    /// Generated successors.
    pub generated: Option<u64>,
    /// States that were reopened: expanded before a cheaper path to them was found.
    pub reopened: Option<u64>,
    /// States that a heuristic recognised as dead ends.
    pub dead_ends: Option<u64>,
    untrusted: Option<u64>,
    /// Seconds it took to read the input.
    pub parse_s: Option<f64>,
    /// Seconds it took to ground the task.
    pub ground_s: Option<f64>,
    /// Seconds it took to search.
    pub search_s: Option<f64>,
    /// Seconds from the start of the process to the end.
    pub total_s: Option<f64>,
    /// The most memory the process has held.
    pub peak_memory_kb: Option<u64>,
    /// The seed of all randomness, where there was any.
    pub seed: Option<u64>,
    /// The search.
    pub search: Option<String>,
    /// The number of states that a model evaluated, and the seconds of its network.
    #[serde(skip_serializing_if = "Option::is_none")]
    model_evaluations: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_s: Option<f64>,
}

impl From<Exit> for Status {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => Self::Solved,
            Exit::Unsolvable => Self::Unsolvable,
            Exit::Incomplete => Self::ExpansionLimit,
            Exit::TranslateMemory | Exit::SearchMemory => Self::MemoryLimit,
            Exit::TranslateTime | Exit::SearchTime => Self::TimeLimit,
            Exit::InputError | Exit::SpecError | Exit::Usage => Self::InputError,
            Exit::Unsupported => Self::Unsupported,
            Exit::Interrupted => Self::Interrupted,
            Exit::InvalidPlan | Exit::TranslateCritical | Exit::SearchCritical => Self::CriticalError,
        }
    }
}

impl Stats {
    /// Records the report of a search.
    pub fn set_report(&mut self, report: &Report) {
        let Counters { expanded, evaluated, generated, reopened, dead_ends, untrusted } = report.counters;
        self.expanded = Some(expanded);
        self.evaluated = Some(evaluated);
        self.generated = Some(generated);
        self.reopened = Some(reopened);
        self.dead_ends = Some(dead_ends);
        self.untrusted = Some(untrusted);
        if let Outcome::Solved { plan, cost } = &report.outcome {
            (self.cost, self.plan_length) = (Some(*cost), Some(plan.len()));
        }
        self.status = Some((&report.outcome).into());
    }

    /// Records the usage of a model.
    pub fn set_model(&mut self, guide: Option<&Guide>) {
        self.model_evaluations = guide.map(Guide::evaluations);
        self.model_s = guide.map(Guide::seconds);
    }

    /// Records the time since `start`, and the memory.
    pub fn complete(&mut self, start: Instant) {
        self.total_s = Some(start.elapsed().as_secs_f64());
        self.peak_memory_kb = peak_kilobytes();
    }
}

/// The most memory the process has held so far.
pub fn peak_kilobytes() -> Option<u64> {
    peak_memory().map(|bytes| bytes / 1024)
}

/// A file with a JSON object on each line, one for each of many runs, written as they end. Without a file, nothing is written.
pub struct StatsLines<'a> {
    file: Option<(&'a Path, Box<dyn Write>)>,
}

impl<'a> StatsLines<'a> {
    /// Begins a file.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn create(path: Option<&'a Path>) -> Result<Self, Failure> {
        let create = |path: &'a Path| -> Result<(&Path, Box<dyn Write>), Failure> {
            if files::is_standard(path) {
                return Ok((path, Box::new(io::stdout())));
            }
            let file = File::create(path)
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))?;
            Ok((path, Box::new(file)))
        };
        Ok(Self { file: path.map(create).transpose()? })
    }

    /// Completes the object of a run that began at `start`, and adds it.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn add(&mut self, mut stats: Stats, start: Instant) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        stats.complete(start);
        serde_json::to_string(&stats)
            .map_err(io::Error::from)
            .and_then(|line| writeln!(file, "{line}"))
            .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
    }
}
