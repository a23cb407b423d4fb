//! All states a search has met.

use crate::id_table::IdTable;

/// The number of a state in [`States`], in the order of first insertion.
pub type StateId = u32;

/// A growing set of states, each stored once, back to back, and numbered.
#[derive(Clone, Debug)]
pub struct States {
    words: usize,
    arena: Vec<u64>,
    index: IdTable,
}

impl States {
    /// More states than this cannot be numbered safely; a search has to stop before.
    pub const MOST: usize = (u32::MAX / 2) as usize;

    /// An empty set of states of `words` words each.
    pub fn new(words: usize) -> Self {
        Self { words, arena: Vec::new(), index: IdTable::default() }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Are there no states?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a state unless it is there already. Returns its number, and whether it is new.
    pub fn insert(&mut self, state: &[u64]) -> (StateId, bool) {
        debug_assert_eq!(state.len(), self.words);
        let Self { words, arena, index } = self;
        let stored = |id: StateId| &arena[id as usize * *words..][..*words];
        let hash_value = hash(state);
        if let Some(id) = index.find(hash_value, |id| stored(id) == state) {
            return (id, false);
        }
        let id = index.len() as StateId;
        index.insert(hash_value, id, |id| hash(stored(id)));
        arena.extend_from_slice(state);
        (id, true)
    }
}

impl std::ops::Index<StateId> for States {
    type Output = [u64];

    fn index(&self, id: StateId) -> &[u64] {
        &self.arena[id as usize * self.words..][..self.words]
    }
}

/// Both the high and the low bits of the result depend on all bits of the state.
fn hash(state: &[u64]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    state.iter().fold(FACTOR, |hash, &word| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product >> 64) as u64 ^ product as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_is_stored_once_and_keeps_its_number() {
        let mut states = States::new(2);
        for round in 0..3 {
            for value in 0..1000_u64 {
                let state = [value, value * value];
                assert_eq!(states.insert(&state), (value as StateId, round == 0));
            }
        }
        assert_eq!(states.len(), 1000);
        assert_eq!(states[31], [31, 961]);
    }

    #[test]
    fn a_space_without_variables_has_one_state() {
        let mut states = States::new(0);
        assert_eq!(states.insert(&[]), (0, true));
        assert_eq!(states.insert(&[]), (0, false));
        assert!(states[0].is_empty());
    }
}
