//! Sets of small numbers.

/// A set of numbers below a bound that all sets in use share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    /// None of `count` numbers.
    pub(crate) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)].into_boxed_slice())
    }

    /// All of `count` numbers.
    pub(crate) fn all(count: usize) -> Self {
        let mut bits = Self::none(count);
        (0..count).for_each(|number| bits.insert(number));
        bits
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many of its numbers are not in another one.
    pub(crate) fn len_without(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(own, others)| (own & !others).count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own & !others == 0)
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own & others == 0)
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(own, others)| own & others).collect())
    }

    pub(crate) fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own &= !others);
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own |= others);
    }

    /// Adds the numbers that are bits of words, the first in the lowest.
    pub(crate) fn add_words(&mut self, words: &[u64]) {
        self.0.iter_mut().zip(words).for_each(|(own, others)| *own |= others);
    }

    /// Adds what two others have in common.
    pub(crate) fn add_both(&mut self, one: &Self, other: &Self) {
        self.0.iter_mut().zip(one.0.iter().zip(&other.0)).for_each(|(own, (one, other))| *own |= one & other);
    }

    /// The numbers as bits of words, the first in the lowest.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The numbers, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        bits_of(&self.0)
    }
}

/// The numbers that are bits of words, the first in the lowest, in order.
pub(crate) fn bits_of(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
            .take_while(|&word| word != 0)
            .map(move |word| place * 64 + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave() {
        let mut bits = Bits::none(130);
        [0, 63, 64, 129].into_iter().for_each(|number| bits.insert(number));
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!((bits.len(), bits.contains(64), bits.contains(65)), (4, true, false));
        assert!(bits.is_subset(&Bits::all(130)) && !Bits::all(130).is_subset(&bits));
        let mut rest = Bits::all(130);
        rest.remove(&bits);
        assert_eq!(rest.len(), 126);
        assert!(rest.and(&bits).is_empty());
        assert!(Bits::none(130).is_empty());
    }
}
