//! Incremental evaluation from one state to the next: triples of objects are computed again only where pairs have changed.
//!
//! Neighbours in a search differ in few facts. The n³ triples are nearly all of the work. If a fact about two objects changes,
//! about 6n triples contain both of them; if one about a single object changes, about 3n² contain it. Triples are computed in
//! the same way as otherwise, so that outputs have the same bits.

use super::changes::Changes;
use super::packed::Packed;
use super::pass::{Pass, Plan, Scratch, Trace};
use super::states::{Place, States};
use super::triples::{Blocks, Finish, Sigmoids, SomeFromPairs, Sums};

/// Evaluates one state after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Follower {
    trace: Trace,
    scratch: Scratch,
    last: Last,
    changes: Changes,
}

/// The features of the last state.
#[derive(Clone, Debug, Default)]
struct Last {
    objects: Option<usize>,
    /// Its facts about three objects, in order.
    facts: Vec<Place>,
    /// By level: the features of its pairs.
    pairs: Vec<Vec<f32>>,
}

impl Follower {
    /// Evaluates a state.
    pub fn run(&mut self, plan: &Plan, states: &States, state: usize, outputs: &mut [f32]) {
        let Follower { trace, scratch, last, changes } = self;
        let objects = states.objects(state);
        let is_like_the_last = last.objects.replace(objects) == Some(objects);
        changes.clear(objects);
        last.note_facts(states.facts(state, 3), is_like_the_last.then_some(&mut *changes));
        let mut pass = Pass { plan, trace, scratch, choosing: false };
        pass.begin(states, state..state + 1);
        for packed in &plan.packed {
            if packed.arity < 3 {
                pass.fewer_than_three(packed);
                continue;
            }
            last.note_pairs(&pass, packed.level - 1, changes);
            if is_like_the_last && changes.are_few() {
                pass.changed_triples(packed, changes);
            } else {
                pass.triples(packed, true);
            }
        }
        pass.finish(outputs);
    }
}

impl Last {
    /// Records the facts about three objects that differ from the last state's, if `changes` is given.
    fn note_facts(&mut self, facts: &[Place], changes: Option<&mut Changes>) {
        let mut facts = facts.to_vec();
        facts.sort_unstable();
        if let Some(changes) = changes {
            let missing = |from: &[Place], fact: &Place| from.binary_search(fact).is_err();
            let gone = self.facts.iter().filter(|fact| missing(&facts, fact));
            let new = facts.iter().filter(|fact| missing(&self.facts, fact));
            gone.chain(new).for_each(|fact| changes.add_triple(fact.row));
        }
        self.facts = facts;
    }

    /// Records the pairs of a level that have changed.
    fn note_pairs(&mut self, pass: &Pass<'_>, level: usize, changes: &mut Changes) {
        let (own, stride) = (pass.plan.tensors[level][2].own, pass.plan.tensors[level][2].width());
        if own == 0 {
            return;
        }
        self.pairs.resize_with(pass.plan.tensors.len(), Vec::new);
        let before = &mut self.pairs[level];
        before.resize(pass.trace.rows[0].of(2).len() * own, f32::NAN);
        let now = pass.trace.values[level][2].chunks_exact(stride).map(|row| &row[..own]);
        for (pair, (before, now)) in before.chunks_exact_mut(own).zip(now).enumerate() {
            if before != now {
                before.copy_from_slice(now);
                changes.add_pair(pair);
            }
        }
    }
}

impl Pass<'_> {
    /// Computes those of a layer's triples that contain changed pairs, and their reductions; for one state.
    fn changed_triples(&mut self, packed: &Packed, changes: &Changes) {
        self.pair_terms(packed, 0);
        if self.plan.one_at_a_time(packed.level) {
            self.some_triples(packed, changes, Sums);
        } else {
            self.some_triples(packed, changes, Sigmoids);
        }
        let objects = self.trace.rows[0].objects;
        for first in 0..objects {
            let line = first * objects;
            if changes.contain(first) {
                self.reduce_to(packed.level, 2, 0, line..line + objects);
            } else {
                for second in (0..objects).filter(|&second| changes.contain(second)) {
                    self.reduce_to(packed.level, 2, 0, line + second..line + second + 1);
                }
            }
        }
    }

    fn some_triples(&mut self, packed: &Packed, blocks: impl Blocks, finish: impl Finish) {
        let processor = self.plan.processor;
        if packed.inner == 0 {
            let (pairs, results) = self.pairs_and_triples(packed, 0);
            processor.run(SomeFromPairs { pairs, blocks, finish, results });
        } else {
            self.triples_from_below(packed, 0, blocks, finish);
        }
    }
}
