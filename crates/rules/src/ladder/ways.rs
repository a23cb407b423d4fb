//! All values of variables that satisfy a part of a body, with the states in which they do.

use std::sync::Arc;

use induction::Bits;
use induction::language::{Atom, MOST_VARIABLES};

use super::vocabulary::{Meaning, Value};
use super::{Facts, Vocabulary};

/// All values for the variables of a part of a body, each with the states in which they satisfy the part.
///
/// Sets are shared: a literal that does not depend on the state leaves them as they are.
#[derive(Clone, Debug)]
pub(crate) struct Ways<'a> {
    vocabulary: &'a Vocabulary,
    facts: &'a Facts,
    ways: Vec<(Values, Arc<Bits>)>,
    /// All states.
    all: Arc<Bits>,
    /// The variables that have values, by their numbers.
    known: u16,
}

type Values = [Value; MOST_VARIABLES];

/// The effect of adding a literal to a part.
pub(crate) struct Effect {
    /// The states in which the part then holds.
    pub(crate) covers: Bits,
    /// Does it leave all states of all ways as they are?
    pub(crate) is_idle: bool,
}

/// A part with more ways than this is not looked into.
const MOST_WAYS: usize = 20_000;

impl<'a> Ways<'a> {
    /// The ways of a body; `None` if there are too many.
    pub(crate) fn of(vocabulary: &'a Vocabulary, facts: &'a Facts, body: &[Atom]) -> Option<Self> {
        let all = Arc::new(Bits::all(facts.len()));
        let first = ([0; MOST_VARIABLES], all.clone());
        let mut ways = Self { vocabulary, facts, ways: vec![first], all, known: 1 };
        for atom in ways.in_order(body) {
            let mut next = Vec::new();
            ways.for_each_with(atom, |values, before, also| {
                let covers = match also {
                    None => before.clone(),
                    Some(also) if Arc::ptr_eq(before, &ways.all) => also.clone(),
                    Some(also) => Arc::new(before.and(also)),
                };
                if also.is_none() || !covers.is_empty() {
                    next.push((values, covers));
                }
            });
            if next.len() > MOST_WAYS {
                return None;
            }
            ways.known |= atom.mask(ways.arity(atom));
            ways.ways = next;
        }
        Some(ways)
    }

    /// Literals in an order that keeps the ways few: those over values alone first where they can be looked up.
    fn in_order(&self, body: &[Atom]) -> Vec<Atom> {
        let mut left: Vec<Atom> = body.to_vec();
        let mut order = Vec::with_capacity(left.len());
        let mut known = self.known;
        while !left.is_empty() {
            let weight = |atom: &Atom| {
                let fresh = (atom.mask(self.arity(*atom)) & !known).count_ones();
                let choices = match self.vocabulary.meaning(atom.predicate()) {
                    Meaning::OfValues(tuples) if fresh > 0 => tuples.len(),
                    _ => 10_usize.saturating_pow(fresh),
                };
                if fresh == 0 { 0 } else { choices }
            };
            let next = (0..left.len()).min_by_key(|&place| weight(&left[place])).unwrap_or(0);
            let atom = left.remove(next);
            known |= atom.mask(self.arity(atom));
            order.push(atom);
        }
        order
    }

    fn arity(&self, atom: Atom) -> usize {
        self.vocabulary.frame().body[atom.predicate()].arity()
    }

    /// The effect of adding a literal.
    pub(crate) fn with(&self, atom: Atom) -> Effect {
        let mut covers = Bits::none(self.facts.len());
        let brings = atom.mask(self.arity(atom)) & !self.known != 0;
        let (mut is_idle, mut count) = (!brings, 0);
        self.for_each_with(atom, |_, before, also| {
            count += 1;
            match also {
                None => covers.add(before),
                Some(also) => {
                    is_idle = is_idle && before.is_subset(also);
                    covers.add_both(before, also);
                }
            }
        });
        Effect { covers, is_idle: is_idle && count == self.ways.len() }
    }

    /// Calls `visit` with each way in which the part may hold with a literal more: the values, the states so far, and those in
    /// which the literal holds, if not all.
    fn for_each_with<'b>(
        &'b self,
        atom: Atom,
        mut visit: impl FnMut(Values, &'b Arc<Bits>, Option<&'b Arc<Bits>>),
    ) {
        let predicate = atom.predicate();
        let arity = self.arity(atom);
        match self.vocabulary.meaning(predicate) {
            Meaning::OfValues(tuples) => {
                for (values, covers) in &self.ways {
                    for tuple in tuples {
                        if let Some(values) = self.matched(atom, values, tuple) {
                            visit(values, covers, None);
                        }
                    }
                }
            }
            &Meaning::OfState(first) => {
                let fresh: Vec<(usize, usize)> = (1..arity)
                    .map(|place| (place, usize::from(atom.argument(place))))
                    .filter(|&(_, variable)| self.known >> variable & 1 == 0)
                    .map(|(place, variable)| (variable, self.count(predicate, place)))
                    .collect();
                for (values, covers) in &self.ways {
                    let mut values = *values;
                    self.choose(&fresh, &mut values, &mut |values| {
                        let arguments = (1..arity).map(|place| values[usize::from(atom.argument(place))]);
                        let ground = self.vocabulary.atom(predicate, first, arguments);
                        visit(*values, covers, Some(self.facts.holding(ground)));
                    });
                }
            }
        }
    }

    fn count(&self, predicate: usize, place: usize) -> usize {
        self.vocabulary.values(self.vocabulary.frame().body[predicate].types[place])
    }

    /// The values extended by those of a tuple, if they agree.
    fn matched(&self, atom: Atom, values: &Values, tuple: &[Value]) -> Option<Values> {
        let mut matched = *values;
        for (place, &value) in tuple.iter().enumerate() {
            let variable = usize::from(atom.argument(place));
            if self.known >> variable & 1 == 0 {
                matched[variable] = value;
            } else if values[variable] != value {
                return None;
            }
        }
        Some(matched)
    }

    /// All values for new variables.
    fn choose(&self, fresh: &[(usize, usize)], values: &mut Values, visit: &mut dyn FnMut(&Values)) {
        let Some((&(variable, count), rest)) = fresh.split_first() else { return visit(values) };
        for value in 0..count {
            values[variable] = value as Value;
            self.choose(rest, values, visit);
        }
    }
}
