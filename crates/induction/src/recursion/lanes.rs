//! Which bases make which calls, where recursive clauses call with what they were answered: then bases differ in it.
//!
//! Bases are bits in words, as in masks. A call is followed for the bases that make it, and again where others come to make it,
//! so that calls without end that one base leads to are not held against the others.

use super::search::bits;

/// The bases that make the calls so far.
pub(super) struct Lanes {
    words: usize,
    /// Those that are of interest.
    alive: Vec<u64>,
    /// For each call on the way to the present one, the bases that make all of them.
    path: Vec<u64>,
    /// For each call, the bases for which it was followed.
    followed: Vec<u64>,
}

impl Lanes {
    pub(super) fn new(words: usize) -> Self {
        Self { words, alive: vec![u64::MAX; words], path: Vec::new(), followed: Vec::new() }
    }

    pub(super) fn reset(&mut self) {
        self.path.clear();
        self.followed.clear();
    }

    /// No others are of interest from now on.
    pub(super) fn keep(&mut self, alive: &[u64]) {
        self.alive.iter_mut().zip(alive).for_each(|(word, other)| *word &= other);
    }

    /// Leaves out those that are of no interest.
    pub(super) fn mask_alive(&self, mask: &mut [u64]) {
        mask.iter_mut().zip(&self.alive).for_each(|(word, other)| *word &= other);
    }

    /// An example is asked for all bases.
    pub(super) fn start(&mut self) {
        self.path.clone_from(&self.alive);
    }

    /// A call is made with answers that have these masks. Are there bases that make it?
    pub(super) fn follow(&mut self, numbers: &[u32], masks: &[u64]) -> bool {
        let (words, start) = (self.words, self.path.len());
        self.path.extend_from_within(start - words..);
        let last = &mut self.path[start..];
        last.iter_mut().zip(&self.alive).for_each(|(word, other)| *word &= other);
        for &number in numbers {
            let mask = &masks[number as usize * words..][..words];
            last.iter_mut().zip(mask).for_each(|(word, other)| *word &= other);
        }
        let is_made = last.iter().any(|&word| word != 0);
        if !is_made {
            self.leave();
        }
        is_made
    }

    /// A call is looked at again, for all bases for which it was followed.
    pub(super) fn follow_all(&mut self, call: usize) {
        let words = self.words;
        self.path.extend_from_slice(&self.followed[call * words..][..words]);
    }

    /// The bases that make the present call, if they are not more than so many.
    pub(super) fn few(&self, most: usize) -> Option<Vec<usize>> {
        let present = &self.path[self.path.len() - self.words..];
        let count: u32 = present.iter().map(|word| word.count_ones()).sum();
        (count as usize <= most).then(|| bits(present).collect())
    }

    /// Leaves out those that do not make the present call.
    pub(super) fn mask_present(&self, mask: &mut [u64]) {
        let present = &self.path[self.path.len() - self.words..];
        mask.iter_mut().zip(present).for_each(|(word, other)| *word &= other);
    }

    /// The present call has been followed.
    pub(super) fn leave(&mut self) {
        self.path.truncate(self.path.len() - self.words);
    }

    /// The present call is a new one.
    pub(super) fn add(&mut self) {
        let start = self.path.len() - self.words;
        self.followed.extend_from_slice(&self.path[start..]);
    }

    /// Do bases make the present call for which it was not followed?
    pub(super) fn are_new(&mut self, call: usize) -> bool {
        let start = self.path.len() - self.words;
        let followed = &mut self.followed[call * self.words..][..self.words];
        let mut are_new = false;
        for ((word, &other), &alive) in followed.iter_mut().zip(&self.path[start..]).zip(&self.alive) {
            are_new |= other & alive & !*word != 0;
            *word |= other;
        }
        are_new
    }

    /// The bases that make the present call are of no interest any more.
    pub(super) fn give_up(&mut self) {
        let start = self.path.len() - self.words;
        self.alive.iter_mut().zip(&self.path[start..]).for_each(|(word, other)| *word &= !other);
    }
}
