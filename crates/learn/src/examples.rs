//! What a network learns from.

use crate::cost_range::CostRange;
use crate::features::FeatureRows;
use crate::head::Prior;

/// States with what is known of them and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    /// The features.
    pub rows: FeatureRows,
    /// What is known beside the features.
    pub known: Vec<Prior>,
    /// The costs to the goal.
    pub targets: Vec<CostRange>,
}

impl Examples {
    /// None yet, with room like `rows`.
    pub fn new(rows: FeatureRows) -> Self {
        Self { rows, known: Vec::new(), targets: Vec::new() }
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.known.clear();
        self.targets.clear();
    }

    /// Adds those of others at the positions given.
    pub fn extend_from(&mut self, others: &Self, positions: impl Iterator<Item = usize>) {
        for position in positions {
            self.rows.push_row_of(&others.rows, position);
            self.known.push(others.known[position]);
            self.targets.push(others.targets[position]);
        }
    }
}
