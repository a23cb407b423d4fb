//! Explains why positive examples are not covered.

use super::growth::Growth;
use crate::bits::Bits;

/// A positive example that no rule covers without covering a negative one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Its number.
    pub positive: usize,
    /// A negative example covered by every part that covers this one, if there is one. Otherwise it can be told from each
    /// negative example, but not from all at once.
    pub negative: Option<usize>,
}

/// Which limits of the bias keep rules from telling more examples apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of variables.
    pub variables: bool,
    /// The number of literals.
    pub literals: bool,
}

/// Why these positive examples are not covered, once all parts have been tried.
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
