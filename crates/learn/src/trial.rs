//! How a heuristic does in search: loss alone does not tell.

use std::cmp::Reverse;

use search::{Budget, Greedy, Heuristic, Limits, Outcome, Report};
use serde::{Deserialize, Serialize};
use task::searches::gbfs;
use task::{Space, Task};

/// How a heuristic did in greedy search on some tasks. What counts is how many it solved, then how few states it evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// How many tasks there were.
    pub tasks: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// How many states were evaluated; as many as allowed where a task was not solved.
    pub evaluations: u64,
}

impl Trial {
    /// How one search did that was to evaluate at most `most` states.
    pub fn of(report: &Report, most: u64) -> Self {
        let is_solved = matches!(report.outcome, Outcome::Solved { .. });
        Self {
            tasks: 1,
            solved: usize::from(is_solved),
            evaluations: if is_solved { report.counters.evaluated } else { most },
        }
    }

    /// Is this one better than another on the same tasks?
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.solved, Reverse(self.evaluations)) > (other.solved, Reverse(other.evaluations))
    }

    /// Counts the tasks of another one, too.
    pub fn add(&mut self, other: &Self) {
        self.tasks += other.tasks;
        self.solved += other.solved;
        self.evaluations += other.evaluations;
    }
}

/// Searches for a plan with any heuristic, evaluating at most `most` states.
pub fn search(heuristic: &mut dyn Heuristic<Space>, task: &Task, most: u64, budget: &Budget) -> Trial {
    let limits = Limits { budget: budget.clone(), max_expansions: None, max_evaluations: Some(most) };
    Trial::of(&gbfs(&Space::new(task), &mut [heuristic], Greedy::default(), &limits, &mut ()), most)
}
