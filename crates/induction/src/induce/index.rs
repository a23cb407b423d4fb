//! Relations with indexes for looking up tuples.

use crate::{Constant, Relation};

/// The tuples of a relation, found by any of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    arity: usize,
    /// For each argument the tuples in the order of that argument, and then of the others.
    by_argument: Vec<ByArgument>,
    /// Whether a tuple is in it, where that fits.
    dense: Option<Dense>,
}

/// A bit for each combination of the constants that come up at each place.
#[derive(Clone, Debug)]
struct Dense {
    /// For each place and constant what it adds to the number of the bit, or `ABSENT`.
    steps: Vec<Vec<u32>>,
    bits: Vec<u64>,
}

const ABSENT: u32 = u32::MAX;
/// 4 MB for a relation.
const MOST_BITS: usize = 1 << 25;

#[derive(Clone, Debug)]
struct ByArgument {
    /// Where the tuples with each constant begin.
    offsets: Vec<u32>,
    tuples: Vec<Constant>,
    /// How many tuples there are for a constant, in the mean over those that have any.
    spread: f64,
}

impl Index {
    pub(crate) fn new(relation: &Relation, constants: usize) -> Self {
        Self { dense: Dense::new(relation, constants), ..Self::for_joins(relation, constants) }
    }

    /// Without the lookup of whole tuples.
    pub(crate) fn for_joins(relation: &Relation, constants: usize) -> Self {
        let by_argument =
            (0..relation.arity).map(|place| ByArgument::new(relation, place, constants)).collect();
        Self { arity: relation.arity, dense: None, by_argument }
    }

    /// All tuples.
    pub(crate) fn all(&self) -> std::slice::ChunksExact<'_, Constant> {
        let tuples = self.by_argument.first().map_or(&[][..], |by| &by.tuples);
        tuples.chunks_exact(self.arity.max(1))
    }

    /// How many tuples there are for a constant, in the mean over those that have any.
    pub(crate) fn spread(&self, place: usize) -> f64 {
        self.by_argument[place].spread
    }

    /// The tuples with a constant at a place.
    #[inline]
    pub(crate) fn with(&self, place: usize, constant: Constant) -> std::slice::ChunksExact<'_, Constant> {
        let ByArgument { offsets, tuples, .. } = &self.by_argument[place];
        let constant = constant as usize;
        let range = match offsets.get(constant..constant + 2) {
            Some(&[start, end]) => start as usize * self.arity..end as usize * self.arity,
            _ => 0..0,
        };
        tuples[range].chunks_exact(self.arity)
    }

    /// Is a tuple in it?
    #[inline]
    pub(crate) fn contains(&self, tuple: &[Constant]) -> bool {
        match &self.dense {
            Some(dense) => dense.contains(tuple),
            None => self.is_among(tuple),
        }
    }

    fn is_among(&self, tuple: &[Constant]) -> bool {
        let mut same = self.with(0, tuple[0]);
        match same.len() {
            0 => false,
            _ if self.arity == 1 => true,
            few if few <= 8 => same.any(|found| found == tuple),
            many => {
                let (mut low, mut high) = (0, many);
                while low < high {
                    let middle = (low + high) / 2;
                    // A copy of the iterator is a pointer and a length.
                    match same.clone().nth(middle).map(|found| found.cmp(tuple)) {
                        Some(std::cmp::Ordering::Equal) => return true,
                        Some(std::cmp::Ordering::Less) => low = middle + 1,
                        _ => high = middle,
                    }
                }
                false
            }
        }
    }
}

impl Dense {
    fn new(relation: &Relation, constants: usize) -> Option<Self> {
        let mut steps = Vec::with_capacity(relation.arity);
        let mut count = 1_usize;
        for place in 0..relation.arity {
            let mut own = vec![ABSENT; constants];
            let mut different = 0;
            for tuple in relation.iter() {
                let step = &mut own[tuple[place] as usize];
                if *step == ABSENT {
                    *step = u32::try_from(different * count).ok()?;
                    different += 1;
                }
            }
            count = count.checked_mul(different).filter(|&count| count <= MOST_BITS)?;
            steps.push(own);
        }
        let mut dense = Self { steps, bits: vec![0; count.div_ceil(64)] };
        for tuple in relation.iter() {
            let bit = dense.bit(tuple)?;
            dense.bits[bit / 64] |= 1 << (bit % 64);
        }
        Some(dense)
    }

    #[inline]
    fn bit(&self, tuple: &[Constant]) -> Option<usize> {
        let mut bit = 0;
        for (steps, &constant) in self.steps.iter().zip(tuple) {
            match steps.get(constant as usize) {
                Some(&step) if step != ABSENT => bit += step as usize,
                _ => return None,
            }
        }
        Some(bit)
    }

    #[inline]
    fn contains(&self, tuple: &[Constant]) -> bool {
        self.bit(tuple).is_some_and(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1)
    }
}

impl ByArgument {
    fn new(relation: &Relation, place: usize, constants: usize) -> Self {
        let mut order: Vec<&[Constant]> = relation.iter().collect();
        order.sort_unstable_by_key(|tuple| (tuple[place], *tuple));
        order.dedup();
        let mut offsets = vec![0_u32; constants + 1];
        order.iter().for_each(|tuple| offsets[tuple[place] as usize + 1] += 1);
        (0..constants).for_each(|constant| offsets[constant + 1] += offsets[constant]);
        let some = offsets.windows(2).filter(|pair| pair[0] < pair[1]).count();
        let spread = order.len() as f64 / some.max(1) as f64;
        Self { offsets, tuples: order.concat(), spread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_found_by_any_argument() {
        let tuples: Vec<Constant> = (0..40).flat_map(|n| [n % 2, n, n / 3]).collect();
        let relation = Relation { arity: 3, tuples };
        let index = Index::new(&relation, 50);
        assert_eq!(index.with(0, 1).len(), 20);
        assert_eq!(index.with(2, 4).map(|tuple| tuple[1]).collect::<Vec<_>>(), [12, 14, 13]);
        assert_eq!(index.with(0, 49).len() + index.with(1, 1000).len(), 0);
        for tuple in relation.iter() {
            let other = [tuple[0], tuple[1], tuple[2] + 1];
            assert!(index.contains(tuple) && !index.contains(&other));
            assert!(index.is_among(tuple) && !index.is_among(&other));
        }
        assert_eq!(index.spread(1), 1.0);
        assert_eq!(index.spread(0), 20.0);
    }
}
