//! Data sets: states with what is known of their cost to the goal.
//!
//! A [`DataSet`] stands for itself: it holds the PDDL of its domain and problems, so that nothing else is needed to
//! learn from it. It is kept in a Parquet file ([`DataSet::read`], [`DataSet::to_bytes`]) with one row for each state.

mod combine;
mod file;
mod fold;
mod ground;
mod split;
mod state_text;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use self::combine::MergeError;
pub use self::file::{DataFileError, FORMAT};
pub use self::fold::Together;
pub use self::ground::TaskError;
pub use self::split::{Ratios, Split};
pub use self::state_text::{StateText, StateTextError, atom_text};

/// States of the problems of one domain, with what is known of their cost to the goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataSet {
    /// How it was made: options and seeds, as JSON objects; more than one where sets were merged.
    pub recipes: Vec<Value>,
    /// The PDDL text of the domain.
    pub domain: String,
    /// The problems, all of different names.
    pub problems: Vec<Problem>,
    /// The names of the heuristics that each row has values of.
    pub heuristics: Vec<String>,
    /// The states.
    pub rows: Vec<Row>,
}

/// A problem that states come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// What its states are for.
    pub split: Split,
    /// How the searches for labels ended.
    pub searches: Tally,
    /// Its PDDL text.
    pub text: String,
}

/// How many searches ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// With a plan.
    pub solved: u32,
    /// With certainty that there is no plan.
    pub unsolvable: u32,
    /// At a limit, or without a plan and without a proof.
    pub stopped: u32,
    /// Of all these, those of tasks that leave out actions since their cost has no value.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unvalued: u32,
}

/// Sets of before this was counted don't change.
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A state with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The problem, by its position in [`DataSet::problems`].
    pub problem: u32,
    /// The facts that hold, as [`StateText`] writes them.
    pub state: String,
    /// The cost to the goal, by the teacher; `None` where no teacher was asked.
    pub target: Option<f64>,
    /// Is the target the least cost there is?
    pub optimal: bool,
    /// The greatest value of the admissible heuristics asked.
    pub lower: Option<f64>,
    /// The cost of the cheapest plan known.
    pub upper: Option<f64>,
    /// The value of each heuristic of [`DataSet::heuristics`]: infinite in a dead end, `None` where the heuristic can't
    /// handle the task.
    pub heuristics: Vec<Option<f64>>,
    /// Where the state and its label come from.
    pub origin: Origin,
}

/// Where a state and its label come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// How the state was come upon.
    pub source: Source,
    /// The search that gave the target, as its specification; `None` where there was none.
    pub teacher: Option<Arc<str>>,
    /// The seed of the set.
    pub seed: u64,
    /// The number of the walk, from 0.
    pub walk: u32,
    /// The position: on a plan, actions from its start; on a walk back, actions from the goal.
    pub step: u32,
}

/// Ways to come upon states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// On the teacher's plans from the initial states.
    Plans,
    /// On the teacher's plans from where random walks from the initial states end.
    Walks,
    /// On random walks back from goals.
    Backward,
}

impl Source {
    /// All sources.
    pub const ALL: [Self; 3] = [Self::Plans, Self::Walks, Self::Backward];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plans => "plans",
            Self::Walks => "walks",
            Self::Backward => "backward",
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|source| source.name() == text);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Tally {
    /// Counts the searches of another tally too.
    pub fn add(&mut self, other: Self) {
        self.solved += other.solved;
        self.unsolvable += other.unsolvable;
        self.stopped += other.stopped;
        self.unvalued += other.unvalued;
    }
}

impl DataSet {
    /// The rows of one split.
    pub fn rows_of(&self, split: Split) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| self.problems[row.problem as usize].split == split)
    }

    /// The name of the domain; `None` if its text is wrong.
    pub fn domain_name(&self) -> Option<String> {
        let source = pddl::Source::new("domain", &*self.domain);
        Some(pddl::parse_domain(&source, pddl::Strictness::Lenient).ok()?.value.name)
    }
}
