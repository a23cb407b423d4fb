//! The states in which rules hold.

use hashbrown::HashMap;
use induction::Bits;
use rustc_hash::FxBuildHasher;

use super::ground::{self, Ground};
use super::{Facts, Ladder, Vocabulary};

/// The states in which rules of a ladder hold; each condition is evaluated once.
#[derive(Debug)]
pub(crate) struct Coverage<'a> {
    vocabulary: &'a Vocabulary,
    facts: &'a Facts,
    ladder: &'a Ladder,
    conditions: HashMap<Ground, Bits, FxBuildHasher>,
    rules: HashMap<u32, Bits, FxBuildHasher>,
}

impl<'a> Coverage<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary, facts: &'a Facts, ladder: &'a Ladder) -> Self {
        Self { vocabulary, facts, ladder, conditions: HashMap::default(), rules: HashMap::default() }
    }

    /// The states in which a rule holds.
    pub(crate) fn of(&mut self, number: u32) -> Bits {
        if let Some(known) = self.rules.get(&number) {
            return known.clone();
        }
        let Some(clause) = self.ladder.clauses.get(number as usize) else {
            return Bits::none(self.facts.len());
        };
        let mut covers = Bits::all(self.facts.len());
        for part in ground::parts(&clause.body) {
            covers = match Ground::new(self.vocabulary, &part) {
                Some(ground) => covers.and(self.condition(ground)),
                None => Bits::none(self.facts.len()),
            };
        }
        // Rules call only those before them.
        for &call in clause.calls.iter().filter(|&&call| call < number) {
            covers = covers.and(&self.of(call));
        }
        self.rules.insert(number, covers.clone());
        covers
    }

    fn condition(&mut self, ground: Ground) -> &Bits {
        let facts = self.facts;
        self.conditions.entry(ground).or_insert_with_key(|ground| ground.covers(facts))
    }
}
