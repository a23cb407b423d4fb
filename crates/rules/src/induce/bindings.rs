//! All ways in which a part of a body holds for examples.

use super::bits::Bits;
use super::body::{Atom, MOST_VARIABLES, Names};
use super::contexts::Contexts;
use super::index::Index;
use super::language::Language;
use super::table::{Joint, Table};
use crate::Variable;

/// What parts are asked about.
#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) language: &'a Language<'a>,
    indexes: Vec<Index>,
    /// By the set of variables of the head that count.
    contexts: Vec<Contexts>,
}

/// All ways in which a part of a body holds for examples.
#[derive(Debug)]
pub(crate) struct Bindings<'a> {
    world: &'a World<'a>,
    /// The variables of the head that the part has.
    heads: u16,
    /// How many others it has.
    locals: usize,
    table: Table,
    /// The column of each variable.
    columns: [Variable; MOST_VARIABLES],
}

/// The examples that a body holds for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coverage {
    pub(crate) positive: Bits,
    pub(crate) negative: Bits,
}

/// A table with more rows than this is not made: a body that holds in so many ways says little.
const MOST_ROWS: usize = 4_000_000;

impl<'a> World<'a> {
    pub(crate) fn new(language: &'a Language<'a>) -> Self {
        let problem = language.problem;
        let index = |relation| Index::new(relation, problem.constants.len());
        let contexts = (0..1_u16 << language.head).map(|mask| Contexts::new(&problem.examples, mask));
        Self {
            language,
            indexes: problem.relations.iter().map(index).collect(),
            contexts: contexts.collect(),
        }
    }
}

impl<'a> Bindings<'a> {
    /// Of the empty part.
    pub(crate) fn new(world: &'a World<'a>) -> Self {
        Self { world, heads: 0, locals: 0, table: Table::of_nothing(), columns: [0; MOST_VARIABLES] }
    }

    /// Of the part with a literal more and other names; `None` if that holds in too many ways.
    pub(crate) fn with(&self, atom: Atom, names: &Names) -> Option<Self> {
        let wider = self.widened(atom);
        let wide = wider.as_ref().unwrap_or(self);
        let head = self.world.language.head;
        let arity = self.world.language.arities[atom.predicate()];
        let index = &self.world.indexes[atom.predicate()];
        let (joint, fresh) = wide.in_columns(atom);
        let table = wide.table.joined(joint, index, arity, MOST_ROWS)?;
        let mut columns = [0; MOST_VARIABLES];
        columns[..head].copy_from_slice(&wide.columns[..head]);
        for variable in head..head + self.locals + fresh {
            columns[usize::from(names[variable])] = wide.column(variable);
        }
        Some(Self { world: self.world, heads: wide.heads, locals: self.locals + fresh, table, columns })
    }

    /// With the variables of the head that a literal brings; `None` if it brings none.
    fn widened(&self, atom: Atom) -> Option<Self> {
        let World { language, contexts, .. } = self.world;
        let all: u16 = (1 << language.head) - 1;
        let heads = self.heads | atom.mask(language.arities[atom.predicate()]) & all;
        if heads == self.heads {
            return None;
        }
        let (before, after) = (&contexts[usize::from(self.heads)], &contexts[usize::from(heads)]);
        let brought: Vec<usize> =
            (0..language.head).filter(|variable| (heads & !self.heads) >> variable & 1 == 1).collect();
        // Where each is among the values of a context.
        let place = |variable: &usize| (heads & ((1 << variable) - 1)).count_ones() as usize;
        let places: Vec<usize> = brought.iter().map(place).collect();
        let table = self.table.widened(after.len(), |number| {
            let values = after.values(number);
            (after.number_in(before, number), places.iter().map(|&place| values[place]))
        });
        let mut columns = self.columns;
        for (count, &variable) in brought.iter().enumerate() {
            columns[variable] = (self.table.width + count) as Variable;
        }
        Some(Self { world: self.world, heads, locals: self.locals, table, columns })
    }

    /// The column of a variable; new ones come after all others.
    fn column(&self, variable: usize) -> Variable {
        match variable.checked_sub(self.world.language.head + self.locals) {
            Some(new) => (self.table.width + new) as Variable,
            None => self.columns[variable],
        }
    }

    /// A literal with columns for variables, and the number of its new variables, which become further columns.
    fn in_columns(&self, atom: Atom) -> (Atom, usize) {
        let language = self.world.language;
        let arity = language.arities[atom.predicate()];
        let known = language.head + self.locals;
        let column = |variable: Variable| self.column(usize::from(variable));
        let arguments: Vec<Variable> = atom.arguments(arity).map(column).collect();
        let fresh = atom.arguments(arity).filter(|&variable| usize::from(variable) >= known).count();
        (Atom::new(atom.predicate(), &arguments), fresh)
    }

    /// What the part holds for with a literal more; `None` if the literal is no use: it holds for no positive example, or it
    /// rules out no way in which the part holds for a negative one and `has_to_rule_out`.
    pub(crate) fn coverage_with(&self, atom: Atom, has_to_rule_out: bool) -> Option<Coverage> {
        let wider = self.widened(atom);
        let wide = wider.as_ref().unwrap_or(self);
        let arity = self.world.language.arities[atom.predicate()];
        let index = &self.world.indexes[atom.predicate()];
        let contexts = &self.world.contexts[usize::from(wide.heads)];
        let joint = Joint::new(wide.in_columns(atom).0, arity, wide.table.width, index);
        let is_idle =
            || !joint.is_open() && !wide.table.fails_somewhere(&joint, index, &contexts.has_negative);
        if has_to_rule_out && is_idle() {
            return None;
        }
        let coverage = contexts.coverage(&wide.table.covered(&joint, index, contexts.len()));
        (!coverage.positive.is_empty()).then_some(coverage)
    }
}
