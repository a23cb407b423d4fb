//! `:init`.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::fault::{Fault, Result, in_parentheses, quoted};
use crate::sexpr::{Node, Nodes};
use crate::source::Span;
use crate::symbols::{Symbol, keyword};
use crate::{FunctionId, FunctionValue, GroundAtom, ObjectId};

use super::atom::{object, objects, predicate};
use super::cost::undeclared_total_cost;
use super::formula::exactly;
use super::notes::Notes;
use super::number::{looks_like_number, number};
use super::unknown::unknown_function;
use super::vocabulary::Vocabulary;

/// An initial state in the making.
pub(crate) struct Init<'a> {
    vocabulary: &'a Vocabulary<'a>,
    atoms: Vec<GroundAtom>,
    /// Positions in `atoms`.
    seen: HashTable<u32>,
    /// The atoms that are stated not to hold, and where.
    denied: Vec<(GroundAtom, Span)>,
    values: Vec<FunctionValue>,
    value_of: FxHashMap<(FunctionId, Box<[ObjectId]>), u64>,
}

impl<'a> Init<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary<'a>) -> Self {
        Self {
            vocabulary,
            atoms: Vec::new(),
            seen: HashTable::new(),
            denied: Vec::new(),
            values: Vec::new(),
            value_of: FxHashMap::default(),
        }
    }

    /// The atoms and the values, in the order of the text.
    pub(crate) fn finish(self) -> Result<(Vec<GroundAtom>, Vec<FunctionValue>)> {
        match self.denied.iter().find(|(atom, _)| self.has(atom)) {
            Some((_, place)) => Err(Fault::error(*place, "the same atom holds and does not hold")
                .label("it is in `:init` without `not`, too")),
            None => Ok((self.atoms, self.values)),
        }
    }

    /// Reads a section's content.
    pub(crate) fn read(&mut self, section: Nodes<'_>, notes: &mut Notes) -> Result<()> {
        section.into_iter().try_for_each(|node| self.element(node, notes))
    }

    fn element(&mut self, node: Node<'_>, notes: &mut Notes) -> Result<()> {
        let Some((head, symbol)) = node.head() else {
            return Err(expected_atom(node));
        };
        match symbol {
            keyword::EQUAL => self.equation(node, notes),
            keyword::NOT => {
                let [inner] = exactly(node)?;
                let Some((head, symbol)) = inner.head() else {
                    return Err(expected_atom(inner));
                };
                // Atoms that are not listed are false anyway, so a negative one that has been checked adds nothing.
                let atom = self.atom(inner, head, symbol, notes)?;
                self.denied.push((atom, node.span()));
                Ok(())
            }
            keyword::AND => Err(Fault::error(head.span(), "`:init` is a list of atoms, not a condition")
                .help("leave out the `and` and its parentheses")),
            keyword::AT if is_timed(node.tail()) => {
                Err(Fault::unsupported(node.span(), "timed initial literals"))
            }
            _ => {
                let atom = self.atom(node, head, symbol, notes)?;
                self.add(atom);
                Ok(())
            }
        }
    }

    fn atom(&self, node: Node<'_>, head: Node<'_>, symbol: Symbol, notes: &mut Notes) -> Result<GroundAtom> {
        let predicate = predicate(self.vocabulary, node, head, symbol)?;
        if self.vocabulary.derived[predicate.index()] {
            let message = format!("derived predicate {} in the initial state", quoted(head.word()));
            return Err(Fault::error(head.span(), message).label("its :derived rules decide it"));
        }
        let parameters = &self.vocabulary.predicates[predicate.index()].parameters;
        Ok(GroundAtom { predicate, args: objects(self.vocabulary, notes, node, parameters)? })
    }

    fn has(&self, atom: &GroundAtom) -> bool {
        let is_it = |&position: &u32| self.atoms[position as usize] == *atom;
        self.seen.find(FxBuildHasher.hash_one(atom), is_it).is_some()
    }

    fn add(&mut self, atom: GroundAtom) {
        let hash = FxBuildHasher.hash_one(&atom);
        let atoms = &mut self.atoms;
        if self.seen.find(hash, |&other| atoms[other as usize] == atom).is_none() {
            let position = atoms.len() as u32;
            atoms.push(atom);
            self.seen.insert_unique(hash, position, |&other| FxBuildHasher.hash_one(&atoms[other as usize]));
        }
    }

    /// `(= (function object…) number)` or `(= object object)`.
    fn equation(&mut self, node: Node<'_>, notes: &mut Notes) -> Result<()> {
        let [left, right] = exactly(node)?;
        if left.is_list() {
            return self.value(left, right, notes);
        }
        let is_function =
            left.symbol().is_some_and(|symbol| self.vocabulary.function_ids.get(symbol).is_some());
        if is_function || right.is_list() {
            let fault = Fault::error(left.span(), "expected `(function object …)`");
            return Err(fault.help(in_parentheses(left.word())));
        }
        if object(self.vocabulary, left)? != object(self.vocabulary, right)? {
            let fault = Fault::error(node.span(), "different objects are never equal");
            notes.warn(fault.label("has no effect"))?;
        }
        Ok(())
    }

    fn value(&mut self, term: Node<'_>, value: Node<'_>, notes: &mut Notes) -> Result<()> {
        let Some((head, symbol)) = term.head() else {
            return Err(Fault::error(term.span(), "expected `(function object …)`"));
        };
        if symbol == keyword::TOTAL_COST {
            return self.total_cost(term, value, notes);
        }
        let Some(function) = self.vocabulary.function_ids.get(symbol) else {
            return Err(unknown_function(self.vocabulary, head));
        };
        let parameters = &self.vocabulary.functions[function.index()].parameters;
        let args = objects(self.vocabulary, notes, term, parameters)?;
        let number = number(value)?;
        match self.value_of.insert((function, args.clone()), number) {
            None => self.values.push(FunctionValue { function, args, value: number }),
            Some(before) if before == number => {}
            Some(before) => {
                let fault = Fault::error(value.span(), "a second value for the same term");
                return Err(fault.label(format!("it was {before} before")));
            }
        }
        Ok(())
    }

    /// Checks a value for `total-cost`. It has no effect: costs are counted from zero.
    fn total_cost(&self, term: Node<'_>, value: Node<'_>, notes: &mut Notes) -> Result<()> {
        if term.children().count() != 1 {
            return Err(Fault::error(term.span(), "`total-cost` takes no arguments"));
        }
        if self.vocabulary.function_ids.get(keyword::TOTAL_COST).is_none() {
            notes.warn(undeclared_total_cost(term))?;
        }
        if number(value)? != 0 {
            let fault = Fault::error(value.span(), "plan costs are counted from 0");
            notes.warn(fault.label("has no effect"))?;
        }
        Ok(())
    }
}

fn expected_atom(node: Node<'_>) -> Box<Fault> {
    if node.is_list() {
        return Fault::error(node.span(), "expected `(predicate object …)`");
    }
    let fault = Fault::error(node.span(), format!("expected an atom, found {}", quoted(node.word())));
    fault.help(in_parentheses(node.word()))
}

/// `(at 5 (p …))`, in contrast to the atom `(at object place)`.
fn is_timed(mut parts: Nodes<'_>) -> bool {
    parts.next().is_some_and(|time| looks_like_number(time.word())) && parts.next().is_some_and(Node::is_list)
}
