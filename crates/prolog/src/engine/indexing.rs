//! Which clauses can match, by one argument.

use rustc_hash::FxHashMap;

use super::clause::Clause;
use crate::{TermId, Terms};

/// Fewer clauses are tried one by one.
const FEWEST: usize = 8;

/// The clauses with a given term for one argument.
#[derive(Clone, Debug, Default)]
pub struct ArgumentIndex {
    clauses: FxHashMap<TermId, Vec<u32>>,
    /// How many clauses are in it.
    count: usize,
}

impl ArgumentIndex {
    /// None if looking up would not help, or not be right: clauses with variables there match many terms.
    pub fn new(clauses: &[Clause], place: usize, terms: &Terms) -> Option<Self> {
        (clauses.len() >= FEWEST).then(Self::default)?.extended(clauses, place, terms)
    }

    /// With the clauses that are not in it yet.
    pub fn extended(mut self, clauses: &[Clause], place: usize, terms: &Terms) -> Option<Self> {
        for (number, clause) in clauses.iter().enumerate().skip(self.count) {
            let argument = terms.arguments(clause.head)[place];
            if !terms.is_ground(argument) {
                return None;
            }
            self.clauses.entry(argument).or_default().push(number as u32);
        }
        self.count = clauses.len();
        Some(self)
    }

    pub fn clauses(&self, argument: TermId) -> &[u32] {
        self.clauses.get(&argument).map_or(&[], Vec::as_slice)
    }
}
