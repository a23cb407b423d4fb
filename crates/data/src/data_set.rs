//! A data set: states labelled with their costs to the goal.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Split;

/// States of the problems of one domain, with labels and bounds on their costs to the goal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataSet {
    /// The options and seeds it was made with, as JSON objects; several if sets were merged.
    pub recipes: Vec<Value>,
    /// The PDDL text of the domain.
    pub domain: String,
    /// The problems, all of different names.
    pub problems: Vec<Problem>,
    /// The names of the heuristics whose values each row has.
    pub heuristics: Vec<String>,
    /// The states.
    pub rows: Vec<Row>,
}

/// A problem that states come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The split that its states belong to.
    pub split: Split,
    /// The outcomes of the searches for labels.
    pub searches: Tally,
    /// Its PDDL text.
    pub text: String,
}

/// The numbers of searches by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// With a plan.
    pub solved: u32,
    /// With a proof that there is no plan.
    pub unsolvable: u32,
    /// At a limit, or without a plan and without a proof.
    pub stopped: u32,
    /// Of all these, searches in tasks without some actions, whose cost is undefined.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unvalued: u32,
}

/// Sets from before this was counted stay the same.
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A state with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The problem, by its position in [`DataSet::problems`].
    pub problem: u32,
    /// The facts that hold, in the format of [`StateText`](crate::StateText).
    pub state: String,
    /// The teacher's cost to the goal; `None` if the state was not given to a teacher.
    pub target: Option<f64>,
    /// Is the target the optimal cost?
    pub optimal: bool,
    /// A lower bound on the cost: the largest value of the admissible heuristics.
    pub lower: Option<f64>,
    /// An upper bound on the cost: that of the cheapest known plan.
    pub upper: Option<f64>,
    /// The value of each heuristic of [`DataSet::heuristics`]: infinite in a dead end, `None` if the heuristic does not support
    /// the task.
    pub heuristics: Vec<Option<f64>>,
    /// The origin of the state and its label.
    pub origin: Origin,
}

impl Row {
    /// Does nobody know its cost, nor a plan?
    pub fn is_unlabelled(&self) -> bool {
        self.target.is_none() && self.upper.is_none()
    }
}

/// The origin of a state and its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The way in which the state was sampled.
    pub source: Source,
    /// The specification of the search that gave the target; `None` if there was none.
    pub teacher: Option<Arc<str>>,
    /// The seed of the set.
    pub seed: u64,
    /// The number of the walk, from 0.
    pub walk: u32,
    /// The position: on a plan, and beside it, actions from its start; on a walk back, actions from the goal.
    pub step: u32,
}

/// Ways to sample states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// From the teacher's plans for the initial states.
    Plans,
    /// From the teacher's plans for the ends of random walks from the initial states.
    Walks,
    /// From random walks backwards from goals.
    Backward,
    /// Successors of states on the teacher's plans that the plans do not go on to: they are there beside the states of plans, for
    /// models that learn to rank.
    Siblings,
}

impl Source {
    /// The sources that a set can be asked for.
    pub const SAMPLED: [Self; 3] = [Self::Plans, Self::Walks, Self::Backward];
    /// All sources.
    pub const ALL: [Self; 4] = [Self::Plans, Self::Walks, Self::Backward, Self::Siblings];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plans => "plans",
            Self::Walks => "walks",
            Self::Backward => "backward",
            Self::Siblings => "siblings",
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
    /// Adds the counts of another tally.
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

    /// Are there training states that nobody knows the cost of?
    pub fn has_unlabelled(&self) -> bool {
        self.rows_of(Split::Train).any(Row::is_unlabelled)
    }

    /// The name of the domain; `None` if its text can't be parsed.
    pub fn domain_name(&self) -> Option<String> {
        let source = pddl::Source::new("domain", &*self.domain);
        Some(pddl::parse_domain(&source, pddl::Strictness::Lenient).ok()?.value.name)
    }
}
