//! The memory layout of features while states go through a machine.
//!
//! For each level and arity there is a row for each tuple of objects of each state, with the states one after the other and the
//! tuples in lexicographic order. A row holds the features of the tuple, and the inputs that the next layer takes from the arity
//! above: least and greatest values over the last object.

use super::groups::in_groups;
use super::shape::{ARITIES, Shape};
use super::states::States;
use std::ops::Range;

/// The widths of the rows of a level's arity, in whole groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tensor {
    /// The width of the tuple's own features.
    pub own: usize,
    /// The width of the least values of the arity above, and again of the greatest.
    pub reduced: usize,
    /// Are the own features read directly, not only through least and greatest values?
    pub direct: bool,
}

impl Tensor {
    /// The width of a row.
    pub fn width(self) -> usize {
        self.own + 2 * self.reduced
    }
}

/// The tensors of all levels.
pub(super) fn tensors(shape: &Shape) -> Vec<[Tensor; ARITIES]> {
    let levels = shape.levels();
    let tensor = |level: usize, arity: usize| {
        let features = |level: usize, arity: usize| {
            levels.get(level).and_then(|level| level.get(arity)).copied().unwrap_or(0)
        };
        let taken = features(level + 1, arity) > 0;
        Tensor {
            own: in_groups(features(level, arity)),
            reduced: if taken { in_groups(features(level, arity + 1)) } else { 0 },
            direct: taken || features(level + 1, arity + 1) > 0,
        }
    };
    (0..levels.len()).map(|level| std::array::from_fn(|arity| tensor(level, arity))).collect()
}

/// The rows of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateRows {
    pub objects: usize,
    /// By arity: the first row.
    pub first: [usize; ARITIES],
}

impl StateRows {
    /// The rows of an arity.
    pub fn of(&self, arity: usize) -> Range<usize> {
        self.first[arity]..self.first[arity] + tuples(self.objects, arity)
    }
}

/// The number of tuples of an arity.
pub(crate) fn tuples(objects: usize, arity: usize) -> usize {
    (0..arity).fold(1, |tuples: usize, _| tuples.saturating_mul(objects))
}

/// Lays out the states of a range one after the other. Returns the number of rows of each arity.
pub(super) fn place(states: &States, range: Range<usize>, rows: &mut Vec<StateRows>) -> [usize; ARITIES] {
    rows.clear();
    let mut first = [0; ARITIES];
    for state in range {
        let objects = states.objects(state);
        rows.push(StateRows { objects, first });
        first.iter_mut().enumerate().for_each(|(arity, row)| *row += tuples(objects, arity));
    }
    first
}

/// The states from `first` on that go through the machine together: at least one, and as many as fit into the cache.
pub(super) fn together(states: &States, breadth: usize, first: usize) -> Range<usize> {
    const TUPLES: usize = 16_384;
    let mut tuples_so_far = 0;
    let fits = |state: &usize| {
        tuples_so_far += tuples(states.objects(*state), breadth.min(ARITIES - 1)).max(1);
        *state == first || tuples_so_far <= TUPLES
    };
    first..first + (first..states.len()).take_while(fits).count()
}
