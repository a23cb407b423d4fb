//! Pairs of objects whose features have changed.

use super::triples::Blocks;

const BITS: usize = u64::BITS as usize;

/// Pairs of a state's objects whose features have changed, in either order. All triples with both objects have to be computed
/// again.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    objects: usize,
    /// By object: its partners in these pairs, as bits.
    partners: Vec<u64>,
}

impl Changes {
    /// Removes all, for a state of `objects` objects.
    pub fn clear(&mut self, objects: usize) {
        self.objects = objects;
        self.partners.clear();
        self.partners.resize(objects * objects.div_ceil(BITS), 0);
    }

    /// Adds a pair by its index among all pairs.
    pub fn add_pair(&mut self, pair: usize) {
        self.add(pair / self.objects, pair % self.objects);
    }

    /// Adds a triple by its index among all triples: all triples with its first two objects.
    pub fn add_triple(&mut self, triple: usize) {
        self.add_pair(triple / self.objects);
    }

    fn add(&mut self, a: usize, b: usize) {
        let words = self.words();
        self.partners[a * words + b / BITS] |= 1 << (b % BITS);
        self.partners[b * words + a / BITS] |= 1 << (a % BITS);
    }

    /// Is an object in any of the pairs?
    pub fn contain(&self, object: usize) -> bool {
        self.partners(object).iter().any(|&word| word != 0)
    }

    /// Is it less work to compute the triples with such pairs one by one than to compute all?
    pub fn are_few(&self) -> bool {
        let n = self.objects;
        self.count_triples() < n * (n + 1) * (n + 2) / 6 / 2
    }

    /// The number of unordered triples that contain such a pair.
    fn count_triples(&self) -> usize {
        let pairs = (0..self.objects).flat_map(|a| (a..self.objects).map(move |b| (a, b)));
        let thirds = |(a, b)| {
            let words = (b / BITS..self.words()).map(move |word| self.word_of_thirds(a, b, word));
            words.map(|word| word.count_ones() as usize).sum::<usize>()
        };
        pairs.map(thirds).sum()
    }

    fn words(&self) -> usize {
        self.objects.div_ceil(BITS)
    }

    fn partners(&self, object: usize) -> &[u64] {
        &self.partners[object * self.words()..][..self.words()]
    }

    /// The third objects, from the second on, as bits of a word.
    #[inline(always)]
    fn word_of_thirds(&self, first: usize, second: usize, word: usize) -> u64 {
        let (of_first, of_second) = (self.partners(first), self.partners(second));
        let is_changed = of_first[second / BITS] >> (second % BITS) & 1 == 1;
        let bits = if is_changed { u64::MAX } else { of_first[word] | of_second[word] };
        let count = (self.objects - word * BITS).min(BITS);
        let from_second = if word == second / BITS { u64::MAX << (second % BITS) } else { u64::MAX };
        bits & u64::MAX >> (BITS - count) & from_second
    }
}

impl<'a> Blocks for &'a Changes {
    type Thirds = Thirds<'a>;

    #[inline(always)]
    fn thirds(self, first: usize, second: usize) -> Thirds<'a> {
        let word = second / BITS;
        Thirds { changes: self, first, second, word, bits: self.word_of_thirds(first, second, word) }
    }
}

/// The third objects that make triples with two others.
#[derive(Clone)]
pub(super) struct Thirds<'a> {
    changes: &'a Changes,
    first: usize,
    second: usize,
    word: usize,
    /// The remaining bits of the word.
    bits: u64,
}

impl Iterator for Thirds<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.word += 1;
            if self.word >= self.changes.words() {
                return None;
            }
            self.bits = self.changes.word_of_thirds(self.first, self.second, self.word);
        }
        let place = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.word * BITS + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn triples_are_those_that_contain_a_pair() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut changes = Changes::default();
        for objects in [0, 1, 5, 63, 64, 65, 130] {
            changes.clear(objects);
            let mut is_changed = vec![false; objects * objects];
            for _ in 0..rng.random_range(0..5) * objects.min(1) {
                let pair = rng.random_range(0..objects * objects);
                is_changed[pair] = true;
                changes.add_pair(pair);
            }
            let has = |a: usize, b: usize| is_changed[a * objects + b] || is_changed[b * objects + a];
            let mut count = 0;
            for (a, b) in (0..objects).flat_map(|a| (a..objects).map(move |b| (a, b))) {
                let expected = (b..objects).filter(|&c| has(a, b) || has(a, c) || has(b, c));
                let found: Vec<usize> = (&changes).thirds(a, b).collect();
                count += found.len();
                assert_eq!(found, expected.collect::<Vec<_>>(), "{objects}: {a}, {b}");
            }
            assert_eq!(changes.count_triples(), count);
            for object in 0..objects {
                assert_eq!(changes.contain(object), (0..objects).any(|other| has(object, other)));
            }
        }
    }
}
