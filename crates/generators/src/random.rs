//! Random numbers.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random numbers, the same on every machine.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// The stream with this number for a seed; streams are independent of each other.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(number);
        Self(generator)
    }

    /// A number below the bound, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound)
    }

    /// A number in [0, 1).
    pub fn fraction(&mut self) -> f64 {
        self.0.random()
    }

    /// True with probability `times / out_of`.
    pub fn happens(&mut self, times: u32, out_of: u32) -> bool {
        self.0.random_ratio(times, out_of)
    }

    /// One of the items, of which there is at least one.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// One of the names, of which there is at least one.
    pub fn name_of<'a>(&mut self, names: &'a [String]) -> &'a str {
        &names[self.below(names.len())]
    }

    /// `count` of the items, in random order; all of them if there are fewer.
    pub fn some_of<T: Clone>(&mut self, count: usize, items: &[T]) -> Vec<T> {
        let mut chosen = items.to_vec();
        self.shuffle(&mut chosen);
        chosen.truncate(count);
        chosen
    }

    /// `count` different numbers below `bound`, in random order; all of them if there are fewer.
    pub fn distinct_below(&mut self, count: usize, bound: usize) -> Vec<usize> {
        self.some_of(count, &Vec::from_iter(0..bound))
    }

    /// Brings the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }
}
