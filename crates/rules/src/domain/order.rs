//! Orders given by static relations that relate each object to the next one: levels, floors, numbers.

use std::collections::BTreeMap;

use pddl::ObjectId;

/// Longer orders would make more pairs than rules can use.
const LONGEST: usize = 200;

/// All pairs of which the first comes before the second, if the relation has at most one successor and at most one predecessor
/// for each object, and no cycle; otherwise none.
pub(crate) fn before(next: &[(ObjectId, ObjectId)]) -> Vec<(ObjectId, ObjectId)> {
    let after: BTreeMap<ObjectId, ObjectId> = next.iter().copied().collect();
    let ahead: BTreeMap<ObjectId, ObjectId> = next.iter().map(|&(one, other)| (other, one)).collect();
    if after.len() != next.len() || ahead.len() != next.len() || next.len() > LONGEST {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for &first in after.keys() {
        let mut at = first;
        while let Some(&following) = after.get(&at) {
            if following == first {
                return Vec::new();
            }
            pairs.push((first, following));
            at = following;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(next: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let next: Vec<_> = next.iter().map(|&(one, other)| (ObjectId(one), ObjectId(other))).collect();
        before(&next).into_iter().map(|(one, other)| (one.0, other.0)).collect()
    }

    #[test]
    fn chains_are_ordered_and_circles_and_branches_are_not() {
        assert_eq!(pairs(&[(2, 1), (1, 0), (7, 8)]), [(1, 0), (2, 1), (2, 0), (7, 8)]);
        assert!(pairs(&[(0, 1), (1, 2), (2, 0)]).is_empty());
        assert!(pairs(&[(0, 1), (0, 2)]).is_empty());
        assert!(pairs(&[(0, 2), (1, 2)]).is_empty());
        assert!(pairs(&[(3, 3)]).is_empty());
    }
}
