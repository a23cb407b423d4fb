//! All heuristics, declared once: names, properties and help come from here.

use search::{Blind, Heuristic};
use task::{Space, Task};

use crate::{Add, CostKind, Ff, GoalCount, Landmarks, LmCut, Max, Unsupported};

/// A heuristic's declaration.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its names in other planners.
    pub other_names: &'static [&'static str],
    /// A description in one line.
    pub help: &'static str,
    /// Does it never overestimate?
    pub is_admissible: bool,
    /// Does it know preferred operators?
    pub has_preferred: bool,
    /// Does its value depend on the path to a state, not on the state alone?
    pub depends_on_path: bool,
    /// About how often all operators of a task are looked at to make it.
    readings: fn(&Task) -> u64,
    make: fn(&Task, CostKind) -> Made,
}

/// A heuristic for a task, or why there is none.
type Made = Result<Box<dyn Heuristic<Space> + Send>, Unsupported>;

impl Entry {
    /// The heuristic for a task.
    ///
    /// # Errors
    /// If the task has features that the heuristic can't handle.
    pub fn make(&self, task: &Task, cost: CostKind) -> Made {
        (self.make)(task, cost)
    }

    /// About how much effort it takes to make the heuristic for a task, as [`Heuristic::effort`] counts it.
    pub fn preparation(&self, task: &Task) -> u64 {
        (self.readings)(task) * reading_effort(task)
    }

    /// The declaration with this name, its own or one in other planners.
    pub fn find(name: &str) -> Option<&'static Entry> {
        CATALOG.iter().find(|entry| entry.name == name || entry.other_names.contains(&name))
    }
}

/// About how much effort it is to look at all operators of a task once, as [`Heuristic::effort`] counts it.
pub fn reading_effort(task: &Task) -> u64 {
    let conditions = task.operators.preconditions.items().len() + task.operators.effects.items().len();
    conditions as u64 / 10
}

/// All heuristics.
pub const CATALOG: &[Entry] = &[
    Entry {
        name: "blind",
        other_names: &[],
        help: "0 for goals, otherwise the cost of the cheapest operator",
        is_admissible: true,
        has_preferred: false,
        depends_on_path: false,
        readings: |_| 0,
        make: |task, _| Ok(Box::new(Blind::new(task.operators.costs.iter().copied().min().unwrap_or(0)))),
    },
    Entry {
        name: "goalcount",
        other_names: &[],
        help: "the number of goals that do not hold",
        is_admissible: false,
        has_preferred: false,
        depends_on_path: false,
        readings: |_| 0,
        make: |task, _| Ok(Box::new(GoalCount::new(task))),
    },
    Entry {
        name: "max",
        other_names: &["hmax"],
        help: "the dearest goal, if nothing ever became false",
        is_admissible: true,
        has_preferred: false,
        depends_on_path: false,
        readings: |_| 20,
        make: |task, cost| Ok(Box::new(Max::new(task, cost))),
    },
    Entry {
        name: "add",
        other_names: &["hadd"],
        help: "the sum over the goals, if nothing ever became false",
        is_admissible: false,
        has_preferred: false,
        depends_on_path: false,
        readings: |_| 20,
        make: |task, cost| Ok(Box::new(Add::new(task, cost))),
    },
    Entry {
        name: "ff",
        other_names: &["hff"],
        help: "the cost of a plan for the task in which nothing ever becomes false",
        is_admissible: false,
        has_preferred: true,
        depends_on_path: false,
        readings: |_| 20,
        make: |task, cost| Ok(Box::new(Ff::new(task, cost))),
    },
    Entry {
        name: "lmcut",
        other_names: &[],
        help: "landmark cuts, the strongest admissible one here; no axioms, no conditional effects",
        is_admissible: true,
        has_preferred: false,
        depends_on_path: false,
        readings: |_| 20,
        make: |task, cost| Ok(Box::new(LmCut::new(task, cost)?)),
    },
    Entry {
        name: "landmarks",
        other_names: &["landmark_sum", "lmcount"],
        help: "the cost of the landmarks that are still to be reached",
        is_admissible: false,
        has_preferred: false,
        depends_on_path: true,
        // The landmarks of every goal are traced back through the task.
        readings: |task| 20 + task.goal.len() as u64,
        make: |task, cost| Ok(Box::new(Landmarks::new(task, cost))),
    },
];
