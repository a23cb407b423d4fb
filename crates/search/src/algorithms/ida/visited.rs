//! The states that an iteration has visited, as many of them as there is room for: one that is reached again at the
//! same cost or a higher one need not be expanded again.
//!
//! No plan is lost by that. Say that a state is *followed* at a cost when it was expanded at that cost, and that a path
//! from there is *open* when all `f` along it are within the bound, the goal's included. Suppose that an iteration ends
//! without a plan although a path is open from the start. Of all states followed at some cost, take one with an open
//! path of the fewest moves. If no move is left, the state is a goal and there is a plan after all. Otherwise the first
//! move leads to a state from which a path of one move less is open, and that state was
//! - either followed at the cost of this path,
//! - or in the table, and so followed, at this cost or a lower one,
//! - or followed at a lower cost just before, its move being left out as the inverse of the last one.
//!
//! An open path stays open at a lower cost, since estimates depend on the state alone. So in each case some state was
//! followed with an open path of fewer moves, which contradicts the choice.
//!
//! The next bound stays right for the same reason: along any path to a goal, there are states followed at its costs or
//! lower ones until one is generated above the bound, with an `f` no greater than on that path. So the bound may rise
//! faster than without a table, but not beyond the one at which the first path opens.
//!
//! If the heuristic is admissible, even the plan is the same, the first of the cheapest ones in the order of moves: a
//! state on it can have been visited before only at the same cost and off the path, so that the search below it is
//! over, and would have found a plan.

use crate::ask_for_huge_pages;
use std::hash::{Hash, Hasher};

/// A table of states with the cost of the path to each.
pub(super) struct Visited<T> {
    buckets: Vec<Bucket<T>>,
    /// Entries of other rounds no longer count, so that clearing the table is cheap.
    round: u32,
}

/// The entries among which a state is looked up.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<T>([Entry<T>; 4]);

#[derive(Clone, Copy)]
struct Entry<T> {
    state: T,
    so_far: u32,
    round: u32,
}

impl<T: Copy + Eq + Hash> Visited<T> {
    /// A table of at most `bytes` bytes, but of at least one bucket; none if there is no memory for it. `state` may be
    /// any state.
    pub(super) fn new(bytes: usize, state: T) -> Option<Self> {
        let most = (bytes / size_of::<Bucket<T>>()).max(1);
        let count = 1 << most.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        ask_for_huge_pages(&mut buckets);
        buckets.resize(count, Bucket([Entry { state, so_far: 0, round: 0 }; 4]));
        Some(Self { buckets, round: 0 })
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0).for_each(|entry| entry.round = 0);
            self.round = 1;
        }
    }

    /// Is the state in the table at this cost or a lower one? If not, it is entered.
    pub(super) fn is_known(&mut self, state: T, so_far: u32) -> bool {
        let round = self.round;
        let index = hash(&state) as usize & (self.buckets.len() - 1);
        let entries = &mut self.buckets[index].0;
        if let Some(entry) = entries.iter_mut().find(|entry| entry.round == round && entry.state == state) {
            let is_known = entry.so_far <= so_far;
            entry.so_far = entry.so_far.min(so_far);
            return is_known;
        }
        // Replaces the entry with the highest cost: the higher the cost of a state, the smaller its subtree within the bound.
        if let Some(least) = entries.iter_mut().max_by_key(|entry| (entry.round != round, entry.so_far)) {
            *least = Entry { state, so_far, round };
        }
        false
    }
}

fn hash(state: &impl Hash) -> u64 {
    let mut mixer = Mixer(0);
    state.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies, and folds the product so that every bit depends on all of them.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let product = u128::from(self.0 ^ word) * u128::from(ODD);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_bucket() -> Visited<u64> {
        let mut visited = Visited::new(0, 7).unwrap();
        visited.clear();
        visited
    }

    #[test]
    fn states_are_known_at_the_same_cost_and_higher_ones() {
        let mut visited = one_bucket();
        assert!(!visited.is_known(7, 5), "what the table was made with");
        assert!(visited.is_known(7, 5) && visited.is_known(7, 6));
        assert!(!visited.is_known(7, 4));
        assert!(visited.is_known(7, 4));
    }

    #[test]
    fn the_state_of_the_highest_cost_gives_way() {
        let mut visited = one_bucket();
        for (state, cost) in [(1, 30), (2, 20), (3, 40), (4, 10), (5, 50)] {
            assert!(!visited.is_known(state, cost));
        }
        assert!(
            [(1, 30), (2, 20), (4, 10), (5, 50)]
                .into_iter()
                .all(|(state, cost)| visited.is_known(state, cost))
        );
        assert!(!visited.is_known(3, 40));
    }

    #[test]
    fn nothing_is_known_from_before_even_when_rounds_have_run_out() {
        let mut visited = one_bucket();
        for round in [1, u32::MAX] {
            visited.round = round;
            assert!(!visited.is_known(u64::from(round), 0));
            visited.clear();
            assert_eq!(visited.round, round.wrapping_add(1).max(1));
            assert!(!visited.is_known(u64::from(round), 0));
        }
        assert!(!visited.is_known(1, 0), "of an earlier round of this number");
    }

    #[test]
    fn similar_states_are_spread_over_a_table_that_is_not_larger_than_asked_for() {
        let mut visited = Visited::new(64 << 10, 0_u64).unwrap();
        assert!(visited.buckets.len() * size_of::<Bucket<u64>>() <= 64 << 10);
        visited.clear();
        let states = |shift: u32| (1..=1000_u64).map(move |number| number << shift);
        for shift in [0, 20, 54] {
            visited.clear();
            states(shift).for_each(|state| assert!(!visited.is_known(state, 1)));
            let known = states(shift).filter(|&state| visited.is_known(state, 1)).count();
            assert!(known > 900, "{known} of those shifted by {shift}");
        }
    }
}
