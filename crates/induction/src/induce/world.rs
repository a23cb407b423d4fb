//! The indexed background knowledge and the contexts on which parts are evaluated, shared by all workers.

use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::context_set::ContextSet;
use super::contexts::Contexts;
use super::grouped::Grouped;
use super::index::Index;
use super::joint::Joint;
use crate::language::{Atom, Language, MOST_ARGUMENTS};

/// The indexed background knowledge and the contexts on which parts are evaluated.
#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) language: &'a Language<'a>,
    indexes: Vec<Index>,
    /// By the set of head variables.
    contexts: Vec<Contexts>,
    grouped: Shared<Pattern, Grouped>,
    /// For a smaller and a larger set of head variables: the contexts of the larger set that each context of the smaller one
    /// splits into.
    seen_as: Shared<(u16, u16), Vec<ContextSet>>,
    /// Tables with more words than this are not made.
    most_words: usize,
}

/// A cache, filled on demand.
type Shared<K, V> = Mutex<HashMap<K, Arc<V>, FxBuildHasher>>;

/// A predicate, which of its arguments are which variables of the head, and the set of head variables.
type Pattern = (usize, [Option<u8>; MOST_ARGUMENTS], u16);

/// Larger tables take longer to look through than it takes to look up the literals again.
pub(crate) const MOST_WORDS: usize = 1 << 17;
/// Tables are assumed to have at least one in this many of all contexts, since they may be widened.
const WIDENING: usize = 8;
/// A row counts as at most this many words, however many contexts there are.
const WORDS_OF_ROW: usize = 1 << 7;

/// How a table is joined with a literal.
#[derive(Debug)]
pub(crate) struct Link<'a> {
    /// The lookup of the arguments that are not the head's.
    pub(crate) joint: Joint,
    /// The literal's tuples grouped by contexts, if it has variables of the head.
    pub(crate) grouped: Option<Arc<Grouped>>,
    plain: &'a Index,
}

impl Link<'_> {
    /// The tuples in which they are looked up.
    pub(crate) fn index(&self) -> &Index {
        self.grouped.as_ref().map_or(self.plain, |grouped| &grouped.index)
    }
}

impl<'a> World<'a> {
    pub(crate) fn new(language: &'a Language<'a>, most_words: usize) -> Self {
        let problem = language.problem;
        let index = |relation| Index::new(relation, problem.constants.len());
        let contexts = (0..1_u16 << language.head).map(|mask| Contexts::new(&problem.examples, mask));
        Self {
            language,
            indexes: problem.relations.iter().map(index).collect(),
            contexts: contexts.collect(),
            grouped: Mutex::default(),
            seen_as: Mutex::default(),
            most_words,
        }
    }

    pub(crate) fn index(&self, predicate: usize) -> &Index {
        &self.indexes[predicate]
    }

    /// The contexts for a set of head variables.
    pub(crate) fn contexts(&self, heads: u16) -> &Contexts {
        &self.contexts[usize::from(heads)]
    }

    /// The contexts for a larger set of head variables that each context for a smaller one splits into.
    pub(crate) fn seen_as(&self, before: u16, after: u16) -> Arc<Vec<ContextSet>> {
        let mut known = self.seen_as.lock().unwrap_or_else(PoisonError::into_inner);
        let seen_as = || Arc::new(self.contexts(after).seen_as(self.contexts(before)));
        Arc::clone(known.entry((before, after)).or_insert_with(seen_as))
    }

    /// Is a table with `rows` rows, `width` variables and `contexts` contexts too large? It may have to be widened to all
    /// contexts.
    pub(crate) fn is_too_large(&self, rows: usize, width: usize, contexts: usize) -> bool {
        let all = self.contexts.last().map_or(0, Contexts::len);
        let words = contexts.max(all / WIDENING).div_ceil(64) + width.div_ceil(2);
        rows * words.min(WORDS_OF_ROW) > self.most_words
    }

    /// How a table with `width` columns, the head's among them, is joined with a literal whose variables are numbers of
    /// columns.
    pub(crate) fn link(&self, atom: Atom, width: usize, heads: u16) -> Link<'_> {
        let predicate = atom.predicate();
        let arity = self.language.arities[predicate];
        let is_head = |column: usize| column < self.language.head;
        let columns: Vec<usize> = atom.arguments(arity).map(usize::from).collect();
        let plain = &self.indexes[predicate];
        if !columns.iter().any(|&column| is_head(column)) {
            return Link {
                joint: Joint::of_arguments(predicate, &columns, width, plain),
                grouped: None,
                plain,
            };
        }
        let others: Vec<usize> = columns.iter().copied().filter(|&column| !is_head(column)).collect();
        let grouped = self.grouped(predicate, &columns, heads);
        let joint = Joint::of_arguments(predicate, &others, width, &grouped.index);
        Link { joint, grouped: Some(grouped), plain }
    }

    fn grouped(&self, predicate: usize, columns: &[usize], heads: u16) -> Arc<Grouped> {
        let of_head = |&column: &usize| Some(column).filter(|&column| column < self.language.head);
        let mut pattern = [None; MOST_ARGUMENTS];
        let own = pattern.iter_mut().zip(columns);
        own.for_each(|(own, column)| *own = of_head(column).map(|column| column as u8));
        let mut known = self.grouped.lock().unwrap_or_else(PoisonError::into_inner);
        let grouped = known.entry((predicate, pattern, heads)).or_insert_with(|| {
            let problem = self.language.problem;
            let of_heads: Vec<Option<usize>> = columns.iter().map(of_head).collect();
            let relation = &problem.relations[predicate];
            Arc::new(Grouped::new(relation, &of_heads, self.contexts(heads), problem.constants.len()))
        });
        Arc::clone(grouped)
    }
}
