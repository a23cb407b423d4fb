//! The queue of one heuristic in a greedy search.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, VecDeque};

/// Entries by ascending key, first in first out among those with the same key.
#[derive(Clone, Debug)]
pub struct Queue<T> {
    /// Entries whose key is a whole number below [`NEAR`](Self::NEAR), by key.
    near: Vec<VecDeque<T>>,
    /// No bucket before this one has entries.
    lowest: usize,
    /// All other entries, by the bits of their keys (which order floats from zero up as the floats themselves).
    far: BinaryHeap<Reverse<Far<T>>>,
    pushed: u64,
    len: usize,
}

/// The bits of the key, the number of entries added before this one, and the entry.
#[derive(Clone, Copy, Debug)]
struct Far<T> {
    key: u32,
    number: u64,
    entry: T,
}

impl<T> Queue<T> {
    /// Entries with lower whole-number keys are kept in buckets, which are much faster than a heap. The limit is there
    /// since a bucket is allocated for each key, used or not.
    const NEAR: f32 = 4096.0;

    /// An empty queue.
    pub fn new() -> Self {
        Self { near: Vec::new(), lowest: 0, far: BinaryHeap::new(), pushed: 0, len: 0 }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Are there no entries?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an entry. Keys below zero count as zero.
    pub fn push(&mut self, key: f32, entry: T) {
        self.len += 1;
        let key = key.max(0.0);
        if key < Self::NEAR && key.fract() == 0.0 {
            let key = key as usize;
            if self.near.len() <= key {
                self.near.resize_with(key + 1, VecDeque::new);
            }
            self.near[key].push_back(entry);
            self.lowest = self.lowest.min(key);
        } else {
            self.far.push(Reverse(Far { key: key.to_bits(), number: self.pushed, entry }));
            self.pushed += 1;
        }
    }

    /// Takes a part of the first entry, which leaves the queue if `part` says that this was the last one of it.
    pub fn pop_part<R>(&mut self, part: impl FnOnce(&mut T) -> (R, bool)) -> Option<R> {
        while self.near.get(self.lowest).is_some_and(VecDeque::is_empty) {
            // Frees the memory of an exhausted bucket.
            self.near[self.lowest] = VecDeque::new();
            self.lowest += 1;
        }
        let near = (self.lowest < self.near.len()).then_some(self.lowest as f32);
        let far = self.far.peek().map(|Reverse(far)| f32::from_bits(far.key));
        let (taken, is_last) = match near {
            Some(near) if far.is_none_or(|far| far >= near) => {
                let bucket = &mut self.near[self.lowest];
                let (taken, is_last) = part(bucket.front_mut()?);
                if is_last {
                    bucket.pop_front();
                }
                (taken, is_last)
            }
            _ => {
                let mut first = self.far.peek_mut()?;
                let (taken, is_last) = part(&mut first.0.entry);
                if is_last {
                    PeekMut::pop(first);
                }
                (taken, is_last)
            }
        };
        self.len -= usize::from(is_last);
        Some(taken)
    }
}

impl<T: Clone> Queue<T> {
    /// Takes the first entry.
    pub fn pop(&mut self) -> Option<T> {
        self.pop_part(|entry| (entry.clone(), true))
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> PartialEq for Far<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.key, self.number) == (other.key, other.number)
    }
}

impl<T> Eq for Far<T> {}

impl<T> PartialOrd for Far<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Far<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.key, self.number).cmp(&(other.key, other.number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_leave_by_key_then_first_in_first_out(
            steps in prop::collection::vec((0..3_u8, 0..20_u32, 0..4_u32), 0..200),
        ) {
            let mut queue = Queue::new();
            let mut naive: Vec<(f32, usize)> = Vec::new();
            for (number, (kind, whole, quarters)) in steps.into_iter().enumerate() {
                if kind > 0 {
                    let key = whole as f32 * if kind == 1 { 1.0 } else { 1000.0 } + quarters as f32 / 4.0;
                    queue.push(key, number);
                    naive.push((key, number));
                } else {
                    let first = naive.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                    naive.retain(|&entry| Some(entry) != first);
                    prop_assert_eq!(queue.pop(), first.map(|(_, number)| number));
                }
                prop_assert_eq!(queue.len(), naive.len());
            }
        }
    }
}
