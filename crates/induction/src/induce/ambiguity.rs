//! Why there is no program.

use super::growth::Growth;
use crate::bits::Bits;

/// A positive example that no rule covers without negative ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Its number.
    pub positive: usize,
    /// A negative example for which everything holds that does for this one, if there is one. Otherwise it can be told from
    /// each, but not from all at once.
    pub negative: Option<usize>,
}

/// What keeps rules from telling more examples apart, beside what predicates there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of variables.
    pub variables: bool,
    /// The number of literals.
    pub literals: bool,
}

/// Why these positive examples are not covered, when all parts are known.
pub(crate) fn of(uncovered: &[usize], growth: &Growth, negatives: usize) -> Vec<Ambiguity> {
    let of_one = |&positive: &usize| {
        let mut alike = Bits::all(negatives);
        for part in growth.useful.iter().filter(|part| part.coverage.positive.contains(positive)) {
            alike = alike.and(&part.coverage.negative);
        }
        Ambiguity { positive, negative: alike.iter().next() }
    };
    uncovered.iter().map(of_one).collect()
}
