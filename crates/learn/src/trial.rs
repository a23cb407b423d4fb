//! Trials of heuristics in search, since a lower loss need not mean a better search.

use std::cmp::Reverse;

use search::{Budget, Greedy, Heuristic, Limits, Outcome, Report};
use serde::{Deserialize, Serialize};
use task::searches::stepwise_gbfs;
use task::{Space, Task};

/// The results of a heuristic in greedy search on some tasks, compared by coverage first, then by the number of evaluated states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// The number of tasks.
    pub tasks: usize,
    /// The number of tasks solved.
    pub solved: usize,
    /// The number of evaluated states; for an unsolved task, the limit.
    pub evaluations: u64,
}

impl Trial {
    /// The result of one search with a limit of `most` evaluated states.
    pub fn of(report: &Report, most: u64) -> Self {
        let is_solved = matches!(report.outcome, Outcome::Solved { .. });
        Self {
            tasks: 1,
            solved: usize::from(is_solved),
            evaluations: if is_solved { report.counters.evaluated } else { most },
        }
    }

    /// Is this result better than another on the same tasks?
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.solved, Reverse(self.evaluations)) > (other.solved, Reverse(other.evaluations))
    }

    /// Adds the counts of another one.
    pub fn add(&mut self, other: &Self) {
        self.tasks += other.tasks;
        self.solved += other.solved;
        self.evaluations += other.evaluations;
    }
}

/// Searches for a plan with any heuristic, evaluating at most `most` states.
pub fn search(heuristic: &mut dyn Heuristic<Space>, task: &Task, most: u64, budget: &Budget) -> Trial {
    let limits = Limits { budget: budget.clone(), max_expansions: None, max_evaluations: Some(most) };
    Trial::of(
        &stepwise_gbfs(&Space::new(task), &mut [heuristic], Greedy::default(), &limits).run(&mut ()),
        most,
    )
}
