//! The tables of parts, each made from the table of the part that it extends.

use super::bindings::Bindings;
use crate::language::{Atom, Names};

/// How a part was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the part that it extends, among those with a literal less.
    pub(crate) parent: u32,
    /// The literal, in the names of that part.
    pub(crate) atom: Atom,
    /// From those names to its own.
    pub(crate) names: Names,
}

/// How all parts came about, by the number of literals.
pub(crate) type Steps = Vec<Vec<Step>>;

/// The tables of the last part asked for and of all that it extends. Parts with the same ancestors stand together, so that
/// most tables are made once.
#[derive(Debug)]
pub(crate) struct Lineage<'a>(Vec<(u32, Bindings<'a>)>);

impl<'a> Lineage<'a> {
    /// Of the empty part.
    pub(crate) fn new(root: Bindings<'a>) -> Self {
        Self(vec![(0, root)])
    }

    /// The table of a part. The recursion is as deep as it has literals.
    pub(crate) fn bindings(&mut self, steps: &Steps, size: usize, number: u32) -> &mut Bindings<'a> {
        let is_known = self.0.get(size).is_some_and(|(known, _)| *known == number);
        if !is_known {
            let Step { parent, atom, names } = steps[size][number as usize];
            let bindings = self.bindings(steps, size - 1, parent).with(atom, &names);
            self.0.truncate(size);
            self.0.push((number, bindings));
        }
        &mut self.0[size].1
    }
}
