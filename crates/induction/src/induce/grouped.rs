//! A literal's tuples grouped by the values of its variables other than the head's, each with the contexts in which it holds.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::context_set::ContextSet;
use super::contexts::Contexts;
use super::index::Index;
use crate::{Constant, Relation};

/// For the values of a literal's variables other than the head's, the contexts in which it holds. The tuples are those values,
/// followed by the number of the set of contexts.
#[derive(Clone, Debug)]
pub(crate) struct Grouped {
    pub(crate) index: Index,
    sets: Vec<ContextSet>,
}

impl Grouped {
    /// For a literal of which some arguments are variables of the head, and contexts for a set that contains all of those.
    pub(crate) fn new(
        relation: &Relation,
        heads: &[Option<usize>],
        contexts: &Contexts,
        constants: usize,
    ) -> Self {
        let mut numbers: HashMap<Vec<Constant>, usize, FxBuildHasher> = HashMap::default();
        let (mut members, mut tuples): (Vec<Vec<u32>>, Vec<Constant>) = (Vec::new(), Vec::new());
        let by_values = contexts.by_values(heads.iter().flatten().copied());
        for tuple in relation.iter() {
            let (mut of_heads, mut others) = (Vec::new(), Vec::new());
            for (&constant, head) in tuple.iter().zip(heads) {
                if head.is_some() { of_heads.push(constant) } else { others.push(constant) }
            }
            let Some(found) = by_values.get(&of_heads) else { continue };
            let number = *numbers.entry(others).or_insert_with_key(|others| {
                tuples.extend_from_slice(others);
                tuples.push(members.len() as Constant);
                members.push(Vec::new());
                members.len() - 1
            });
            members[number].extend_from_slice(found);
        }
        let arity = heads.iter().filter(|head| head.is_none()).count() + 1;
        let most = constants.max(members.len());
        let sets = members.into_iter().map(|members| ContextSet::new(members, contexts.len())).collect();
        Self { index: Index::for_joins(&Relation { arity, tuples }, most), sets }
    }

    /// Writes the intersection of some contexts with the set of a tuple to `both`. Is there any?
    #[inline]
    pub(crate) fn meet(&self, tuple: &[Constant], contexts: &[u64], both: &mut [u64]) -> bool {
        let set = tuple.last().and_then(|&number| self.sets.get(number as usize));
        set.is_some_and(|set| set.meet(contexts, both))
    }
}
