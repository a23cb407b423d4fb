//! A hash table that stores only ids; the keys are stored elsewhere, by the caller.

use crate::memory::{ask_for_huge_pages, prefetch};

/// Finds the id of a key. A large table grows in small steps, which keeps it between 6.1 and 8 bytes an id; doubling
/// would waste up to half of it.
///
/// An id goes into the first group with a free slot, from the group that its key's hash selects. The tags of a group
/// almost always identify the right slot without a look at the key.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    groups: Vec<Group>,
    len: usize,
}

/// Twelve slots in one cache line, filled from the first on.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Group {
    /// A byte of the hash for each slot; 0 means that the slot is free. The last four bytes belong to no slot.
    tags: [u64; 2],
    ids: [u32; SLOTS],
}

const SLOTS: usize = 12;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const NO_SLOTS: u64 = 0xffff_ffff_0000_0000;

impl IdTable {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Removes all ids, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.groups.fill(Group::default());
        self.len = 0;
    }

    /// The id with this hash for which `is_key` holds.
    pub(crate) fn find(&self, hash: u64, is_key: impl Fn(u32) -> bool) -> Option<u32> {
        if self.groups.is_empty() {
            return None;
        }
        let mut index = self.first_group(hash);
        loop {
            let group = &self.groups[index];
            let mut matches = group.slots_with(tag(hash));
            while matches != 0 {
                let id = group.ids[slot(matches)];
                if is_key(id) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if !group.is_full() {
                return None;
            }
            index = self.next_group(index);
        }
    }

    /// Begins to load the group in which a key with this hash is looked for first.
    pub(crate) fn prefetch(&self, hash: u64) {
        if !self.groups.is_empty() {
            prefetch(&self.groups[self.first_group(hash)]);
        }
    }

    /// The first id in the group of this hash whose tag matches.
    pub(crate) fn candidate(&self, hash: u64) -> Option<u32> {
        let group = self.groups.get(self.first_group(hash))?;
        let matches = group.slots_with(tag(hash));
        (matches != 0).then(|| group.ids[slot(matches)])
    }

    /// Adds an id whose key is not there yet. `hash_of` tells the hash of every id added before.
    pub(crate) fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        if 8 * self.len >= 7 * SLOTS * self.groups.len() {
            self.grow(hash_of);
        }
        self.place(hash, id);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mut index = self.first_group(hash);
        loop {
            let group = &mut self.groups[index];
            let free = group.slots_with(0);
            if free != 0 {
                group.fill(slot(free), tag(hash), id);
                return;
            }
            index = self.next_group(index);
        }
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        // A small table doubles: up to a megabyte may be wasted for speed.
        const SMALL: usize = 1 << 14;
        let more = if self.groups.len() < SMALL { self.groups.len() } else { self.groups.len() * 3 / 10 };
        let len = self.groups.len() + more.max(8);
        // The old table is freed first: there are never two at a time.
        self.groups = Vec::new();
        self.groups.reserve_exact(len);
        ask_for_huge_pages(&mut self.groups);
        self.groups.resize(len, Group::default());
        // Placing an id waits for memory; prefetching lets many wait at the same time.
        const TOGETHER: usize = 32;
        let mut hashes = [0; TOGETHER];
        for first in (0..self.len).step_by(TOGETHER) {
            let ids = first as u32..(first + TOGETHER).min(self.len) as u32;
            for (hash, id) in hashes.iter_mut().zip(ids.clone()) {
                *hash = hash_of(id);
                self.prefetch(*hash);
            }
            hashes.iter().zip(ids).for_each(|(&hash, id)| self.place(hash, id));
        }
    }

    /// The high bits of the hash choose the group, the low ones are the tag.
    fn first_group(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.groups.len() as u128) >> 64) as usize
    }

    fn next_group(&self, index: usize) -> usize {
        if index + 1 == self.groups.len() { 0 } else { index + 1 }
    }
}

impl Group {
    /// The high bit of the byte of each slot with this tag; now and then also that of a slot after such a one, which
    /// has another tag.
    #[inline(always)]
    fn slots_with(&self, tag: u64) -> u128 {
        let wanted = EVERY_BYTE * tag;
        let [low, high] = [self.tags[0] ^ wanted, (self.tags[1] ^ wanted) | NO_SLOTS].map(zero_bytes);
        u128::from(low) | u128::from(high) << 64
    }

    fn is_full(&self) -> bool {
        self.slots_with(0) == 0
    }

    fn fill(&mut self, slot: usize, tag: u64, id: u32) {
        self.tags[slot / 8] |= tag << (8 * (slot % 8));
        self.ids[slot] = id;
    }
}

/// The first of these slots, of which there is at least one.
fn slot(slots: u128) -> usize {
    slots.trailing_zeros() as usize / 8
}

fn tag(hash: u64) -> u64 {
    (hash & 0xff).max(1)
}

/// The high bit of each byte that is zero; above the first such byte there may be others that are not.
fn zero_bytes(bytes: u64) -> u64 {
    bytes.wrapping_sub(EVERY_BYTE) & !bytes & HIGH_BITS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_inserted_is_found_and_nothing_else(
            keys in prop::collection::hash_set(0..5000_u64, 0..600),
            spread in prop::sample::select(vec![1_u64, 1 << 40, 0x9e37_79b9_7f4a_7c15]),
        ) {
            let keys: Vec<u64> = keys.into_iter().collect();
            let hash = |key: u64| key.wrapping_mul(spread);
            let mut table = IdTable::default();
            for (id, &key) in keys.iter().enumerate() {
                table.insert(hash(key), id as u32, |id| hash(keys[id as usize]));
            }
            prop_assert_eq!(table.len(), keys.len());
            for key in 0..5000 {
                let found = table.find(hash(key), |id| keys[id as usize] == key);
                let expected = keys.iter().position(|&other| other == key);
                prop_assert_eq!(found.map(|id| id as usize), expected);
            }
        }
    }

    #[test]
    fn each_of_many_ids_takes_less_than_eight_bytes() {
        let hash = |id: u32| u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut table = IdTable::default();
        for id in 0..600_000 {
            table.insert(hash(id), id, hash);
            if id > 300_000 {
                let bytes = table.groups.len() * size_of::<Group>();
                assert!(bytes <= 8 * (id as usize + 1), "{bytes} bytes for {} ids", id + 1);
            }
        }
    }
}
