//! Features of many states, one row for each.

use super::{FeatureKind, PLANNING_NAMES};
use network::{Inputs, SparseRows};

/// Features of many states, one row for each.
#[derive(Clone, Debug, PartialEq)]
pub enum FeatureRows {
    /// Zeros and ones.
    Ones(SparseRows),
    /// Numbers.
    Numbers {
        /// How many there are in a row.
        width: usize,
        /// The numbers of all rows.
        numbers: Vec<f32>,
    },
}

impl FeatureRows {
    /// No rows of a kind of features.
    pub fn for_kind(kind: FeatureKind) -> Self {
        match kind {
            FeatureKind::Facts => Self::Ones(SparseRows::new()),
            FeatureKind::Planning => Self::Numbers { width: PLANNING_NAMES.len(), numbers: Vec::new() },
        }
    }

    /// No rows, of the same kind.
    pub fn like(&self) -> Self {
        match self {
            Self::Ones(_) => Self::Ones(SparseRows::new()),
            Self::Numbers { width, .. } => Self::Numbers { width: *width, numbers: Vec::new() },
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Ones(rows) => rows.len(),
            Self::Numbers { width, numbers } => numbers.len() / width,
        }
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        match self {
            Self::Ones(rows) => rows.clear(),
            Self::Numbers { numbers, .. } => numbers.clear(),
        }
    }

    /// Adds a row of others, which have to be of the same kind.
    pub fn push_row_of(&mut self, others: &Self, row: usize) {
        match (self, others) {
            (Self::Ones(own), Self::Ones(others)) => own.push(others.row(row).iter().copied()),
            (Self::Numbers { numbers: own, .. }, Self::Numbers { width, numbers }) => {
                own.extend_from_slice(&numbers[row * width..(row + 1) * width]);
            }
            _ => debug_assert!(false, "rows of different kinds"),
        }
    }

    /// All rows as a network takes them.
    pub fn inputs(&self) -> Inputs<'_> {
        match self {
            Self::Ones(rows) => rows.inputs(),
            Self::Numbers { numbers, .. } => Inputs::Dense { rows: self.len(), values: numbers },
        }
    }
}
