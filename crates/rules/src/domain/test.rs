//! Tests of two objects that are already bound, independent of the state.

use super::kinds::Member;

/// A test of two objects that are already bound. There are too many pairs to list those for which it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// They are not the same.
    Different,
    /// They differ, and a static relation relates both to the same third object.
    Same(Vec<Vec<Member>>),
    /// A static relation relates each of them to some object, but not both to the same one.
    Apart(Vec<Vec<Member>>),
}

impl Test {
    pub(crate) fn holds(&self, one: Member, other: Member) -> bool {
        match self {
            Self::Different => one != other,
            Self::Same(others) => one != other && meet(partners(others, one), partners(others, other)),
            Self::Apart(others) => {
                let (one, other) = (partners(others, one), partners(others, other));
                !one.is_empty() && !other.is_empty() && !meet(one, other)
            }
        }
    }
}

fn partners(others: &[Vec<Member>], member: Member) -> &[Member] {
    others.get(member as usize).map_or(&[], |others| others)
}

fn meet(one: &[Member], other: &[Member]) -> bool {
    one.iter().any(|member| other.contains(member))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_the_same_or_apart_by_what_they_are_related_to() {
        let cities = vec![vec![0], vec![0], vec![1], vec![]];
        let (same, apart) = (Test::Same(cities.clone()), Test::Apart(cities));
        assert!(same.holds(0, 1) && !same.holds(0, 0) && !same.holds(0, 2) && !same.holds(3, 3));
        assert!(apart.holds(0, 2) && !apart.holds(0, 1) && !apart.holds(0, 3) && !apart.holds(9, 9));
        assert!(Test::Different.holds(0, 1) && !Test::Different.holds(1, 1));
    }
}
