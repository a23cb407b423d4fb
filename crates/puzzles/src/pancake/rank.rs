//! Ranking and unranking stacks.

use super::{Pancakes, State};
use crate::{Ranked, permutation};

impl Ranked for Pancakes {
    fn count(&self) -> Option<usize> {
        permutation::arrangements(self.size(), self.size())
    }

    fn rank(&self, state: &State) -> usize {
        permutation::rank(state.pancakes(), self.size())
    }

    fn unrank(&self, rank: usize) -> State {
        let mut state = self.goal();
        permutation::unrank(rank, &mut state.pancakes[..self.size()], self.size());
        state
    }
}
