//! Encoded states, one sparse row for each.

use crate::{Encoding, Predecessors};

/// The inputs of many states, one sparse row for each: the nonzero inputs with their indices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    ends: Vec<usize>,
    inputs: Vec<(u32, f32)>,
}

impl Rows {
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows of some states.
    pub fn of<'a, S: Predecessors>(
        space: &S,
        encoding: &impl Encoding<S>,
        states: impl IntoIterator<Item = &'a S::State>,
    ) -> Self
    where
        S::State: 'a,
    {
        let mut rows = Self::new();
        states.into_iter().for_each(|state| rows.push(space, encoding, state));
        rows
    }

    /// Adds the row of a state.
    pub fn push<S: Predecessors>(&mut self, space: &S, encoding: &impl Encoding<S>, state: &S::State) {
        encoding.encode(space, state, &mut self.inputs);
        self.ends.push(self.inputs.len());
    }

    /// Removes all rows, and keeps their memory.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.inputs.clear();
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no rows?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A row; an empty one beyond the last.
    pub fn row(&self, number: usize) -> &[(u32, f32)] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends.get(before).copied().unwrap_or(0));
        let end = self.ends.get(number).copied().unwrap_or(start);
        &self.inputs[start..end]
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[(u32, f32)]> {
        (0..self.len()).map(|number| self.row(number))
    }
}
