//! The ground atoms of one predicate, found by any of their arguments.

use std::cell::OnceCell;
use std::rc::Rc;

use pddl::ObjectId;
use rustc_hash::FxHashMap;

/// The arguments of a ground atom.
pub(super) type Tuple = Rc<[ObjectId]>;

/// The atoms that have an object in some fixed position.
type Index = FxHashMap<ObjectId, Vec<Tuple>>;

/// The atoms of one predicate that hold, in an order that depends only on what was done before.
#[derive(Debug, Default)]
pub(super) struct Relation {
    slots: FxHashMap<Tuple, usize>,
    tuples: Vec<Tuple>,
    /// One index per argument, made when first asked for.
    indexes: Box<[OnceCell<Index>]>,
}

impl Relation {
    pub(super) fn new(arity: usize) -> Self {
        Self { indexes: (0..arity).map(|_| OnceCell::new()).collect(), ..Self::default() }
    }

    pub(super) fn contains(&self, tuple: &[ObjectId]) -> bool {
        self.slots.contains_key(tuple)
    }

    /// All atoms.
    pub(super) fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// The atoms with `object` as the argument at `position`.
    pub(super) fn with_argument(&self, position: usize, object: ObjectId) -> &[Tuple] {
        let index = self.indexes[position].get_or_init(|| {
            let mut index = Index::default();
            for tuple in &self.tuples {
                index.entry(tuple[position]).or_default().push(tuple.clone());
            }
            index
        });
        index.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Adds an atom; false if it was there already.
    pub(super) fn insert(&mut self, tuple: Tuple) -> bool {
        if self.contains(&tuple) {
            return false;
        }
        for (position, index) in self.indexes.iter_mut().enumerate() {
            if let Some(index) = index.get_mut() {
                index.entry(tuple[position]).or_default().push(tuple.clone());
            }
        }
        self.slots.insert(tuple.clone(), self.tuples.len());
        self.tuples.push(tuple);
        true
    }

    /// Takes an atom away; false if it was not there.
    pub(super) fn remove(&mut self, tuple: &[ObjectId]) -> bool {
        let Some(slot) = self.slots.remove(tuple) else { return false };
        let removed = self.tuples.swap_remove(slot);
        if let Some(moved) = self.tuples.get(slot) {
            self.slots.insert(moved.clone(), slot);
        }
        for (position, index) in self.indexes.iter_mut().enumerate() {
            let bucket = index.get_mut().and_then(|index| index.get_mut(&tuple[position]));
            if let Some(bucket) = bucket
                && let Some(found) = bucket.iter().position(|other| Rc::ptr_eq(other, &removed))
            {
                bucket.swap_remove(found);
            }
        }
        true
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.indexes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(objects: &[u32]) -> Tuple {
        objects.iter().map(|&object| ObjectId(object)).collect()
    }

    #[test]
    fn indexes_follow_changes() {
        let mut relation = Relation::new(2);
        for pair in [[1, 2], [1, 3], [2, 3]] {
            assert!(relation.insert(tuple(&pair)));
        }
        assert!(!relation.insert(tuple(&[1, 2])));
        assert_eq!(relation.with_argument(0, ObjectId(1)).len(), 2);
        assert!(relation.remove(&tuple(&[1, 2])) && !relation.remove(&tuple(&[9, 9])));
        relation.insert(tuple(&[4, 3]));
        assert_eq!(relation.with_argument(0, ObjectId(1)), [tuple(&[1, 3])]);
        assert_eq!(relation.with_argument(1, ObjectId(3)).len(), 3);
        assert!(!relation.contains(&tuple(&[1, 2])) && relation.contains(&tuple(&[2, 3])));
        relation.clear();
        assert!(relation.tuples().is_empty() && relation.with_argument(1, ObjectId(3)).is_empty());
    }
}
