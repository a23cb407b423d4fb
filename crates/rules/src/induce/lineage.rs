//! The tables of parts, each made from that of the part it extends.

use super::bindings::Bindings;
use super::body::{Atom, Names};

/// Where a part comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the part that it extends, among those with a literal less.
    pub(crate) parent: usize,
    /// The literal, in the names of that part.
    pub(crate) atom: Atom,
    /// From those names to its own.
    pub(crate) names: Names,
}

/// How all parts came about, and the tables of the last one asked for and of all that it extends. Parts with the same
/// ancestors stand together, so that most tables are made once.
#[derive(Debug)]
pub(crate) struct Lineage<'a> {
    /// By the number of literals.
    steps: Vec<Vec<Step>>,
    tables: Vec<Option<(usize, Bindings<'a>)>>,
}

impl<'a> Lineage<'a> {
    /// Of the empty part.
    pub(crate) fn new(root: Bindings<'a>) -> Self {
        Self { steps: vec![Vec::new()], tables: vec![Some((0, root))] }
    }

    /// Adds all parts of the next size.
    pub(crate) fn add(&mut self, steps: Vec<Step>) {
        self.steps.push(steps);
        self.tables.push(None);
    }

    /// The tables of a part; `None` if it holds in too many ways.
    pub(crate) fn bindings(&mut self, size: usize, number: usize) -> Option<&Bindings<'a>> {
        let is_known =
            |tables: &Option<(usize, Bindings)>| tables.as_ref().is_some_and(|(known, _)| *known == number);
        if !is_known(&self.tables[size]) {
            let Step { parent, atom, names } = self.steps[size][number];
            let bindings = self.bindings(size - 1, parent)?.with(atom, &names)?;
            self.tables[size] = Some((number, bindings));
        }
        self.tables[size].as_ref().map(|(_, bindings)| bindings)
    }
}
