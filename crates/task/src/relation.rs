//! A growing set of tuples of objects, with the indexes that joins need.

use hashbrown::HashTable;
use rustc_hash::FxHashMap;
use std::hash::Hasher;

/// The number of a tuple in its relation.
pub(crate) type Row = u32;

/// "No row": the end of a chain.
const NONE: Row = Row::MAX;

/// A set of tuples of one arity. Tuples are numbered in the order in which they were added, by which a join tells old
/// tuples from new ones.
pub(crate) struct Relation {
    arity: usize,
    len: u32,
    /// The tuples, back to back.
    args: Vec<u32>,
    table: HashTable<Row>,
    indexes: Vec<Index>,
}

/// Chains of the rows that agree on some positions.
struct Index {
    positions: Vec<usize>,
    chains: FxHashMap<u64, Chain>,
    /// The next row of the same chain, by row.
    next: Vec<Row>,
}

#[derive(Clone, Copy)]
struct Chain {
    first: Row,
    last: Row,
}

impl Relation {
    pub(crate) fn new(arity: usize) -> Self {
        Self { arity, len: 0, args: Vec::new(), table: HashTable::new(), indexes: Vec::new() }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    pub(crate) fn row(&self, row: Row) -> &[u32] {
        let start = row as usize * self.arity;
        &self.args[start..start + self.arity]
    }

    /// The row of a tuple, if it is there.
    pub(crate) fn find(&self, tuple: &[u32]) -> Option<Row> {
        self.table.find(hash(tuple), |&row| self.row(row) == tuple).copied()
    }

    /// Adds a tuple unless it is there already; its row either way.
    pub(crate) fn insert(&mut self, tuple: &[u32]) -> Row {
        let hash_value = hash(tuple);
        let Self { arity, args, table, .. } = self;
        let row_at = |row: Row| &args[row as usize * *arity..(row as usize + 1) * *arity];
        let entry = table.entry(hash_value, |&row| row_at(row) == tuple, |&row| hash(row_at(row)));
        match entry {
            hashbrown::hash_table::Entry::Occupied(old) => *old.get(),
            hashbrown::hash_table::Entry::Vacant(vacant) => {
                vacant.insert(self.len);
                self.append(tuple)
            }
        }
    }

    /// Adds a tuple that is known to be new, and is not going to be looked up by [`find`](Self::find).
    pub(crate) fn append(&mut self, tuple: &[u32]) -> Row {
        let row = self.len;
        self.args.extend_from_slice(tuple);
        self.len += 1;
        for index in &mut self.indexes {
            index.append(tuple, row);
        }
        row
    }

    /// The number of the index over `positions`, made if it is not there yet.
    pub(crate) fn index_on(&mut self, positions: &[usize]) -> usize {
        if let Some(old) = self.indexes.iter().position(|index| index.positions == positions) {
            return old;
        }
        let mut index =
            Index { positions: positions.to_vec(), chains: FxHashMap::default(), next: Vec::new() };
        for row in 0..self.len {
            index.append(self.row(row), row);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// The first row whose key is `key`. Where [`key_is_exact`] doesn't hold, other tuples may have the same key, so
    /// that a caller has to compare the positions.
    pub(crate) fn first(&self, index: usize, key: u64) -> Option<Row> {
        self.indexes[index].chains.get(&key).map(|chain| chain.first)
    }

    /// The row after `row` with the same key.
    pub(crate) fn next(&self, index: usize, row: Row) -> Option<Row> {
        let next = self.indexes[index].next[row as usize];
        (next != NONE).then_some(next)
    }

    /// How many different objects stand at `position`.
    pub(crate) fn distinct(&self, position: usize, objects: usize) -> usize {
        let mut seen = vec![false; objects];
        for row in 0..self.len {
            seen[self.row(row)[position] as usize] = true;
        }
        seen.into_iter().filter(|&seen| seen).count()
    }
}

impl Index {
    fn append(&mut self, tuple: &[u32], row: Row) {
        let key = key(self.positions.iter().map(|&position| tuple[position]));
        self.next.push(NONE);
        match self.chains.entry(key) {
            std::collections::hash_map::Entry::Occupied(mut chain) => {
                let chain = chain.get_mut();
                self.next[chain.last as usize] = row;
                chain.last = row;
            }
            std::collections::hash_map::Entry::Vacant(vacant) => {
                vacant.insert(Chain { first: row, last: row });
            }
        }
    }
}

/// Does a key of `positions` positions determine their values?
pub(crate) fn key_is_exact(positions: usize) -> bool {
    positions <= 2
}

/// The key by which an index looks up tuples.
pub(crate) fn key(values: impl Iterator<Item = u32>) -> u64 {
    // Two values fit side by side; with more, earlier ones are mixed so that they still count.
    values.fold(0u64, |key, value| {
        let mixed =
            if key >> 32 == 0 { key << 32 } else { key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) };
        mixed ^ (u64::from(value) + 1)
    })
}

fn hash(tuple: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for &value in tuple {
        hasher.write_u32(value);
    }
    hasher.finish()
}
