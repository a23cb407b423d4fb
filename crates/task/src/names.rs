//! Many names in one allocation.

use std::fmt::{Display, Write};
use std::ops::Index;

/// A growing list of strings, stored back to back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// `ends[i]` is where name `i` ends and name `i + 1` starts.
    ends: Vec<usize>,
}

impl Names {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a name.
    pub fn push(&mut self, name: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{name}");
        self.ends.push(self.text.len());
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there no names?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The names in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| &self[index])
    }
}

impl Index<usize> for Names {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

impl<S: Display> FromIterator<S> for Names {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        let mut list = Self::new();
        for name in names {
            list.push(name);
        }
        list
    }
}

/// Predicate and arguments of a fact such as `Atom on(a, b)`; `None` for what is no fact that holds.
pub fn atom_parts(fact_name: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (predicate, arguments) = fact_name.strip_prefix("Atom ")?.strip_suffix(')')?.split_once('(')?;
    Some((predicate, arguments.split(", ").filter(|argument| !argument.is_empty())))
}

/// The place of each name in alphabetical order.
pub(crate) fn ranks<'a>(names: impl Iterator<Item = &'a str>) -> Vec<u32> {
    let names: Vec<&str> = names.collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&index| names[index]);
    let mut ranks = vec![0; names.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = rank as u32;
    }
    ranks
}
