//! Making data sets: states of problems, and what a teacher says of their cost to the goal.
//!
//! A [`Recipe`] says which states, a [`Teacher`] labels them. The work falls into [`Job`]s that depend on nothing but
//! the recipe and their problem, so that neither the number of threads nor an interruption changes the set that
//! comes out: [`make`] keeps the sets of finished jobs as [`Parts`] and goes on where it was stopped.

mod backward;
mod error;
mod job;
mod limits;
mod make;
mod parts;
mod walks;
mod workbench;

use std::ops::Range;

use search::{Limits, Report};
use serde::Serialize;
use task::Task;

pub use self::error::LabelError;
pub use self::limits::SearchLimits;
pub use self::make::{Progress, Resources, make};
pub use self::parts::{Parts, PartsError};
pub use self::walks::walk_ends;
use crate::data::Source;

/// Knows costs to the goal, by searching for plans.
pub trait Teacher: Sync {
    /// Its name in data sets.
    fn name(&self) -> &str;

    /// The name of the search that it makes for a task, if that depends on the task.
    fn name_for(&self, _task: &Task) -> String {
        self.name().to_owned()
    }

    /// Are its plans of least cost?
    fn is_optimal(&self) -> bool;

    /// Searches for a plan from the initial state of `task`.
    ///
    /// # Errors
    /// Says what of the task it can't handle.
    fn search(&self, task: &Task, limits: &Limits) -> Result<Report, String>;
}

/// Which states a data set has, and what it says of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recipe {
    /// How states are come upon.
    pub source: Source,
    /// The teacher's name.
    pub teacher: String,
    /// Is the teacher asked about the states of walks back from the goal? If not, only the walks' costs are known.
    pub labels_walks_back: bool,
    /// How many walks there are for each problem; `Plans` needs none.
    pub walks: Option<u32>,
    /// How many actions a walk has.
    pub walk_length: Option<u32>,
    /// The names of the heuristics, as in [`heuristics::CATALOG`], whose values are wanted.
    pub heuristics: Vec<String>,
    /// Does every action count as 1, whatever it costs?
    #[serde(skip_serializing_if = "is_false")]
    pub unit_cost: bool,
    /// Is each state of a problem to be there only once?
    pub deduplicate: bool,
    /// As many states are enough: no further part of the work is done then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_states: Option<u64>,
    /// What all random choices come from.
    pub seed: u64,
    /// Limits on each search.
    pub limits: SearchLimits,
}

impl Default for Recipe {
    /// The states on plans of least cost, with the values of `ff` and `lmcut`.
    fn default() -> Self {
        Self {
            source: Source::Plans,
            teacher: "optimal".to_owned(),
            labels_walks_back: false,
            walks: None,
            walk_length: None,
            heuristics: ["ff", "lmcut"].map(str::to_owned).to_vec(),
            unit_cost: false,
            deduplicate: false,
            max_states: None,
            seed: 1,
            limits: SearchLimits::default(),
        }
    }
}

/// Recipes of before there was such a choice don't change.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A piece of work that is done by one thread and kept when it is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The problem's position.
    pub problem: usize,
    /// The numbers of the walks.
    pub walks: Range<u32>,
}

/// What is lost when a run is interrupted, on each thread.
const WALKS_PER_JOB: u32 = 16;

impl Recipe {
    /// The work to be done for `problems` problems.
    pub fn jobs(&self, problems: usize) -> Vec<Job> {
        let walks = if self.source == Source::Plans { 1 } else { self.walks.unwrap_or(0) };
        let job = |problem, start: u32| Job {
            problem,
            walks: start..start.saturating_add(WALKS_PER_JOB).min(walks),
        };
        let of_problem =
            |problem| (0..walks).step_by(WALKS_PER_JOB as usize).map(move |start| job(problem, start));
        (0..problems).flat_map(of_problem).collect()
    }
}

#[cfg(test)]
mod tests;
