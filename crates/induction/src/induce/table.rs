//! Tables of the values that satisfy a part of a body.

use super::mark;
use crate::Constant;

/// All values of a part's variables other than the head's that satisfy it, each row once, with the contexts in which they do.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// How many variables there are.
    pub(crate) width: usize,
    /// How many words a set of contexts has.
    words: usize,
    len: usize,
    values: Vec<Constant>,
    contexts: Vec<u64>,
    /// The hashes of the sets of contexts.
    looks: Vec<u64>,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) values: &'a [Constant],
    pub(crate) contexts: &'a [u64],
    /// The hash of the set of contexts.
    pub(crate) look: u64,
}

impl<'a> Row<'a> {
    pub(crate) fn new(values: &'a [Constant], contexts: &'a [u64]) -> Self {
        Self { values, contexts, look: mark::look(contexts) }
    }
}

impl Table {
    /// No rows, with `width` variables and for `contexts` contexts.
    pub(crate) fn empty(width: usize, contexts: usize) -> Self {
        let mut table =
            Self { width: 0, words: 0, len: 0, values: Vec::new(), contexts: Vec::new(), looks: Vec::new() };
        table.clear(width, contexts);
        table
    }

    /// One row without variables, in the only context that there is for the empty set of head variables.
    pub(crate) fn of_nothing() -> Self {
        let mut table = Self::empty(0, 1);
        table.push(Row::new(&[], &[1]));
        table
    }

    pub(crate) fn clear(&mut self, width: usize, contexts: usize) {
        (self.width, self.words, self.len) = (width, contexts.div_ceil(64), 0);
        self.values.clear();
        self.contexts.clear();
        self.looks.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, row: Row) {
        self.values.extend_from_slice(row.values);
        self.contexts.extend_from_slice(row.contexts);
        self.looks.push(row.look);
        self.len += 1;
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn row(&self, number: usize) -> Row<'_> {
        Row {
            values: &self.values[number * self.width..][..self.width],
            contexts: &self.contexts[number * self.words..][..self.words],
            look: self.looks[number],
        }
    }
}
