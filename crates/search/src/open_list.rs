//! The open list of A\*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::StateId;

/// States waiting to be expanded: lowest `f` first, then lowest `h`, then the one added last.
#[derive(Clone, Debug, Default)]
pub struct OpenList {
    /// Entries with `f` below [`NEAR`](Self::NEAR), by `f`.
    near: Vec<Bucket>,
    /// No bucket before this one has entries.
    lowest: usize,
    /// All other entries.
    far: BinaryHeap<Far>,
    pushed: u64,
}

/// `f` and `h`, the number of entries added before this one, and the state.
type Far = (Reverse<(u64, u32)>, u64, StateId);

/// Entries with the same `f`, by `h`.
#[derive(Clone, Debug, Default)]
struct Bucket {
    by_h: Vec<Vec<StateId>>,
    lowest: usize,
}

impl OpenList {
    /// Entries with a lower `f` are kept in buckets, which are much faster than a heap. The limit is there since a
    /// bucket is allocated for each pair of `f` and `h`, used or not.
    const NEAR: u64 = 1024;

    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a state. `h` must not be greater than `f`.
    pub fn push(&mut self, f: u64, h: u32, state: StateId) {
        debug_assert!(u64::from(h) <= f);
        if f >= Self::NEAR {
            self.far.push((Reverse((f, h)), self.pushed, state));
            self.pushed += 1;
            return;
        }
        let (f, h) = (f as usize, h as usize);
        if self.near.len() <= f {
            self.near.resize_with(f + 1, Bucket::default);
        }
        self.near[f].push(h, state);
        self.lowest = self.lowest.min(f);
    }

    /// Takes the first state, with its `f`.
    pub fn pop(&mut self) -> Option<(u64, StateId)> {
        while let Some(bucket) = self.near.get_mut(self.lowest) {
            if let Some(state) = bucket.pop() {
                return Some((self.lowest as u64, state));
            }
            self.lowest += 1;
        }
        self.far.pop().map(|(Reverse((f, _)), _, state)| (f, state))
    }
}

impl Bucket {
    fn push(&mut self, h: usize, state: StateId) {
        if self.by_h.len() <= h {
            self.by_h.resize_with(h + 1, Vec::new);
        }
        self.by_h[h].push(state);
        self.lowest = self.lowest.min(h);
    }

    fn pop(&mut self) -> Option<StateId> {
        while let Some(states) = self.by_h.get_mut(self.lowest) {
            if let Some(state) = states.pop() {
                return Some(state);
            }
            // Frees the memory of an exhausted bucket.
            *states = Vec::new();
            self.lowest += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn states_leave_by_f_then_h_then_last_in_first_out(
            steps in prop::collection::vec((any::<bool>(), 0..2000_u64, 0..2000_u32), 0..100),
        ) {
            let mut open = OpenList::new();
            let mut naive: Vec<(u64, u32, Reverse<StateId>)> = Vec::new();
            for (id, (push, f, h)) in steps.into_iter().enumerate() {
                if push {
                    let h = h.min(f as u32);
                    open.push(f, h, id as StateId);
                    naive.push((f, h, Reverse(id as StateId)));
                } else {
                    let first = naive.iter().copied().min();
                    naive.retain(|&entry| Some(entry) != first);
                    prop_assert_eq!(open.pop(), first.map(|(f, _, Reverse(state))| (f, state)));
                }
            }
        }
    }
}
