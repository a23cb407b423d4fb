//! Small numbers packed into words.

/// Numbers of `bits` bits each, as many in a word as fit; none crosses the border of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    bits: usize,
    count: usize,
}

impl Fields {
    /// For `count` numbers up to `greatest`.
    pub(crate) const fn new(count: usize, greatest: usize) -> Self {
        let bits = usize::BITS - greatest.leading_zeros();
        Self { bits: if bits == 0 { 1 } else { bits as usize }, count }
    }

    pub(crate) const fn words(self) -> usize {
        self.count.div_ceil(self.per_word())
    }

    pub(crate) fn write(self, numbers: &[u8], words: &mut [u64]) {
        for (word, chunk) in words.iter_mut().zip(numbers[..self.count].chunks(self.per_word())) {
            *word = chunk.iter().rev().fold(0, |word, &number| word << self.bits | u64::from(number));
        }
    }

    pub(crate) fn read(self, words: &[u64], numbers: &mut [u8]) {
        let mask = (1_u64 << self.bits) - 1;
        for (&word, chunk) in words.iter().zip(numbers[..self.count].chunks_mut(self.per_word())) {
            let mut rest = word;
            for number in chunk {
                *number = (rest & mask) as u8;
                rest >>= self.bits;
            }
        }
    }

    const fn per_word(self) -> usize {
        u64::BITS as usize / self.bits
    }
}
