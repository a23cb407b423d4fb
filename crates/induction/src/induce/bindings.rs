//! All values of variables that satisfy a part of a body.

use std::sync::Arc;

use super::contexts::Contexts;
use super::coverage::Coverage;
use super::exists::Exists;
use super::joint::Joint;
use super::mark::{self, Mark};
use super::table::{Row, Table};
use super::world::{Link, World};
use crate::bits::{Bits, bits_of};
use crate::language::{Atom, MOST_VARIABLES, Names};
use crate::{Constant, Type, Variable};

/// The rows of values that satisfy a part of a body: a table, and literals that are not joined with it since the result would
/// be too large. A row has the values of the head's variables, of the table's, and of those that the literals add.
#[derive(Clone, Debug)]
pub(crate) struct Bindings<'a> {
    world: &'a World<'a>,
    table: Arc<Table>,
    /// The literals that are not joined yet, with columns for variables.
    pending: Vec<(Atom, Joint)>,
    /// The variables of the head that occur in the part.
    heads: u16,
    /// How many other variables it has.
    locals: usize,
    /// The column of each variable.
    columns: Names,
    /// The table for larger sets of head variables.
    widened: Vec<(u16, Arc<Table>)>,
}

/// The result of evaluating a part.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) coverage: Coverage,
    /// `None` if there are too many rows.
    pub(crate) mark: Option<Mark>,
    /// The number of rows, if they were counted.
    pub(crate) rows: Option<usize>,
}

/// Buffers for looking through a part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    values: Vec<Constant>,
    looks: Vec<u64>,
    covered: Bits,
}

/// The values of all variables.
type Values = [Constant; MOST_VARIABLES];

impl<'a> Bindings<'a> {
    /// Of the empty part.
    pub(crate) fn new(world: &'a World<'a>) -> Self {
        let mut columns = [0; MOST_VARIABLES];
        (0..).zip(&mut columns[..world.language.head]).for_each(|(variable, column)| *column = variable);
        let table = Arc::new(Table::of_nothing());
        Self { world, table, pending: Vec::new(), heads: 0, locals: 0, columns, widened: Vec::new() }
    }

    /// Of the part with a literal more and other names.
    pub(crate) fn with(&mut self, atom: Atom, names: &Names) -> Self {
        let head = self.world.language.head;
        let (mut next, atom, joint) = self.asking(atom);
        let is_about_table = joint.needs().all(|column| column < head + next.table.width);
        let can_join = next.pending.is_empty() || !joint.is_open() && is_about_table;
        if !(can_join && next.absorb(atom)) {
            next.pending.push((atom, joint));
        }
        // What did not fit before may fit now.
        while let Some(&(atom, _)) = next.pending.first()
            && !self.pending.is_empty()
            && next.absorb(atom)
        {
            next.pending.remove(0);
        }
        let before = next.columns;
        for variable in head..head + next.locals {
            next.columns[usize::from(names[variable])] = before[variable];
        }
        next
    }

    /// Joins the table with a literal, if the outcome is not too large.
    fn absorb(&mut self, atom: Atom) -> bool {
        let link = self.link(atom);
        let mut table = Table::empty(link.joint.width - self.world.language.head, self.contexts().len());
        let is_joined = self.join(&link, |row| table.push(row)).is_some();
        if is_joined {
            self.table = Arc::new(table);
        }
        is_joined
    }

    /// The examples that the part covers with a literal more, and its mark. `None` if the literal is no use: no positive
    /// example is covered any more; or `has_to_rule_out`, and it excludes no row of a negative example; or `is_worth_it`
    /// rejects the positive examples left.
    pub(crate) fn answer(
        &mut self,
        atom: Atom,
        has_to_rule_out: bool,
        is_worth_it: impl Fn(&Bits) -> bool,
        types: &[Type],
        scratch: &mut Scratch,
    ) -> Option<Answer> {
        let (next, atom, joint) = self.asking(atom);
        let contexts = next.contexts();
        let joined = if next.pending.is_empty() { next.look_through(atom, scratch) } else { None };
        let covered = match joined {
            Some(_) => scratch.covered.clone(),
            None => {
                // Most are denied for the positive examples, of which there may be few.
                let mut covered = next.covered(&joint, &contexts.positive);
                if !is_worth_it(&contexts.coverage(&covered).positive) {
                    return None;
                }
                let mut others = Bits::all(contexts.len());
                others.remove(&contexts.positive);
                covered.add(&next.covered(&joint, &others));
                covered
            }
        };
        let coverage = contexts.coverage(&covered);
        if coverage.positive.is_empty() || !is_worth_it(&coverage.positive) {
            return None;
        }
        let rules_out = || joined.unwrap_or_else(|| next.fails_somewhere(&joint));
        if has_to_rule_out && !joint.is_open() && !rules_out() {
            return None;
        }
        let mark = joined.map(|_| {
            let head = self.world.language.head;
            let mut of_columns = vec![0; next.locals];
            for (variable, &of) in types.iter().enumerate().skip(head) {
                of_columns[usize::from(next.columns[variable]) - head] = of;
            }
            mark::of(&scratch.values, &scratch.looks, &of_columns)
        });
        Some(Answer { coverage, mark, rows: joined.map(|_| scratch.looks.len()) })
    }

    /// Looks through all rows that satisfy a literal as well; returns the same as `join`.
    fn look_through(&self, atom: Atom, scratch: &mut Scratch) -> Option<bool> {
        scratch.values.clear();
        scratch.looks.clear();
        scratch.covered = Bits::none(self.contexts().len());
        self.join(&self.link(atom), |row| {
            scratch.values.extend_from_slice(row.values);
            scratch.looks.push(row.look);
            scratch.covered.add_words(row.contexts);
        })
    }

    /// The part with the variables that a literal adds, the literal with columns for variables, and how it is looked up.
    fn asking(&mut self, atom: Atom) -> (Self, Atom, Joint) {
        let language = self.world.language;
        let arity = language.arities[atom.predicate()];
        let known = language.head + self.locals;
        let heads = self.heads | atom.mask(arity) & ((1 << language.head) - 1);
        let table = self.table_for(heads);
        let (pending, columns) = (self.pending.clone(), self.columns);
        let mut next = Self {
            world: self.world,
            table,
            pending,
            heads,
            locals: self.locals,
            columns,
            widened: Vec::new(),
        };
        for variable in atom.arguments(arity).map(usize::from).filter(|&variable| variable >= known) {
            next.columns[variable] = variable as Variable;
            next.locals = next.locals.max(variable + 1 - language.head);
        }
        let in_columns: Vec<Variable> =
            atom.arguments(arity).map(|variable| next.columns[usize::from(variable)]).collect();
        let atom = Atom::new(atom.predicate(), &in_columns);
        (next, atom, Joint::new(atom, arity, known, self.world.index(atom.predicate())))
    }

    /// The table for a larger set of head variables.
    fn table_for(&mut self, heads: u16) -> Arc<Table> {
        if heads == self.heads {
            return Arc::clone(&self.table);
        }
        if let Some((_, table)) = self.widened.iter().find(|(known, _)| *known == heads) {
            return Arc::clone(table);
        }
        let seen_as = self.world.seen_as(self.heads, heads);
        let count = self.world.contexts(heads).len();
        let mut table = Table::empty(self.table.width, count);
        let mut contexts = Bits::none(count);
        for number in 0..self.table.len() {
            let row = self.table.row(number);
            contexts.clear();
            bits_of(row.contexts).for_each(|context| seen_as[context].add_to(contexts.words_mut()));
            table.push(Row::new(row.values, contexts.words()));
        }
        let table = Arc::new(table);
        self.widened.push((heads, Arc::clone(&table)));
        table
    }

    fn contexts(&self) -> &'a Contexts {
        self.world.contexts(self.heads)
    }

    /// How the table is joined with a literal.
    fn link(&self, atom: Atom) -> Link<'a> {
        self.world.link(atom, self.world.language.head + self.table.width, self.heads)
    }

    /// Calls `visit` with all rows that satisfy a literal as well. Returns whether some row of a negative example does not;
    /// `None` if there are too many.
    fn join(&self, link: &Link, mut visit: impl FnMut(Row)) -> Option<bool> {
        let Link { joint, grouped, .. } = link;
        let (head, width, index) = (self.world.language.head, self.table.width, link.index());
        let contexts = self.contexts();
        let negative = contexts.negative.words();
        let mut values = [0; MOST_VARIABLES];
        let mut both = vec![0; negative.len()];
        let (mut fails, mut rows) = (false, 0);
        let is_too_large = |rows| self.world.is_too_large(rows, joint.width - head, contexts.len());
        for number in 0..self.table.len() {
            let row = self.table.row(number);
            values[head..head + width].copy_from_slice(row.values);
            let mut holds = false;
            match grouped {
                None if !joint.is_open() => {
                    if joint.holds(&values, index) {
                        (holds, rows) = (true, rows + 1);
                        visit(row);
                    }
                }
                None => {
                    joint.any_filled(&mut values, index, |values, _| {
                        rows += 1;
                        visit(Row { values: &values[head..joint.width], ..row });
                        is_too_large(rows)
                    });
                }
                Some(grouped) => {
                    joint.any_filled(&mut values, index, |values, tuple| {
                        if grouped.meet(tuple, row.contexts, &mut both) {
                            rows += 1;
                            visit(Row::new(&values[head..joint.width], &both));
                            holds = !are_left(row.contexts, &both, negative);
                        }
                        is_too_large(rows)
                    });
                }
            }
            fails |= !holds && are_left(row.contexts, &[], negative);
            if is_too_large(rows) {
                return None;
            }
        }
        Some(fails)
    }

    /// The contexts among some that have a row which satisfies a literal.
    fn covered(&self, joint: &Joint, among: &Bits) -> Bits {
        let (head, contexts) = (self.world.language.head, self.contexts());
        let mut covered = Bits::none(contexts.len());
        let mut exists = self.exists(joint, false);
        let is_about_head = exists.needs_any(0..head);
        let mut values = [0; MOST_VARIABLES];
        for number in 0..self.table.len() {
            let row = self.table.row(number);
            values[head..head + row.values.len()].copy_from_slice(row.values);
            if !is_about_head {
                if exists.holds(&mut values, 0) {
                    covered.add_words(row.contexts);
                }
                continue;
            }
            for (place, (&word, &counts)) in row.contexts.iter().zip(among.words()).enumerate() {
                for bit in bits_of(&[word & counts & !covered.words()[place]]) {
                    contexts.fill((place * 64 + bit) as u32, &mut values);
                    if exists.holds(&mut values, 0) {
                        covered.insert(place * 64 + bit);
                    }
                }
            }
        }
        covered
    }

    /// Does any row of a negative example satisfy the part and not the literal?
    fn fails_somewhere(&self, joint: &Joint) -> bool {
        let negative = &self.contexts().negative;
        let mut exists = self.exists(joint, true);
        let mut values = [0; MOST_VARIABLES];
        (0..self.table.len()).any(|number| {
            !self.for_each_context(number, &mut values, |context, values| {
                !(negative.contains(context) && exists.holds(values, 0))
            })
        })
    }

    /// Checks that all pending literals hold with another one; with `shall_fail`, that they hold and the other one does not.
    fn exists<'j>(&'j self, joint: &'j Joint, shall_fail: bool) -> Exists<'j> {
        let index = |joint: &Joint| self.world.index(joint.predicate);
        let mut joints: Vec<_> = self.pending.iter().map(|(_, joint)| (joint, index(joint))).collect();
        let has_to_wait = joint.is_open() || shall_fail;
        // Otherwise it is asked as early as it can be.
        let place = match has_to_wait {
            true => joints.len(),
            false => {
                joints.iter().rposition(|(before, _)| before.brings_for(joint)).map_or(0, |last| last + 1)
            }
        };
        joints.insert(place, (joint, index(joint)));
        Exists::new(&joints, shall_fail)
    }

    /// Calls `visit` with each context of a row of the table, and the values of all variables, until it returns false. Did it
    /// never?
    fn for_each_context(
        &self,
        number: usize,
        values: &mut Values,
        mut visit: impl FnMut(usize, &mut Values) -> bool,
    ) -> bool {
        let head = self.world.language.head;
        let row = self.table.row(number);
        let contexts = self.contexts();
        values[head..head + row.values.len()].copy_from_slice(row.values);
        bits_of(row.contexts).all(|context| {
            contexts.fill(context as u32, values);
            visit(context, values)
        })
    }
}

/// Are there contexts in `counts` that are in `contexts` but not in `others`?
fn are_left(contexts: &[u64], others: &[u64], counts: &[u64]) -> bool {
    let others = others.iter().chain(std::iter::repeat(&0));
    contexts.iter().zip(others).zip(counts).any(|((own, other), count)| own & !other & count != 0)
}
