//! Programs in the order of their size: clauses that do not recur, the bases, and those that do.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::{FxHashSet, FxHasher};
use tools::Checksum;

use super::answers::STEPS;
use super::bases::{Bases, Values, answer, go_on};
use super::clauses::{Bodies, Clauses};
use super::dependencies::dependencies;
use super::halves::Halves;
use super::knowledge::{Background, Knowledge, Tuple};
use super::plan::{self, Plan};
use super::weigh::Weighing;
use crate::induce::Watched;
use crate::language::{Atom, Language};
use crate::{Constant, Relation, Type, Variable};

/// How long it may take to find out what a body looks like.
const LOOK_STEPS: u64 = 3_000;

/// A search for the smallest program.
pub(super) struct Search<'a> {
    pub language: &'a Language<'a>,
    /// The number of the predicate to define.
    pub own: usize,
    pub knowledge: Knowledge<'a>,
    pub given: Vec<Variable>,
    clauses: Clauses<'a>,
    /// Bodies that hold for all positive examples: a program of one clause has one of them.
    covering: Clauses<'a>,
    /// What the bodies so far look like in the examples.
    looks: FxHashSet<(u16, u128)>,
    pub bases: Bases,
    /// By size.
    pub recursive: Vec<Recurrent>,
    pub halves: Halves,
    /// The best program so far, if examples may be wrong.
    pub weighing: Option<Weighing>,
    /// The positive examples for which bases hold by themselves, as bits, by the most literals of a base.
    pub direct: Vec<Vec<u64>>,
    pub positives: Vec<Example>,
    pub negatives: Vec<Example>,
    pub watched: &'a Watched<'a>,
}

/// Recursive clauses of one size, and the number of the half of each. There are many, and most are asked once if at all.
#[derive(Default)]
pub(super) struct Recurrent {
    pub bodies: Bodies,
    pub halves: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct Example {
    pub number: usize,
    pub all: Tuple,
    pub call: Tuple,
    pub wanted: Tuple,
}

/// There is no more time.
pub(super) struct Over;

/// A body as it is asked, in order.
pub(super) type Found = Vec<Vec<Atom>>;

impl<'a> Search<'a> {
    pub(super) fn new(
        language: &'a Language<'a>,
        own: usize,
        background: Option<&Background>,
        watched: &'a Watched<'a>,
        is_noisy: bool,
    ) -> Self {
        let problem = language.problem;
        let knowledge = Knowledge::new(problem, background, watched);
        let given = plan::given(language);
        let example = |(number, tuple): (usize, &[Constant])| {
            let mut all = Tuple::default();
            all.iter_mut().zip(tuple).for_each(|(value, &constant)| *value = knowledge.value(constant));
            let pick = |wanted: bool| {
                let mut some = Tuple::default();
                let places =
                    (0..language.head).filter(|place| given.contains(&(*place as Variable)) == wanted);
                some.iter_mut().zip(places).for_each(|(value, place)| *value = all[place]);
                some
            };
            Example { number, all, call: pick(true), wanted: pick(false) }
        };
        let examples = |relation: &Relation| relation.iter().enumerate().map(example).collect();
        let dependencies = dependencies(language, own, background);
        Self {
            language,
            own,
            clauses: Clauses::new(language, own, dependencies.clone()),
            covering: Clauses::new(language, own, dependencies),
            looks: FxHashSet::default(),
            bases: Bases::new(given.clone()),
            recursive: Vec::new(),
            halves: Halves::new(is_noisy),
            weighing: is_noisy.then(|| Weighing::new(problem.examples.positive.len())),
            direct: Vec::new(),
            positives: examples(&problem.examples.positive),
            negatives: examples(&problem.examples.negative),
            given,
            knowledge,
            watched,
        }
    }

    /// A program of this size, if there is one, given that there is none smaller.
    pub(super) fn of_size(&mut self, size: usize) -> Result<Option<Found>, Over> {
        if let Some(body) = self.single(size)? {
            return Ok(Some(vec![body]));
        }
        let most = self.language.problem.bias.max_clauses.max(2) - 1;
        for largest in 3..size.saturating_sub(1) {
            self.grow(largest.max(size - largest))?;
            if let Some(found) = self.with_recursive(size, largest, most)? {
                return Ok(Some(found));
            }
        }
        if size < 4 {
            return Ok(None);
        }
        self.grow(size - 2)?;
        let found = self.try_clauses(&[], size);
        // What was cut short has found nothing.
        if found.is_none() && self.watched.is_over() { Err(Over) } else { Ok(found) }
    }

    /// A program of one clause. Of bodies that the same values of variables satisfy, in all examples, one is enough: what is
    /// added to one can be added to the other.
    fn single(&mut self, size: usize) -> Result<Option<Vec<Atom>>, Over> {
        while self.covering.size + 1 < size && !self.covering.is_exhausted() {
            let all: Vec<Variable> = (0..self.language.head as Variable).collect();
            let Self { covering, knowledge, language, own, positives, negatives, looks, watched, .. } = self;
            let mut keeps = |body: &[Atom]| {
                watched.count(1);
                if body.iter().any(|atom| atom.predicate() == *own) {
                    return false;
                }
                let plan = Plan::new(language, knowledge, *own, &all, body);
                if !positives.iter().all(|example| holds(&plan, &all, example, knowledge)) {
                    return false;
                }
                let examples = positives.iter().chain(negatives.iter());
                match looks_of(&plan, examples, language.scope(body).types(), knowledge) {
                    None => true,
                    // Which variables of the head are used tells whether it can be that of a clause; so does how many there
                    // are of a type.
                    Some(look) => {
                        let used = language.used(body) & ((1 << language.head) - 1);
                        language.counts_locals() || language.names_matter() || looks.insert((used, look))
                    }
                }
            };
            let layer = covering.grow(watched, &mut keeps).ok_or(Over)?;
            for body in layer.bases.iter() {
                let plan = Plan::new(language, knowledge, *own, &all, body);
                let is_covered = |example: &Example| holds(&plan, &all, example, knowledge);
                if !negatives.iter().any(is_covered)
                    && self.positives.iter().all(|e| holds(&plan, &all, e, knowledge))
                {
                    return Ok(Some(Plan::new(language, knowledge, *own, &self.given, body).body));
                }
            }
        }
        Ok(None)
    }

    /// Makes all clauses up to this size known.
    pub(super) fn grow(&mut self, size: usize) -> Result<(), Over> {
        while self.clauses.size + 1 < size && !self.clauses.is_exhausted() {
            let layer = self.clauses.grow(self.watched, &mut |_| true).ok_or(Over)?;
            let Self { language, knowledge, own, given, .. } = self;
            let plan = |knowledge: &mut Knowledge<'a>, body: &[Atom]| {
                Plan::new(language, knowledge, *own, given, body)
            };
            let all: Vec<Variable> = (0..language.head as Variable).collect();
            for (number, body) in layer.bases.iter().enumerate() {
                if number % 64 == 0 && self.watched.is_over() {
                    return Err(Over);
                }
                self.watched.count(1);
                // A clause that holds for a negative example can't be part of any program.
                let asked = Plan::new(language, knowledge, *own, &all, body);
                if self.weighing.is_some()
                    || !self.negatives.iter().any(|example| holds(&asked, &all, example, knowledge))
                {
                    self.bases.plans.push(plan(knowledge, body));
                }
            }
            let size = self.clauses.size + 1;
            self.recursive.resize_with(size + 1, Recurrent::default);
            let mut recurrent = Recurrent { bodies: Bodies::new(size - 1), halves: Vec::new() };
            // Examples change places.
            let mut calls = vec![Tuple::default(); self.positives.len()];
            self.positives.iter().for_each(|example| calls[example.number] = example.call);
            for (number, body) in layer.recursive.iter().enumerate() {
                if number % 64 == 0 && self.watched.is_over() {
                    return Err(Over);
                }
                let plan = plan(knowledge, body);
                let half = self.halves.number(&plan, language.head, &calls, &mut self.bases, knowledge)?;
                // Where examples are right, what calls itself without end for one can't be part of any program.
                if self.weighing.is_some() || !self.halves.is_endless(half) {
                    recurrent.bodies.push(body);
                    recurrent.halves.push(half as u32);
                }
            }
            self.recursive[size] = recurrent;
        }
        Ok(())
    }
}

/// Does a body hold for an example?
fn holds(plan: &Plan, all: &[Variable], example: &Example, knowledge: &mut Knowledge<'_>) -> bool {
    let mut found = Vec::new();
    match answer(plan, all, &example.all, knowledge, &mut STEPS.clone(), &mut found) {
        Ok(()) => !found.is_empty(),
        Err(_) => {
            knowledge.give_up();
            false
        }
    }
}

/// What a body looks like in examples: a checksum of the values that satisfy it, the same whatever the names of variables, whose types
/// tell what can be added; none if there are too many.
fn looks_of<'e>(
    plan: &Plan,
    examples: impl Iterator<Item = &'e Example>,
    types: &[Type],
    knowledge: &mut Knowledge<'_>,
) -> Option<u128> {
    let mut rows: Vec<(usize, Values)> = Vec::new();
    let mut steps = LOOK_STEPS;
    for (number, example) in examples.enumerate() {
        let mut values = Values::default();
        values[..example.all.len()].copy_from_slice(&example.all);
        let mut note = |values: &Values| {
            rows.push((number, *values));
            true
        };
        go_on(plan, 0, &mut values, knowledge, &mut steps, &mut note).ok()?;
    }
    // Columns in an order that does not depend on names, as far as their values tell.
    let hashes = BuildHasherDefault::<FxHasher>::default();
    let column = |variable: usize| {
        let all = rows.iter().map(|(number, values)| hashes.hash_one((number, values[variable])));
        all.fold(0_u64, u64::wrapping_add)
    };
    let mut columns: Vec<(Type, u64, usize)> =
        types.iter().enumerate().map(|(variable, &of)| (of, column(variable), variable)).collect();
    columns.sort_unstable();
    let types: Vec<Type> = columns.iter().map(|&(of, ..)| of).collect();
    let order = |values: &Values| columns.iter().map(|&(.., at)| values[at]).collect::<Vec<_>>();
    let mut rows: Vec<(usize, Vec<_>)> =
        rows.iter().map(|(number, values)| (*number, order(values))).collect();
    rows.sort_unstable();
    // What looks the same is left out of a proof, so that no two may have the same checksum by chance.
    let mut look = Checksum::new();
    types.iter().for_each(|of| look.add(&of.to_le_bytes()));
    for (number, values) in &rows {
        look.add(&number.to_le_bytes());
        values.iter().for_each(|value| look.add(&value.to_le_bytes()));
    }
    Some(look.number())
}

/// The places of the bits that are set.
pub(super) fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place * 64 + bit)
    })
}
