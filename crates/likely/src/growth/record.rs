//! What iterations came to.

use super::Outcome;
use crate::bayes::Fit;
use crate::planning::Trained;
use serde::{Deserialize, Serialize};

/// What an iteration came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// The probability with which costs were not to be overestimated.
    pub alpha: f64,
    /// The weight of the prior.
    pub beta: f64,
    /// The tasks.
    pub tasks: Vec<TaskRecord>,
    /// How many of them were solved.
    pub solved: usize,
    /// The records learned from.
    pub records: usize,
    /// The training of the planning network.
    pub planning: Trained,
    /// The training of the network of uncertainty, where it is needed.
    pub bayes: Option<Fit>,
}

impl Iteration {
    /// The states that all searches together generated.
    pub fn nodes(&self) -> u64 {
        self.tasks.iter().fold(0, |sum, task| sum.saturating_add(task.nodes))
    }
}

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// The steps from the goal to it.
    pub steps: usize,
    /// The largest uncertainty on the way; 0 where none was asked for.
    pub uncertainty: f32,
    /// The cost of the plan that was found for it, if one was.
    pub cost: Option<u32>,
    /// The states that the search generated.
    pub nodes: u64,
}

impl TaskRecord {
    pub(super) fn new<T>(outcome: &Outcome<T>) -> Self {
        let cost = |path: &Vec<(T, u32)>| path.first().map_or(0, |&(_, cost)| cost);
        Self {
            steps: outcome.generated.steps,
            uncertainty: outcome.generated.uncertainty,
            cost: outcome.path.as_ref().map(cost),
            nodes: outcome.nodes,
        }
    }
}
