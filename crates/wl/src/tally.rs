//! What is made of the colours of a state's nodes.

use std::sync::Arc;

use crate::Tally;

/// How many nodes have each colour, and last how many have one that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourCounts(Vec<u32>);

/// The sum of weights by colour. They are whole numbers, so that the sum does not depend on the way to a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSum {
    /// By colour; last for those that are not known.
    weights: Arc<[i64]>,
    sum: i64,
    unseen: u32,
}

impl ColourCounts {
    /// Of no nodes, for a palette of this many colours.
    pub fn new(colours: usize) -> Self {
        Self(vec![0; colours + 1])
    }

    /// By colour; last of those that are not known.
    pub fn counts(&self) -> &[u32] {
        &self.0
    }
}

impl Tally for ColourCounts {
    fn add(&mut self, colour: u32) {
        self.0[colour as usize] += 1;
    }

    fn remove(&mut self, colour: u32) {
        self.0[colour as usize] -= 1;
    }
}

impl WeightSum {
    /// Of no nodes, with a weight for each colour, and last for those that are not known.
    pub fn new(weights: Arc<[i64]>) -> Self {
        Self { weights, sum: 0, unseen: 0 }
    }

    /// The sum.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// How many colours are not known, all iterations together.
    pub fn unseen(&self) -> u32 {
        self.unseen
    }

    fn is_unseen(&self, colour: u32) -> bool {
        colour as usize + 1 == self.weights.len()
    }
}

impl Tally for WeightSum {
    fn add(&mut self, colour: u32) {
        self.sum = self.sum.wrapping_add(self.weights[colour as usize]);
        self.unseen += u32::from(self.is_unseen(colour));
    }

    fn remove(&mut self, colour: u32) {
        self.sum = self.sum.wrapping_sub(self.weights[colour as usize]);
        self.unseen -= u32::from(self.is_unseen(colour));
    }
}
