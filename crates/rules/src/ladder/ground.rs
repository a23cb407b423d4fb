//! Conditions as disjunctions of conjunctions of ground atoms.

use induction::{Bits, Literal, Variable};

use super::vocabulary::{Meaning, Value};
use super::{Facts, Vocabulary};

/// A condition written out: it holds if all ground atoms of any of these choices hold. Choices are in order, each once, without
/// those implied by a single atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ground {
    pub(crate) choices: Vec<Vec<u32>>,
}

/// A condition with more choices than this is not written out.
const MOST_CHOICES: usize = 1 << 20;

impl Ground {
    /// Of literals that are connected by their variables; `None` if there are too many choices.
    pub(crate) fn new(vocabulary: &Vocabulary, literals: &[Literal]) -> Option<Self> {
        let mut writing = Writing { vocabulary, literals, choices: Vec::new(), chosen: Vec::new() };
        let variables = literals.iter().flat_map(|literal| &literal.arguments).max().copied().unwrap_or(0);
        let mut values = vec![None; usize::from(variables) + 1];
        writing.choose(&mut values, (1 << literals.len()) - 1)?;
        let mut choices = writing.choices;
        choices.sort_unstable_by_key(|choice| (choice.len(), choice.clone()));
        choices.dedup();
        Some(Self { choices: without_larger(choices) })
    }

    /// The states in which it holds.
    pub(crate) fn covers(&self, facts: &Facts) -> Bits {
        let mut covers = Bits::none(facts.len());
        for choice in &self.choices {
            let mut sets = choice.iter().map(|&atom| facts.holding(atom as usize));
            match (sets.next(), sets.next()) {
                (None, _) => return Bits::all(facts.len()),
                (Some(one), None) => covers.add(one),
                (Some(one), Some(other)) => covers.add(&sets.fold(one.and(other), |all, set| all.and(set))),
            }
        }
        covers
    }
}

/// Leaves out choices that contain an atom which is a choice by itself. Larger choices are rarely part of each other, and
/// keeping them costs nothing but time.
fn without_larger(choices: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let single: Vec<u32> =
        choices.iter().filter(|choice| choice.len() == 1).map(|choice| choice[0]).collect();
    let is_larger =
        |choice: &Vec<u32>| choice.len() > 1 && choice.iter().any(|atom| single.binary_search(atom).is_ok());
    choices.into_iter().filter(|choice| !is_larger(choice)).collect()
}

struct Writing<'a> {
    vocabulary: &'a Vocabulary,
    literals: &'a [Literal],
    choices: Vec<Vec<u32>>,
    chosen: Vec<u32>,
}

impl Writing<'_> {
    /// All choices of values for literals that are left.
    fn choose(&mut self, values: &mut [Option<Value>], left: u64) -> Option<()> {
        if left == 0 {
            let mut choice = self.chosen.clone();
            choice.sort_unstable();
            choice.dedup();
            self.choices.push(choice);
            return (self.choices.len() <= MOST_CHOICES).then_some(());
        }
        let next = self.most_settled(values, left);
        let Literal { predicate, arguments } = &self.literals[next];
        let (left, predicate) = (left & !(1 << next), usize::from(*predicate));
        match self.vocabulary.meaning(predicate) {
            Meaning::OfValues(tuples) => {
                for tuple in tuples {
                    let before = values.to_vec();
                    let agrees = arguments.iter().zip(tuple).all(|(&variable, &value)| {
                        *values[usize::from(variable)].get_or_insert(value) == value
                    });
                    if agrees {
                        self.choose(values, left)?;
                    }
                    values.copy_from_slice(&before);
                }
            }
            &Meaning::OfState(first) => {
                self.choose_atom(values, left, predicate, first, &arguments[1..], 0)?
            }
        }
        Some(())
    }

    fn choose_atom(
        &mut self,
        values: &mut [Option<Value>],
        left: u64,
        predicate: usize,
        first: usize,
        arguments: &[Variable],
        place: usize,
    ) -> Option<()> {
        let Some(&variable) = arguments.get(place) else {
            let known = arguments.iter().map(|&variable| values[usize::from(variable)].unwrap_or(0));
            self.chosen.push(self.vocabulary.atom(predicate, first, known) as u32);
            self.choose(values, left)?;
            self.chosen.pop();
            return Some(());
        };
        if values[usize::from(variable)].is_some() {
            return self.choose_atom(values, left, predicate, first, arguments, place + 1);
        }
        let of = self.vocabulary.frame().body[predicate].types[place + 1];
        for value in 0..self.vocabulary.values(of) {
            values[usize::from(variable)] = Some(value as Value);
            self.choose_atom(values, left, predicate, first, arguments, place + 1)?;
        }
        values[usize::from(variable)] = None;
        Some(())
    }

    /// The literal that leaves the fewest choices: one over values alone, or one with the fewest new variables.
    fn most_settled(&self, values: &[Option<Value>], left: u64) -> usize {
        let weight = |&number: &usize| {
            let Literal { predicate, arguments } = &self.literals[number];
            match self.vocabulary.meaning(usize::from(*predicate)) {
                Meaning::OfValues(tuples) => tuples.len(),
                Meaning::OfState(_) => {
                    let is_new = |&&variable: &&Variable| values[usize::from(variable)].is_none();
                    let new = arguments[1..].iter().filter(is_new).count();
                    if new == 0 { 0 } else { 1000 * new }
                }
            }
        };
        (0..self.literals.len()).filter(|number| left >> number & 1 == 1).min_by_key(weight).unwrap_or(0)
    }
}

/// Splits literals into groups connected by variables other than the state.
pub(crate) fn parts(literals: &[Literal]) -> Vec<Vec<Literal>> {
    let mut parts: Vec<(u64, Vec<Literal>)> = Vec::new();
    for literal in literals {
        let locals = literal.arguments.iter().filter(|&&variable| variable > 0);
        let mut mask = locals.fold(0_u64, |mask, &variable| mask | 1 << variable.min(63));
        let mut joined = vec![literal.clone()];
        parts.retain_mut(|(own, part)| {
            let is_joined = *own & mask != 0;
            if is_joined {
                mask |= *own;
                joined.append(part);
            }
            !is_joined
        });
        parts.push((mask, joined));
    }
    parts.into_iter().map(|(_, part)| part).collect()
}
