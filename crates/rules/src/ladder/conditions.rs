//! Conditions: parts of bodies that can be evaluated by themselves.

use hashbrown::{HashMap, HashSet};
use induction::Bits;
use induction::language::{Atom, Body, Canonical, Language};
use rustc_hash::FxBuildHasher;
use tools::threads::in_parallel;

use super::ways::Ways;
use super::{Facts, Vocabulary};

/// A part of a body, connected by its own variables, with the states in which it holds.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) says: Says,
    pub(crate) covers: Bits,
    /// How many literals it has.
    pub(crate) size: usize,
    /// How many variables it has besides the head's.
    pub(crate) locals: usize,
}

/// The content of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Literals.
    Literals(Body),
    /// A call of a rule learned before, by its number.
    Rule(u32),
}

/// All conditions, grown literal by literal.
#[derive(Debug)]
pub(crate) struct Conditions<'a> {
    vocabulary: &'a Vocabulary,
    facts: &'a Facts,
    language: Language<'a>,
    /// All parts of the largest size so far.
    growing: Vec<Body>,
    /// Those that hold in a set of states in which none with as few literals and variables holds, by size.
    pub(crate) found: Vec<Condition>,
    known: HashMap<Bits, usize, FxBuildHasher>,
    /// How many parts were tried.
    pub(crate) tried: u64,
}

/// Where examples have a topic (the goal that they are about), a part without the topic has at most this many literals, and one
/// with it gets no new variables after so many literals.
const MOST_BESIDE_TOPIC: usize = 3;

/// A part with one literal more, and the states in which it holds.
struct Grown {
    body: Body,
    covers: Bits,
}

impl<'a> Conditions<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary, facts: &'a Facts) -> Self {
        Self {
            vocabulary,
            facts,
            language: Language::new(vocabulary.frame()),
            growing: vec![Box::default()],
            found: Vec::new(),
            known: HashMap::default(),
            tried: 0,
        }
    }

    /// Grows all parts by a literal, on `threads` threads. False if it was stopped early; what was found stays.
    pub(crate) fn grow(&mut self, threads: usize, is_over: &(dyn Fn() -> bool + Sync)) -> bool {
        let growing = std::mem::take(&mut self.growing);
        let mut made: HashSet<Body, FxBuildHasher> = HashSet::default();
        for batch in growing.chunks(64 * threads.max(1)) {
            if is_over() {
                return false;
            }
            for (grown, tried) in self.grown(batch, threads) {
                self.tried += tried;
                for Grown { body, covers } in grown {
                    if made.insert(body.clone()) {
                        self.add(&body, covers);
                        if self.may_grow(&body) {
                            self.growing.push(body);
                        }
                    }
                }
            }
        }
        true
    }

    /// Is a part worth more literals? Long ones have to name the topic of the examples.
    fn may_grow(&self, body: &Body) -> bool {
        body.len() < MOST_BESIDE_TOPIC || self.vocabulary.topics().is_empty() || self.has_topic(body)
    }

    /// Does a literal add variables to a part that is already long?
    fn is_late(&self, body: &[Atom], atom: Atom) -> bool {
        let found = self.language.used(body);
        body.len() >= MOST_BESIDE_TOPIC && atom.mask(self.language.arities[atom.predicate()]) & !found != 0
    }

    /// Do literals name the topic of the examples? They do so at most once: each example has one topic.
    fn has_topic(&self, body: &[Atom]) -> bool {
        body.iter().any(|atom| self.vocabulary.topics().contains(&atom.predicate()))
    }

    /// Is there nothing left to grow?
    pub(crate) fn are_complete(&self) -> bool {
        self.growing.is_empty()
    }

    /// The extensions of some parts, in their order.
    fn grown(&self, batch: &[Body], threads: usize) -> Vec<(Vec<Grown>, u64)> {
        in_parallel(batch.len(), threads, |number| self.extended(&batch[number]))
    }

    /// All parts with one literal more than a given one that are worth extending, and how many were tried.
    fn extended(&self, body: &Body) -> (Vec<Grown>, u64) {
        let language = &self.language;
        let Some(ways) = Ways::of(self.vocabulary, self.facts, body) else { return (Vec::new(), 0) };
        let mut canonical = Canonical::new(&language.arities, language.head);
        let mut made: HashSet<Body, FxBuildHasher> = HashSet::default();
        let settled = language.safe(body) & language.used(body);
        let (mut grown, mut tried) = (Vec::new(), 0);
        let has_topic = self.has_topic(body);
        for atom in language.additions(&language.scope(body)) {
            if has_topic && (self.has_topic(&[atom]) || self.is_late(body, atom)) {
                continue;
            }
            let Some(longer) = with(body, atom) else { continue };
            let key = canonical.of(&longer);
            if !made.insert(key.clone()) {
                continue;
            }
            tried += 1;
            let effect = ways.with(atom);
            // A literal that finds nothing new has to rule out something; unless without it there would be no rule.
            let may_be_idle = atom.mask(language.arities[atom.predicate()]) & !settled != 0;
            if !effect.covers.is_empty() && (may_be_idle || !effect.is_idle) {
                grown.push(Grown { body: key, covers: effect.covers });
            }
        }
        (grown, tried)
    }

    /// Keeps a part as a condition if it says something new.
    fn add(&mut self, body: &Body, covers: Bits) {
        let language = &self.language;
        if !language.is_settled(body) || covers.len() == self.facts.len() {
            return;
        }
        let locals = language.scope(body).count - language.head;
        let known = self.known.entry(covers.clone()).or_insert(usize::MAX);
        if *known > locals {
            *known = locals;
            let says = Says::Literals(body.clone());
            self.found.push(Condition { says, covers, size: body.len(), locals });
        }
    }
}

fn with(body: &[Atom], atom: Atom) -> Option<Vec<Atom>> {
    let mut longer = body.to_vec();
    let place = longer.binary_search(&atom).err()?;
    longer.insert(place, atom);
    Some(longer)
}
