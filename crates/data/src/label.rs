//! Making data sets: sampling states of problems, and labelling them with a teacher's costs to the goal.
//!
//! A [`Recipe`] says which states to sample, and a [`Teacher`] labels them. The work is divided into [`Job`]s that depend on
//! nothing but the recipe and their problem, so that neither the number of threads nor an interruption changes the result:
//! [`make`] stores the sets of finished jobs as [`Parts`] and resumes from them.

mod backward;
mod error;
mod job;
mod limits;
mod make;
mod parts;
mod siblings;
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
pub use self::walks::{walk_ends, walks_from};
use crate::Source;

/// Labels states with costs to the goal, by searching for plans.
pub trait Teacher: Sync {
    /// Its name in data sets.
    fn name(&self) -> &str;

    /// The name of its search for a task, if that depends on the task.
    fn name_for(&self, _task: &Task) -> String {
        self.name().to_owned()
    }

    /// Are its plans optimal?
    fn is_optimal(&self) -> bool;

    /// Searches for a plan from the initial state of `task`.
    ///
    /// # Errors
    /// Says what it does not support.
    fn search(&self, task: &Task, limits: &Limits) -> Result<Report, String>;
}

/// The options of a data set: which states it has, and how they are labelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recipe {
    /// The way in which states are sampled.
    pub source: Source,
    /// The teacher's name.
    pub teacher: String,
    /// Does the teacher label the states of backward walks? If not, only the walks' costs are known, as upper bounds.
    pub labels_walks_back: bool,
    /// The number of walks for each problem; `Plans` needs none.
    pub walks: Option<u32>,
    /// The number of actions of a walk.
    pub walk_length: Option<u32>,
    /// The heuristics whose values are wanted, by their names in [`heuristics::CATALOG`].
    pub heuristics: Vec<String>,
    /// Does every action cost 1?
    #[serde(skip_serializing_if = "is_false")]
    pub unit_cost: bool,
    /// Are the successors that plans do not go on to kept as well?
    #[serde(skip_serializing_if = "is_false")]
    pub siblings: bool,
    /// Are duplicate states of a problem removed?
    pub deduplicate: bool,
    /// The number of states after which no further jobs are done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_states: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Limits on each search.
    pub limits: SearchLimits,
}

impl Default for Recipe {
    /// The states on optimal plans, with the values of `ff` and `lmcut`.
    fn default() -> Self {
        Self {
            source: Source::Plans,
            teacher: "optimal".to_owned(),
            labels_walks_back: false,
            walks: None,
            walk_length: None,
            heuristics: ["ff", "lmcut"].map(str::to_owned).to_vec(),
            unit_cost: false,
            siblings: false,
            deduplicate: false,
            max_states: None,
            seed: 1,
            limits: SearchLimits::default(),
        }
    }
}

/// Recipes from before there was this option stay the same.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A piece of work for one thread, stored when it is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The problem's position.
    pub problem: usize,
    /// The numbers of the walks.
    pub walks: Range<u32>,
}

/// The number of walks of a job. An interruption loses at most one job on each thread.
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
