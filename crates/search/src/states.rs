//! Storage of all states that a search has generated.

use crate::id_table::IdTable;
use crate::memory::{ask_for_huge_pages, prefetch};

/// The number of a state in [`States`], in the order of first insertion.
pub type StateId = u32;

/// A growing set of states, each stored once, back to back, and numbered.
///
/// Each state is followed by one more word, its note, for the owner's own data: the two are read together, so they are
/// stored together.
#[derive(Clone, Debug)]
pub struct States {
    words: usize,
    /// Each has room for the same number of states, a power of two. Chunks are never reallocated, so that states are
    /// never copied.
    chunks: Vec<Vec<u64>>,
    /// The binary logarithm of that number.
    chunk_bits: u32,
    index: IdTable,
}

impl States {
    /// More states than this cannot be numbered safely; a search has to stop soon after.
    pub const MOST: usize = (u32::MAX / 2) as usize;

    /// The words of a chunk, unless a state is longer: enough for many huge pages, and few enough that a partly filled
    /// chunk is no loss.
    const CHUNK: usize = 4 << 20;

    /// An empty set of states of `words` words each.
    pub fn new(words: usize) -> Self {
        let chunk_bits = (Self::CHUNK / (words + 1)).max(1).ilog2();
        Self { words, chunks: Vec::new(), chunk_bits, index: IdTable::default() }
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
        self.insert_hashed(state, hash(state), 0)
    }

    /// Adds a state with this hash and note unless it is there already. Returns its number, and whether it is new.
    pub(crate) fn insert_hashed(&mut self, state: &[u64], hash_value: u64, note: u64) -> (StateId, bool) {
        debug_assert_eq!(state.len(), self.words);
        if let Some(id) = self.find(state, hash_value) {
            return (id, false);
        }
        let id = self.len() as StateId;
        let Self { words, chunks, chunk_bits, index } = self;
        index.insert(hash_value, id, |id| hash(&record(chunks, *chunk_bits, *words, id)[..*words]));
        if id as usize >> *chunk_bits == chunks.len() {
            chunks.push(Vec::with_capacity((*words + 1) << *chunk_bits));
            chunks.last_mut().into_iter().for_each(ask_for_huge_pages);
        }
        let chunk = &mut chunks[id as usize >> *chunk_bits];
        chunk.extend_from_slice(state);
        chunk.push(note);
        (id, true)
    }

    /// Removes all states, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.index.clear();
    }

    /// The number of a state with this hash.
    pub(crate) fn find(&self, state: &[u64], hash: u64) -> Option<StateId> {
        self.index.find(hash, |id| equal(&self[id], state))
    }

    /// Begins to load the group of the index that [`prefetch_state`](Self::prefetch_state) will read.
    pub(crate) fn prefetch_index(&self, hash: u64) {
        self.index.prefetch(hash);
    }

    /// Begins to load the state with this hash, if there is one.
    pub(crate) fn prefetch_state(&self, hash: u64) {
        if let Some(id) = self.index.candidate(hash) {
            let record = self.record(id);
            prefetch(&record[0]);
            prefetch(&record[self.words]);
        }
    }

    /// The note stored with a state.
    pub(crate) fn note(&self, id: StateId) -> u64 {
        self.record(id)[self.words]
    }

    pub(crate) fn set_note(&mut self, id: StateId, note: u64) {
        let place = (id as usize & ((1 << self.chunk_bits) - 1)) * (self.words + 1) + self.words;
        self.chunks[id as usize >> self.chunk_bits][place] = note;
    }

    fn record(&self, id: StateId) -> &[u64] {
        record(&self.chunks, self.chunk_bits, self.words, id)
    }
}

impl std::ops::Index<StateId> for States {
    type Output = [u64];

    fn index(&self, id: StateId) -> &[u64] {
        &self.record(id)[..self.words]
    }
}

/// The words of a state and its note.
#[inline(always)]
fn record(chunks: &[Vec<u64>], chunk_bits: u32, words: usize, id: StateId) -> &[u64] {
    let place = (id as usize & ((1 << chunk_bits) - 1)) * (words + 1);
    &chunks[id as usize >> chunk_bits][place..][..words + 1]
}

/// States are short: a loop beats a call.
#[inline(always)]
fn equal(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// Both the high and the low bits of the result depend on all bits of the state.
///
/// Each word waits for the product with the word before it. A long state is hashed in four lanes, so that only every fourth
/// does.
pub(crate) fn hash(state: &[u64]) -> u64 {
    const LANES: [u64; 4] = [FACTOR, FACTOR.rotate_left(16), FACTOR.rotate_left(32), FACTOR.rotate_left(48)];
    if state.len() < 2 * LANES.len() {
        return state.iter().copied().fold(FACTOR, mixed);
    }
    let mut lanes = LANES;
    let (chunks, rest) = state.as_chunks::<4>();
    for chunk in chunks {
        for (lane, &word) in lanes.iter_mut().zip(chunk) {
            *lane = mixed(*lane, word);
        }
    }
    lanes.into_iter().chain(rest.iter().copied()).fold(FACTOR, mixed)
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline(always)]
fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * u128::from(FACTOR);
    (product >> 64) as u64 ^ product as u64
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

    #[test]
    fn every_bit_of_long_and_short_states_changes_the_hash() {
        for words in [1, 7, 8, 11, 150] {
            let mut state: Vec<u64> = (0..words).map(|word| word * word).collect();
            let mut hashes: Vec<u64> = vec![hash(&state)];
            for word in 0..state.len() {
                for bit in 0..64 {
                    state[word] ^= 1 << bit;
                    hashes.push(hash(&state));
                    state[word] ^= 1 << bit;
                }
            }
            let high = |hashes: &[u64]| hashes.iter().filter(|hash| *hash >> 63 == 1).count();
            let share = high(&hashes) as f64 / hashes.len() as f64;
            assert!(words == 1 || (share - 0.5).abs() < 0.1, "{share}");
            hashes.sort_unstable();
            hashes.dedup();
            assert_eq!(hashes.len(), 64 * state.len() + 1);
        }
    }
}
