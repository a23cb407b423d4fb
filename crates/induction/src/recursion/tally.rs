//! How often each of many bits was set, for all of them at once.

/// Counts for bits in words. Digits of the counts are kept in words of their own, the lowest first.
pub(super) struct Tally {
    words: usize,
    digits: Vec<Vec<u64>>,
}

impl Tally {
    pub(super) fn new(words: usize) -> Self {
        Self { words, digits: Vec::new() }
    }

    /// Counts the bits of a mask.
    pub(super) fn add(&mut self, mask: &[u64]) {
        let mut carry = mask.to_vec();
        for digit in &mut self.digits {
            let mut is_done = true;
            for (word, other) in digit.iter_mut().zip(&mut carry) {
                (*word, *other) = (*word ^ *other, *word & *other);
                is_done &= *other == 0;
            }
            if is_done {
                return;
            }
        }
        self.digits.push(carry);
    }

    /// The count of a bit.
    pub(super) fn of(&self, bit: usize) -> usize {
        let digit = |words: &Vec<u64>| (words[bit / 64] >> (bit % 64) & 1) as usize;
        self.digits.iter().enumerate().map(|(place, words)| digit(words) << place).sum()
    }

    /// The bits that were counted at least so often.
    pub(super) fn at_least(&self, least: usize) -> Vec<u64> {
        if least >> self.digits.len() != 0 {
            return vec![0; self.words];
        }
        let (mut more, mut same) = (vec![0_u64; self.words], vec![u64::MAX; self.words]);
        for (place, digit) in self.digits.iter().enumerate().rev() {
            for ((more, same), word) in more.iter_mut().zip(&mut same).zip(digit) {
                if least >> place & 1 == 1 {
                    *same &= word;
                } else {
                    *more |= *same & word;
                    *same &= !word;
                }
            }
        }
        more.iter().zip(&same).map(|(more, same)| more | same).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Tally;

    proptest! {
        #[test]
        fn counts_are_those_of_each_bit(masks in prop::collection::vec(any::<[u64; 2]>(), 0..20), least in 0_usize..20) {
            let mut tally = Tally::new(2);
            masks.iter().for_each(|mask| tally.add(mask));
            let at_least = tally.at_least(least);
            for bit in 0..128 {
                let count = masks.iter().filter(|mask| mask[bit / 64] >> (bit % 64) & 1 == 1).count();
                prop_assert_eq!(tally.of(bit), count);
                prop_assert_eq!(at_least[bit / 64] >> (bit % 64) & 1 == 1, count >= least);
            }
        }
    }
}
