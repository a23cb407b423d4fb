//! The set of rules of least weight: their sizes, plus one for each example that they get wrong.

use super::coverage::Coverage;
use crate::bits::Bits;

/// A rule, as far as its weight depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weighed {
    pub(crate) coverage: Coverage,
    pub(crate) size: usize,
}

/// The examples that rules cover together.
pub(crate) fn coverage(rules: &[Weighed], counts: [usize; 2], chosen: &[usize]) -> Coverage {
    let [mut positive, mut negative] = counts.map(Bits::none);
    for &number in chosen {
        positive.add(&rules[number].coverage.positive);
        negative.add(&rules[number].coverage.negative);
    }
    Coverage { positive, negative }
}

/// The weight of rules, given how many examples there are of each kind.
pub(crate) fn weight(rules: &[Weighed], counts: [usize; 2], chosen: &[usize]) -> usize {
    let Coverage { positive, negative } = coverage(rules, counts, chosen);
    let size: usize = chosen.iter().map(|&number| rules[number].size).sum();
    size + counts[0] - positive.len() + negative.len()
}

/// Local search: adds a rule, leaves one out, or both, as long as the weight falls.
pub(crate) fn by_exchange(rules: &[Weighed], counts: [usize; 2], mut chosen: Vec<usize>) -> Vec<usize> {
    let mut best = weight(rules, counts, &chosen);
    loop {
        let mut better = None;
        for out in (0..=chosen.len()).rev() {
            let mut kept = chosen.clone();
            if out < kept.len() {
                kept.remove(out);
            }
            let base = weight(rules, counts, &kept);
            if base < best {
                (best, better) = (base, Some(kept.clone()));
            }
            let Coverage { positive, negative } = coverage(rules, counts, &kept);
            for (number, Weighed { coverage, size }) in rules.iter().enumerate() {
                let gain = coverage.positive.len_without(&positive);
                let loss = size + coverage.negative.len_without(&negative);
                if base + loss < best + gain {
                    best = base + loss - gain;
                    let mut next = kept.clone();
                    next.push(number);
                    better = Some(next);
                }
            }
        }
        match better {
            Some(next) => chosen = next,
            None => return chosen,
        }
    }
}

/// The rules that together weigh the least, if that is below a bound. An error if the search is ended before that is known.
pub(crate) fn lightest(
    rules: &[Weighed],
    counts: [usize; 2],
    below: usize,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Vec<usize>>, ()> {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    let worth = |&number: &usize| {
        let Weighed { coverage, size } = &rules[number];
        (coverage.negative.len() + size) as i64 - coverage.positive.len() as i64
    };
    order.sort_by_key(worth);
    let mut search = Search { rules, order, best: None, below, chosen: Vec::new(), is_over };
    let [positive, negative] = [Bits::all(counts[0]), Bits::none(counts[1])];
    search.choose(0, &positive, &negative, 0)?;
    Ok(search.best)
}

struct Search<'a> {
    rules: &'a [Weighed],
    order: Vec<usize>,
    best: Option<Vec<usize>>,
    below: usize,
    chosen: Vec<usize>,
    is_over: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// Chooses among the rules from a place in the order on, given which positive examples are left, which negative ones are
    /// covered, and the size of the rules chosen. The recursion is as deep as rules are chosen.
    fn choose(&mut self, from: usize, left: &Bits, wrong: &Bits, size: usize) -> Result<(), ()> {
        if size + wrong.len() + left.len() < self.below {
            self.below = size + wrong.len() + left.len();
            self.best = Some(self.chosen.clone());
        }
        let mut open = self.shares(from, left);
        for place in from..self.order.len() {
            if (self.is_over)() {
                return Err(());
            }
            // What the rules before could do is no longer to be had.
            if place > from && place.is_multiple_of(64) {
                open = self.shares(place, left);
            }
            if size + wrong.len() + open >= self.below {
                return Ok(());
            }
            let number = self.order[place];
            let Weighed { coverage, size: own } = &self.rules[number];
            let gain = coverage.positive.len() - coverage.positive.len_without(left);
            let loss = own + coverage.negative.len_without(wrong);
            // Whatever else is chosen, a rule has to be worth what it weighs.
            if gain <= *own || size + wrong.len() + loss >= self.below {
                continue;
            }
            let mut rest = left.clone();
            rest.remove(&coverage.positive);
            let mut more = wrong.clone();
            more.add(&coverage.negative);
            self.chosen.push(number);
            let result = self.choose(place + 1, &rest, &more, size + own);
            self.chosen.pop();
            result?;
        }
        Ok(())
    }

    /// A lower bound on the weight of the positive examples that are left: each costs 1, or its share of a rule that covers it
    /// if that is less.
    fn shares(&self, from: usize, left: &Bits) -> usize {
        let mut shares: Vec<f64> = left.iter().map(|_| 1.0).collect();
        let places: Vec<usize> = left.iter().collect();
        for &number in &self.order[from..] {
            let Weighed { coverage, size } = &self.rules[number];
            let gain = coverage.positive.len() - coverage.positive.len_without(left);
            let share = *size as f64 / gain.max(1) as f64;
            if share < 1.0 {
                for (own, &example) in shares.iter_mut().zip(&places) {
                    if coverage.positive.contains(example) {
                        *own = own.min(share);
                    }
                }
            }
        }
        (shares.iter().sum::<f64>() - 1e-6).ceil().max(0.0) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn none_weigh_less(
            sets in proptest::collection::vec((0_u16..1024, 0_u16..1024, 1_usize..5), 0..9),
        ) {
            let bits = |mask: u16| {
                let mut bits = Bits::none(10);
                (0..10).filter(|number| mask >> number & 1 == 1).for_each(|number| bits.insert(number));
                bits
            };
            let rules: Vec<Weighed> = sets
                .iter()
                .map(|&(positive, negative, size)| Weighed {
                    coverage: Coverage { positive: bits(positive), negative: bits(negative & positive.rotate_left(3)) },
                    size,
                })
                .collect();
            let counts = [10, 10];
            let subset = |mask: u32| (0..rules.len()).filter(|number| mask >> number & 1 == 1).collect::<Vec<_>>();
            let least = (0..1 << rules.len()).map(|mask| weight(&rules, counts, &subset(mask))).min();
            let found = lightest(&rules, counts, usize::MAX, &|| false).unwrap().unwrap();
            prop_assert_eq!(Some(weight(&rules, counts, &found)), least);
            let quick = by_exchange(&rules, counts, Vec::new());
            prop_assert!(weight(&rules, counts, &quick) <= 10);
        }
    }
}
