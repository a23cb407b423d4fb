//! Spaces with predecessors, for generating tasks backwards.

use rand::Rng;
use search::Reversible;
use std::hash::Hash;

/// A space in which tasks are generated: it knows predecessors of a state, from which one step leads to it.
pub trait Predecessors {
    /// A state.
    type State: Clone + Eq + Hash + Send + Sync;

    /// Appends predecessors of a state, in an order that depends only on the state and the random stream. It need not be all of
    /// them, and there may be duplicates.
    fn predecessors(&self, state: &Self::State, random: &mut impl Rng, found: &mut Vec<Self::State>);
}

/// In a reversible space, the successors of a state are its predecessors.
impl<S: Reversible> Predecessors for S {
    type State = <S as Reversible>::State;

    fn predecessors(&self, state: &Self::State, _: &mut impl Rng, found: &mut Vec<Self::State>) {
        // Without the last move: with it, some spaces prune more than its inverse, which would bias the walks.
        found.extend(self.moves(state, None).map(|made| {
            let mut before = *state;
            self.apply(&mut before, made);
            before
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Purpose, stream};
    use puzzles::blocks::Blocks;
    use puzzles::pancake::Pancakes;
    use puzzles::tiles::{self, Grid, Tiles};

    /// Every state before one is another, and has that one before it: walks that avoid the state they came from avoid the
    /// move that takes back the last.
    fn leads_back<S: Reversible<State: std::fmt::Debug>>(space: &S, states: &[S::State]) {
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let mut before = |state: &S::State| {
            let mut found = Vec::new();
            space.predecessors(state, &mut random, &mut found);
            found
        };
        for state in states {
            let found = before(state);
            assert_eq!(found.len(), space.moves(state, None).count());
            for (place, other) in found.iter().enumerate() {
                assert!(other != state && !found[..place].contains(other));
                assert!(before(other).contains(state));
            }
        }
    }

    #[test]
    fn puzzles_can_be_walked_both_ways() {
        let mut random = stream(1, Purpose::Walk, [1, 0]);
        leads_back(&Tiles::<Grid<4, 4>>::new(), &[(); 50].map(|()| tiles::State::random(&mut random)));
        let (pancakes, blocks) = (Pancakes::new(24).unwrap(), Blocks::new(15).unwrap());
        leads_back(&pancakes, &[(); 50].map(|()| pancakes.random(&mut random)));
        leads_back(&blocks, &[(); 50].map(|()| blocks.random(&mut random)));
    }
}
