//! Sparse states as differences from a parent.

use simd::Vector;
use simd::product::Term;
use std::cmp::Ordering;

/// An input that becomes 1, or is no longer 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Change {
    place: u32,
    sign: f32,
}

impl Term for Change {
    #[inline(always)]
    fn row(self) -> usize {
        self.place as usize
    }

    #[inline(always)]
    fn add<V: Vector>(self, sum: V, value: V) -> V {
        V::splat(self.sign).mul_add(value, sum)
    }
}

/// The changes from a parent to each of its children.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    offsets: Vec<u32>,
    changes: Vec<Change>,
    ones: usize,
}

impl Differences {
    /// Finds the changes; all indices are in ascending order.
    pub fn fill<'a>(&mut self, parent: &[u32], children: impl Iterator<Item = &'a [u32]>) {
        self.offsets.clear();
        self.offsets.push(0);
        self.changes.clear();
        self.ones = 0;
        for child in children {
            self.ones += child.len();
            self.compare(parent, child);
            self.offsets.push(self.changes.len() as u32);
        }
    }

    fn compare(&mut self, mut parent: &[u32], mut child: &[u32]) {
        while let (Some((&old, parents)), Some((&new, children))) =
            (parent.split_first(), child.split_first())
        {
            match old.cmp(&new) {
                Ordering::Equal => (parent, child) = (parents, children),
                Ordering::Less => {
                    self.changes.push(Change { place: old, sign: -1.0 });
                    parent = parents;
                }
                Ordering::Greater => {
                    self.changes.push(Change { place: new, sign: 1.0 });
                    child = children;
                }
            }
        }
        self.changes.extend(parent.iter().map(|&place| Change { place, sign: -1.0 }));
        self.changes.extend(child.iter().map(|&place| Change { place, sign: 1.0 }));
    }

    /// Are there fewer changes than ones?
    pub fn worth_it(&self) -> bool {
        self.changes.len() < self.ones
    }

    /// Offsets and changes, as rows of a sparse product.
    pub fn rows(&self) -> (&[u32], &[Change]) {
        (&self.offsets, &self.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lead_from_the_parent_to_each_child() {
        let mut differences = Differences::default();
        let children: [&[u32]; 4] = [&[1, 4, 7], &[], &[0, 1, 5, 7, 9], &[4]];
        differences.fill(&[1, 4, 7], children.into_iter());
        let (offsets, changes) = differences.rows();
        let signed: Vec<i32> =
            changes.iter().map(|change| change.place as i32 * change.sign as i32).collect();
        assert_eq!(offsets, [0, 0, 3, 7, 9]);
        assert_eq!(signed, [-1, -4, -7, 0, -4, 5, 9, -1, -7]);
        assert!(!differences.worth_it());
    }
}
