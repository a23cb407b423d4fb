//! A set of hashes, which waits for memory once.

use crate::memory::{ask_for_huge_pages, prefetch};

/// Hashes, without what they are of: eight in a cache line. A hash goes into the first group with a free slot, from the one
/// that its high bits select.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fingerprints {
    groups: Vec<Group>,
    len: usize,
}

/// Eight slots, filled from the first on; 0 means that a slot is free.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Group([u64; SLOTS]);

const SLOTS: usize = 8;

impl Fingerprints {
    /// The bytes that it will take soon, if it is nearly full: [`grow`](Self::grow) then, while there is a chance to say that
    /// there is no memory.
    pub(crate) fn needs(&self) -> Option<u64> {
        let is_nearly_full = 16 * self.len >= 13 * SLOTS * self.groups.len();
        is_nearly_full.then(|| (self.groups_when_grown() * size_of::<Group>()) as u64)
    }

    /// Adds a hash. True if it is new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        if 8 * self.len >= 7 * SLOTS * self.groups.len() {
            self.grow();
        }
        let is_new = self.place(hash.max(1));
        self.len += usize::from(is_new);
        is_new
    }

    /// Begins to load the group in which a hash is looked for first.
    pub(crate) fn prefetch(&self, hash: u64) {
        if let Some(group) = self.groups.get(self.first_group(hash.max(1))) {
            prefetch(group);
        }
    }

    fn place(&mut self, hash: u64) -> bool {
        let mut index = self.first_group(hash);
        loop {
            for slot in &mut self.groups[index].0 {
                if *slot == 0 {
                    *slot = hash;
                    return true;
                }
                if *slot == hash {
                    return false;
                }
            }
            index = if index + 1 == self.groups.len() { 0 } else { index + 1 };
        }
    }

    fn first_group(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.groups.len() as u128) >> 64) as usize
    }

    fn groups_when_grown(&self) -> usize {
        (self.groups.len() * 3 / 2).max(16)
    }

    /// Makes room for half as many hashes again.
    pub(crate) fn grow(&mut self) {
        let groups = self.groups_when_grown();
        let mut grown = Vec::with_capacity(groups);
        ask_for_huge_pages(&mut grown);
        grown.resize(groups, Group::default());
        let before = std::mem::replace(&mut self.groups, grown);
        for hash in before.iter().flat_map(|group| group.0).filter(|hash| *hash != 0) {
            self.place(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::states::hash;

    #[test]
    fn each_of_many_hashes_is_new_once() {
        let mut fingerprints = Fingerprints::default();
        for round in 0..2 {
            for number in 0..10_000 {
                assert_eq!(fingerprints.insert(hash(&[number])), round == 0);
            }
        }
    }

    proptest! {
        #[test]
        fn hashes_that_crowd_together_are_told_apart(
            hashes in prop::collection::vec(prop_oneof![0..40_u64, u64::MAX - 40..=u64::MAX], 0..300),
        ) {
            let (mut fingerprints, mut naive) = (Fingerprints::default(), HashSet::new());
            for hash in hashes {
                fingerprints.prefetch(hash);
                // 0 is kept as 1.
                prop_assert_eq!(fingerprints.insert(hash), naive.insert(hash.max(1)));
            }
        }
    }
}
