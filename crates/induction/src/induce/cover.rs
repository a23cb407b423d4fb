//! The smallest set of rules that together cover all examples: exact weighted set cover by branch and bound.

use crate::bits::Bits;

/// A rule as a set of examples with a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) covers: Bits,
    pub(crate) size: usize,
}

/// The cheapest candidates that together cover `wanted` and cost less than `below`, by their numbers, if there are any. `None`
/// as well if `is_over` ends the search before an answer is known.
pub(crate) fn cheapest(
    candidates: &[Candidate],
    wanted: &Bits,
    below: usize,
    is_over: &mut dyn FnMut() -> bool,
) -> Option<Vec<usize>> {
    let order = by_worth(candidates);
    let mut search = Search { candidates, order: &order, best: None, below, chosen: Vec::new(), is_over };
    search.cover(wanted, 0);
    search.best
}

/// Those that cover much for their size come first, so that good covers are found early.
fn by_worth(candidates: &[Candidate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    let worth = |&number: &usize| {
        let Candidate { covers, size } = &candidates[number];
        (covers.len() as f64 / *size as f64, number)
    };
    order.sort_by(|first, second| {
        let (first, second) = (worth(first), worth(second));
        second.0.total_cmp(&first.0).then(first.1.cmp(&second.1))
    });
    order
}

struct Search<'a> {
    candidates: &'a [Candidate],
    order: &'a [usize],
    best: Option<Vec<usize>>,
    below: usize,
    chosen: Vec<usize>,
    is_over: &'a mut dyn FnMut() -> bool,
}

impl Search<'_> {
    /// Covers what is left, having spent `spent`. False if it is over.
    fn cover(&mut self, left: &Bits, spent: usize) -> bool {
        if left.is_empty() {
            self.below = spent;
            self.best = Some(self.chosen.clone());
            return true;
        }
        if (self.is_over)() {
            return false;
        }
        if spent + self.bound(left) >= self.below {
            return true;
        }
        // Whatever the cover, something has to cover the example that the fewest can.
        let Some(hardest) = self.hardest(left) else { return true };
        for &number in self.order {
            let Candidate { covers, size } = &self.candidates[number];
            if !covers.contains(hardest) || spent + size >= self.below {
                continue;
            }
            let mut rest = left.clone();
            rest.remove(covers);
            self.chosen.push(number);
            let goes_on = self.cover(&rest, spent + size);
            self.chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn hardest(&self, left: &Bits) -> Option<usize> {
        let count =
            |example: usize| self.candidates.iter().filter(|one| one.covers.contains(example)).count();
        // More than these need not be looked at: any example will do, a rare one does better.
        left.iter().take(64).min_by_key(|&example| count(example))
    }

    /// A lower bound on the cost of covering the rest: each of some examples of which no candidate covers two costs at least as
    /// much as the cheapest candidate that covers it.
    fn bound(&self, left: &Bits) -> usize {
        let mut rest = left.clone();
        let mut cost = 0;
        loop {
            let Some(example) = rest.iter().next() else { return cost };
            let mut cheapest = None;
            let covering = self.candidates.iter().filter(|one| one.covers.contains(example));
            for Candidate { covers, size } in covering {
                cheapest = Some(cheapest.map_or(*size, |cheapest: usize| cheapest.min(*size)));
                rest.remove(covers);
            }
            match cheapest {
                Some(cheapest) => cost += cheapest,
                None => return usize::MAX / 2,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn by_trying_all(candidates: &[Candidate], wanted: &Bits) -> Option<usize> {
        let covers = |subset: u32| {
            let mut left = wanted.clone();
            let mut size = 0;
            for (number, one) in candidates.iter().enumerate() {
                if subset >> number & 1 == 1 {
                    left.remove(&one.covers);
                    size += one.size;
                }
            }
            left.is_empty().then_some(size)
        };
        (0..1 << candidates.len()).filter_map(covers).min()
    }

    proptest! {
        #[test]
        fn no_cover_is_cheaper(sets in proptest::collection::vec((0_u16..1024, 1_usize..9), 0..9), wanted in 0_u16..1024) {
            let bits = |mask: u16| {
                let mut bits = Bits::none(10);
                (0..10).filter(|number| mask >> number & 1 == 1).for_each(|number| bits.insert(number));
                bits
            };
            let candidates: Vec<Candidate> =
                sets.iter().map(|&(mask, size)| Candidate { covers: bits(mask), size }).collect();
            let found = cheapest(&candidates, &bits(wanted), usize::MAX / 4, &mut || false);
            let cost = found.map(|numbers| numbers.iter().map(|&number| candidates[number].size).sum::<usize>());
            prop_assert_eq!(cost, by_trying_all(&candidates, &bits(wanted)));
        }
    }
}
