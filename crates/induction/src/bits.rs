//! Sets of small numbers.

/// A set of numbers below a bound that all sets in use share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(Box<[u64]>);

impl Bits {
    /// None of `count` numbers.
    pub fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)].into_boxed_slice())
    }

    /// All of `count` numbers.
    pub fn all(count: usize) -> Self {
        let mut bits = Self::none(count);
        (0..count).for_each(|number| bits.insert(number));
        bits
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Is a number in it?
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// How many numbers are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many of its numbers are not in another one.
    #[inline]
    pub fn len_without(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(own, others)| (own & !others).count_ones() as usize).sum()
    }

    /// Is it empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Are all its numbers in another one?
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own & !others == 0)
    }

    /// Is none of its numbers in another one?
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, others)| own & others == 0)
    }

    /// The intersection with another one.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(own, others)| own & others).collect())
    }

    /// Takes away the numbers of another one.
    #[inline]
    pub fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own &= !others);
    }

    /// Adds the numbers of another one.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, others)| *own |= others);
    }

    /// Adds the numbers that are bits of words, the first in the lowest.
    #[inline]
    pub fn add_words(&mut self, words: &[u64]) {
        self.0.iter_mut().zip(words).for_each(|(own, others)| *own |= others);
    }

    /// Adds the intersection of two others.
    #[inline]
    pub fn add_both(&mut self, one: &Self, other: &Self) {
        self.0.iter_mut().zip(one.0.iter().zip(&other.0)).for_each(|(own, (one, other))| *own |= one & other);
    }

    /// The numbers as bits of words, the first in the lowest.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The same, to be changed.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    /// Takes away all numbers.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The numbers, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
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
