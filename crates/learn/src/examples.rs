//! Training examples.

use crate::cost_range::CostRange;
use crate::features::FeatureRows;
use crate::head::Prior;

/// States with their features, bounds and costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    /// The features.
    pub rows: FeatureRows,
    /// The values of other heuristics: residuals and bounds.
    pub known: Vec<Prior>,
    /// The costs to the goal.
    pub targets: Vec<CostRange>,
    /// The features of states whose cost nobody knows, where they are wanted as noise.
    pub unlabelled: FeatureRows,
}

impl Examples {
    /// No examples yet; `rows` gives the kind of features.
    pub fn new(rows: FeatureRows) -> Self {
        Self { unlabelled: rows.like(), rows, known: Vec::new(), targets: Vec::new() }
    }

    /// These, or others if there are none: models are judged on the validation set, if there is one.
    pub(crate) fn or<'a>(&'a self, others: &'a Self) -> &'a Self {
        if self.is_empty() { others } else { self }
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.known.clear();
        self.targets.clear();
        self.unlabelled.clear();
    }

    /// Appends all of another set.
    pub(crate) fn append(&mut self, others: &Self) {
        self.extend_from(others, 0..others.len());
        (0..others.unlabelled.len()).for_each(|row| self.unlabelled.push_row_of(&others.unlabelled, row));
    }

    /// Appends the examples of another set at these positions.
    pub fn extend_from(&mut self, others: &Self, positions: impl Iterator<Item = usize>) {
        for position in positions {
            self.rows.push_row_of(&others.rows, position);
            self.known.push(others.known[position]);
            self.targets.push(others.targets[position]);
        }
    }
}
