//! Features: the inputs of a model for a state.

mod facts;
mod hypergraph;
mod logic;
mod planning;
mod rows;
mod wl;
mod wl_outputs;

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use task::Space;

pub use self::facts::{FactFeatures, fact_names};
pub use self::hypergraph::HypergraphFeatures;
pub(crate) use self::hypergraph::{check_hypergraph, roles_for};
pub use self::logic::LogicFeatures;
pub(crate) use self::logic::{Vocabulary, is_vocabulary, predicate_of, type_predicates};
pub use self::planning::{PLANNING_NAMES, PlanningFeatures};
pub use self::rows::FeatureRows;
pub use self::wl::{WlFeatures, WlSignature};
pub use self::wl_outputs::WlOutputs;

/// A kind of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureKind {
    /// The facts of one task: 1 for those that hold.
    Facts,
    /// Four numbers that mean the same in every task of every domain: see [`PlanningFeatures`].
    Planning,
    /// The facts of state and goal as relations among objects, which generalise over the tasks of a domain.
    Logic,
    /// The same, with the types of the objects.
    TypedLogic,
    /// The facts of state and goal in the hypergraph of the delete relaxation, which generalises over the tasks of a domain.
    Hypergraph,
    /// Weisfeiler-Leman features: how many objects and atoms have each colour, which generalises over the tasks of a domain.
    Wl,
    /// Of a puzzle: the raw one-hot encoding of the place of each thing.
    Places,
    /// Of a puzzle: the costs in pattern databases.
    Databases,
}

impl FeatureKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Facts,
        Self::Planning,
        Self::Logic,
        Self::TypedLogic,
        Self::Hypergraph,
        Self::Wl,
        Self::Places,
        Self::Databases,
    ];

    /// Are they relations among objects, for Neural Logic Machines?
    pub fn are_relations(self) -> bool {
        matches!(self, Self::Logic | Self::TypedLogic)
    }

    /// Are they of puzzles, not of planning tasks?
    pub fn are_of_puzzles(self) -> bool {
        matches!(self, Self::Places | Self::Databases)
    }

    /// Are they zeros and ones?
    pub fn are_ones(self) -> bool {
        matches!(self, Self::Facts | Self::Places)
    }
}

impl Display for FeatureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Facts => "facts",
            Self::Planning => "planning",
            Self::Logic => "logic",
            Self::TypedLogic => "typed-logic",
            Self::Hypergraph => "hypergraph",
            Self::Wl => "wl",
            Self::Places => "places",
            Self::Databases => "databases",
        })
    }
}

impl FromStr for FeatureKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.to_string() == text);
        found.ok_or_else(|| format!("known features: {}", Self::ALL.map(|kind| kind.to_string()).join(", ")))
    }
}

/// Computes the features of a task's states.
#[derive(Clone, Debug)]
pub enum Features {
    /// Facts that hold.
    Facts(FactFeatures),
    /// Numbers that mean the same in every task.
    Planning(Box<PlanningFeatures>),
    /// Relations among objects.
    Logic(Box<LogicFeatures>),
    /// The delete relaxation.
    Hypergraph(Box<HypergraphFeatures>),
    /// Counts of colours.
    Wl(Box<WlFeatures>),
    /// The outputs of a linear model of counts of colours, in the place of features.
    WlOutputs(Box<WlOutputs>),
}

impl Features {
    /// Appends the features of a state. If computing them shows that it is a dead end, nothing is added, and the result is false.
    pub fn push(&mut self, space: &Space, state: &[u64], rows: &mut FeatureRows) -> bool {
        match (self, rows) {
            (Self::Facts(facts), FeatureRows::Ones(rows)) => rows.push(facts.ones(space, state)),
            (Self::Planning(planning), FeatureRows::Numbers { numbers, .. }) => {
                let Some(row) = planning.of(space, state) else { return false };
                numbers.extend_from_slice(&row);
            }
            (Self::Logic(logic), FeatureRows::Relations(states)) => logic.push(space, state, states),
            (Self::Hypergraph(hypergraph), FeatureRows::Hypergraphs(states)) => {
                hypergraph.push(space, state, states);
            }
            (Self::Wl(wl), FeatureRows::Numbers { numbers, .. }) => wl.push(space, state, numbers),
            (Self::WlOutputs(wl), FeatureRows::Numbers { numbers, .. }) => wl.push(space, state, numbers),
            _ => debug_assert!(false, "rows of another kind"),
        }
        true
    }
}
