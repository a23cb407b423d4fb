//! What a run did, for programs to read.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use search::Counters;
use serde::Serialize;

use crate::log::peak_kilobytes;
use crate::{Exit, Failure, whole_file};

/// What a run did: one JSON object, in which what is not known is null.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// How it ended.
    pub status: Option<Status>,
    /// The cost of the plan.
    pub cost: Option<u64>,
    /// The number of actions of the plan.
    pub plan_length: Option<usize>,
    expanded: Option<u64>,
    evaluated: Option<u64>,
    generated: Option<u64>,
    reopened: Option<u64>,
    dead_ends: Option<u64>,
    /// Seconds it took to read the input.
    pub parse_s: Option<f64>,
    /// Seconds it took to ground the task.
    pub ground_s: Option<f64>,
    /// Seconds it took to search.
    pub search_s: Option<f64>,
    total_s: Option<f64>,
    peak_memory_kb: Option<u64>,
    /// The seed of all randomness, where there was any.
    pub seed: Option<u64>,
    /// The search.
    pub search: Option<String>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a valid plan.
    Solved,
    /// There is no plan.
    Unsolvable,
    /// At the time limit.
    TimeLimit,
    /// At the memory limit.
    MemoryLimit,
    /// At the limit on expansions.
    ExpansionLimit,
    /// At the limit on evaluations.
    EvaluationLimit,
    /// The user stopped it.
    Interrupted,
    /// The input or the command line was wrong.
    InputError,
    /// The input asks for what is not supported.
    Unsupported,
    /// Something failed that should not.
    CriticalError,
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
    /// Takes over the counters of a search.
    pub fn set_counters(&mut self, counters: &Counters) {
        self.expanded = Some(counters.expanded);
        self.evaluated = Some(counters.evaluated);
        self.generated = Some(counters.generated);
        self.reopened = Some(counters.reopened);
        self.dead_ends = Some(counters.dead_ends);
    }

    /// Completes the object and writes it to a file.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn write(&mut self, path: &Path, process_start: Instant) -> Result<(), Failure> {
        self.total_s = Some(process_start.elapsed().as_secs_f64());
        self.peak_memory_kb = peak_kilobytes();
        whole_file::write(path, |out| {
            serde_json::to_writer_pretty(&mut *out, self)?;
            writeln!(out)
        })
        .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
    }

    /// Checks that the file could be written.
    ///
    /// # Errors
    /// Says why it could not.
    pub fn check(path: &Path) -> Result<(), Failure> {
        whole_file::check(path).map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))
    }
}

/// Runs `work` and returns what it does and how many seconds it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}
