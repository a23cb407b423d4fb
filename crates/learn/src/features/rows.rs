//! Features of many states, one row for each.

use super::{FeatureKind, PLANNING_NAMES, Vocabulary};
use network::{Inputs, SparseRows, hypergraph, logic};

/// Features of many states, one row for each.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureRows {
    /// Zeros and ones.
    Ones(SparseRows),
    /// Numbers.
    Numbers {
        /// The length of a row.
        width: usize,
        /// The numbers of all rows.
        numbers: Vec<f32>,
    },
    /// Relations among objects, as Neural Logic Machines take them.
    Relations(logic::States),
    /// Hypergraphs, as hypergraph networks take them.
    Hypergraphs(hypergraph::States),
}

impl FeatureRows {
    /// No rows, for a kind of features with inputs of these names.
    pub fn for_inputs(kind: FeatureKind, names: &[String]) -> Self {
        match kind {
            FeatureKind::Facts | FeatureKind::Places => Self::Ones(SparseRows::new()),
            FeatureKind::Planning => Self::Numbers { width: PLANNING_NAMES.len(), numbers: Vec::new() },
            FeatureKind::Logic | FeatureKind::TypedLogic => {
                Self::Relations(logic::States::with_features(Vocabulary::new(names).relations()))
            }
            FeatureKind::Hypergraph => Self::Hypergraphs(hypergraph::States::new()),
            FeatureKind::Databases | FeatureKind::Wl => {
                Self::Numbers { width: names.len().max(1), numbers: Vec::new() }
            }
        }
    }

    /// No rows, of the same kind.
    pub fn like(&self) -> Self {
        match self {
            Self::Ones(_) => Self::Ones(SparseRows::new()),
            Self::Numbers { width, .. } => Self::Numbers { width: *width, numbers: Vec::new() },
            Self::Relations(states) => Self::Relations(logic::States::with_features(*states.features())),
            Self::Hypergraphs(_) => Self::Hypergraphs(hypergraph::States::new()),
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Ones(rows) => rows.len(),
            Self::Numbers { width, numbers } => numbers.len() / width,
            Self::Relations(states) => states.len(),
            Self::Hypergraphs(states) => states.len(),
        }
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        match self {
            Self::Ones(rows) => rows.clear(),
            Self::Numbers { numbers, .. } => numbers.clear(),
            Self::Relations(states) => states.clear(),
            Self::Hypergraphs(states) => states.clear(),
        }
    }

    /// Appends a row of another set, which has to be of the same kind.
    pub fn push_row_of(&mut self, others: &Self, row: usize) {
        match (self, others) {
            (Self::Ones(own), Self::Ones(others)) => own.push(others.row(row).iter().copied()),
            (Self::Numbers { numbers: own, .. }, Self::Numbers { width, numbers }) => {
                own.extend_from_slice(&numbers[row * width..(row + 1) * width]);
            }
            (Self::Relations(own), Self::Relations(others)) => own.push_state_of(others, row),
            (Self::Hypergraphs(own), Self::Hypergraphs(others)) => own.push_state_of(others, row),
            _ => debug_assert!(false, "rows of different kinds"),
        }
    }

    /// All rows as inputs of a feed-forward network; `None` if they are of another kind.
    pub fn numbers(&self) -> Option<Inputs<'_>> {
        match self {
            Self::Ones(rows) => Some(rows.inputs()),
            Self::Numbers { numbers, .. } => Some(Inputs::Dense { rows: self.len(), values: numbers }),
            Self::Relations(_) | Self::Hypergraphs(_) => None,
        }
    }

    /// The width of rows of numbers, and all of them; `None` for others.
    pub(crate) fn dense(&self) -> Option<(usize, &[f32])> {
        match self {
            Self::Numbers { width, numbers } => Some((*width, numbers)),
            _ => None,
        }
    }

    /// All rows as inputs of a logic machine; `None` if they are of another kind.
    pub fn relations(&self) -> Option<&logic::States> {
        match self {
            Self::Relations(states) => Some(states),
            _ => None,
        }
    }

    /// All rows as inputs of a hypergraph network; `None` if they are of another kind.
    pub fn hypergraphs(&self) -> Option<&hypergraph::States> {
        match self {
            Self::Hypergraphs(states) => Some(states),
            _ => None,
        }
    }
}
