//! A hash table of ids and nothing else.

/// Finds the id of a key that is stored elsewhere. Five bytes a slot, and grown in small steps: between 5.7 and 7.5 bytes
/// an id, where doubling would waste up to half.
///
/// Slots come in groups of eight. Eight one-byte tags of the hash tell almost always without a look at the key which
/// slot of a group can hold it; a key goes to the first group with a free slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    /// Eight tags each; tag 0 means that the slot is free.
    tags: Vec<u64>,
    ids: Vec<[u32; 8]>,
    len: usize,
}

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

impl IdTable {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The id with this hash for which `is_key` holds.
    pub(crate) fn find(&self, hash: u64, is_key: impl Fn(u32) -> bool) -> Option<u32> {
        if self.tags.is_empty() {
            return None;
        }
        let tag = tag(hash);
        let mut group = self.first_group(hash);
        loop {
            let tags = self.tags[group];
            let mut matches = zero_bytes(tags ^ (EVERY_BYTE * tag));
            while matches != 0 {
                let id = self.ids[group][matches.trailing_zeros() as usize / 8];
                if is_key(id) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if zero_bytes(tags) != 0 {
                return None;
            }
            group = self.next_group(group);
        }
    }

    /// Adds an id whose key is not there yet. `hash_of` tells the hash of every id added before.
    pub(crate) fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        if 8 * self.len >= 7 * 8 * self.tags.len() {
            self.grow(hash_of);
        }
        self.place(hash, id);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mut group = self.first_group(hash);
        loop {
            let free = zero_bytes(self.tags[group]);
            if free != 0 {
                let slot = free.trailing_zeros() / 8;
                self.tags[group] |= tag(hash) << (8 * slot);
                self.ids[group][slot as usize] = id;
                return;
            }
            group = self.next_group(group);
        }
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let groups = (self.tags.len() + self.tags.len() * 3 / 10).max(self.tags.len() + 8);
        // The old table goes first: at no time are there two.
        *self = Self { tags: vec![0; groups], ids: Vec::new(), len: self.len };
        self.ids = vec![[0; 8]; groups];
        for id in 0..self.len as u32 {
            self.place(hash_of(id), id);
        }
    }

    /// The high bits of the hash choose the group, the low ones are the tag.
    fn first_group(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.tags.len() as u128) >> 64) as usize
    }

    fn next_group(&self, group: usize) -> usize {
        if group + 1 == self.tags.len() { 0 } else { group + 1 }
    }
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
    fn an_id_takes_less_than_eight_bytes() {
        let hash = |id: u32| u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut table = IdTable::default();
        for id in 0..200_000 {
            table.insert(hash(id), id, hash);
            if id > 1000 {
                let bytes = table.tags.len() * 8 + table.ids.len() * 32;
                assert!(bytes <= 8 * (id as usize + 1), "{bytes} bytes for {} ids", id + 1);
            }
        }
    }
}
