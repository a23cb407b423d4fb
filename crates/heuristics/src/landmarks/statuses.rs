//! The past and future landmarks of each state of a search.

use search::StateId;

/// Two sets of landmarks for each state, in one growing allocation: those that were true at some time on every known
/// path to it (*past*), and those that must be true at some later time (*future*). A landmark may be both: it was true,
/// and is needed again.
///
/// A state to which no path is known has the neutral element of merging: every landmark is past, and none is future.
#[derive(Clone, Debug)]
pub(super) struct Statuses {
    words: usize,
    /// For each state, the words of its past and then those of its future.
    arena: Vec<u64>,
}

/// The past and future landmarks of one state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status<'a> {
    pub(super) past: &'a [u64],
    pub(super) future: &'a [u64],
}

impl Statuses {
    /// For sets of landmarks, of which there are `landmarks` in all.
    pub(super) fn new(landmarks: usize) -> Self {
        Self { words: landmarks.div_ceil(64), arena: Vec::new() }
    }

    /// The number of words of a set.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Is there an entry for a state? One that was skipped has a neutral one.
    pub(super) fn has(&self, id: StateId) -> bool {
        self.arena.len() >= (id as usize + 1) * 2 * self.words
    }

    /// The past and future landmarks of a state that has an entry.
    pub(super) fn get(&self, id: StateId) -> Status<'_> {
        let start = id as usize * 2 * self.words;
        let (past, future) = self.arena[start..start + 2 * self.words].split_at(self.words);
        Status { past, future }
    }

    /// Merges the sets found on another path to a state: a landmark that is not past on one path is not past, and one
    /// that is future after one path is future. (A landmark holds for *every* plan, whichever path it begins with.)
    pub(super) fn merge(&mut self, id: StateId, past: &[u64], future: &[u64]) {
        while !self.has(id) {
            self.arena.extend(std::iter::repeat_n(u64::MAX, self.words));
            self.arena.extend(std::iter::repeat_n(0, self.words));
        }
        let start = id as usize * 2 * self.words;
        let (known_past, known_future) = self.arena[start..start + 2 * self.words].split_at_mut(self.words);
        known_past.iter_mut().zip(past).for_each(|(known, past)| *known &= past);
        known_future.iter_mut().zip(future).for_each(|(known, future)| *known |= future);
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
    }
}

pub(super) fn contains(set: &[u64], landmark: u32) -> bool {
    set[landmark as usize / 64] >> (landmark % 64) & 1 == 1
}

pub(super) fn insert(set: &mut [u64], landmark: u32) {
    set[landmark as usize / 64] |= 1 << (landmark % 64);
}

/// The members of a set in ascending order.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = u32> {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let mut word = word;
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
