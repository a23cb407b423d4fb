//! Which landmarks have been true on the way to each state.

use search::StateId;

/// A set of landmarks for each state, in one growing allocation.
#[derive(Clone, Debug)]
pub(super) struct AcceptedSets {
    words: usize,
    arena: Vec<u64>,
}

impl AcceptedSets {
    /// For sets of so many landmarks.
    pub(super) fn new(landmarks: usize) -> Self {
        Self { words: landmarks.div_ceil(64), arena: Vec::new() }
    }

    /// The number of words of a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The set of a state, if there is one.
    pub(super) fn get(&self, id: StateId) -> Option<&[u64]> {
        let start = id as usize * self.words;
        self.arena.get(start..start + self.words)
    }

    /// Forgets the sets of all states.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
    }

    /// Gives a state a set. States that are skipped have empty ones until they get theirs.
    pub(super) fn set(&mut self, id: StateId, set: &[u64]) {
        let start = id as usize * self.words;
        let end = start + self.words;
        if self.arena.len() < end {
            self.arena.resize(end, 0);
        }
        self.arena[start..end].copy_from_slice(set);
    }
}

pub(super) fn contains(set: &[u64], landmark: u32) -> bool {
    set[landmark as usize / 64] >> (landmark % 64) & 1 == 1
}

pub(super) fn insert(set: &mut [u64], landmark: u32) {
    set[landmark as usize / 64] |= 1 << (landmark % 64);
}

/// The members of a set, given word by word, in ascending order.
pub(super) fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    words.enumerate().flat_map(|(index, mut word)| {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros();
            word &= word - 1;
            Some(index as u32 * 64 + bit)
        })
    })
}
