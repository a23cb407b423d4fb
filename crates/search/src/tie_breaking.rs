//! A queue that is ordered by several keys.

use std::collections::{BTreeMap, VecDeque};

/// Entries by ascending keys, the first of which counts most; first in first out among those with the same keys.
#[derive(Clone, Debug)]
pub struct TieBreaking<T> {
    /// Entries by the bits of their keys (which order floats from zero up as the floats themselves). None is empty.
    buckets: BTreeMap<[u32; MOST_KEYS], VecDeque<T>>,
}

/// The most keys that a queue may have.
pub const MOST_KEYS: usize = 4;

impl<T> TieBreaking<T> {
    /// An empty queue.
    pub fn new() -> Self {
        Self { buckets: BTreeMap::new() }
    }

    /// Are there no entries?
    pub fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Adds an entry. Keys below zero count as zero.
    ///
    /// # Panics
    /// If there are more than [`MOST_KEYS`] keys.
    pub fn push(&mut self, keys: impl IntoIterator<Item = f32>, entry: T) {
        let mut bits = [0; MOST_KEYS];
        for (index, key) in keys.into_iter().enumerate() {
            bits[index] = key.max(0.0).to_bits();
        }
        self.buckets.entry(bits).or_default().push_back(entry);
    }

    /// Takes a part of the first entry, which leaves the queue if `part` says that this was the last one of it.
    pub fn pop_part<R>(&mut self, part: impl FnOnce(&mut T) -> (R, bool)) -> Option<R> {
        let mut first = self.buckets.first_entry()?;
        let bucket = first.get_mut();
        let (taken, is_last) = part(bucket.front_mut()?);
        if is_last {
            bucket.pop_front();
            if bucket.is_empty() {
                first.remove();
            }
        }
        Some(taken)
    }
}

impl<T> Default for TieBreaking<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_counts_most_and_the_first_in_is_the_first_out() {
        let mut queue = TieBreaking::new();
        for (entry, keys) in
            [[2.0, 1.0], [1.0, 9.5], [1.0, 9.0], [2.0, 0.0], [1.0, 9.0]].into_iter().enumerate()
        {
            queue.push(keys, entry);
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.pop_part(|entry| (*entry, true))).collect();
        assert_eq!(order, [2, 4, 1, 3, 0]);
        assert!(queue.is_empty());
    }
}
