//! Sampling of records in proportion to weights.

use rand::Rng;

/// Weights in a tree of sums, so that drawing and removing take logarithmic time. Each sum is computed anew from its two
/// children, so that rounding errors don't accumulate.
#[derive(Clone, Debug)]
pub(super) struct Weighted {
    /// The children of node n are 2n and 2n + 1; the weights themselves are in the second half.
    sums: Vec<f64>,
    leaves: usize,
    count: usize,
}

impl Weighted {
    /// From weights that are not negative, at least one of them positive.
    pub fn new(weights: impl ExactSizeIterator<Item = f64>) -> Self {
        let count = weights.len();
        let leaves = count.next_power_of_two();
        let mut sums = vec![0.0; 2 * leaves];
        sums[leaves..].iter_mut().zip(weights).for_each(|(leaf, weight)| *leaf = weight);
        for node in (1..leaves).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        Self { sums, leaves, count }
    }

    /// Draws `wanted` numbers: without replacement if there are more than that, else with replacement.
    pub fn draw(&mut self, wanted: usize, random: &mut impl Rng, drawn: &mut Vec<usize>) {
        drawn.clear();
        let put_back = self.count <= wanted;
        let mut taken = Vec::with_capacity(if put_back { 0 } else { wanted });
        for _ in 0..wanted {
            let number = self.one(random);
            drawn.push(number);
            if !put_back {
                taken.push((number, self.sums[self.leaves + number]));
                self.set(number, 0.0);
            }
        }
        taken.into_iter().for_each(|(number, weight)| self.set(number, weight));
    }

    fn one(&self, random: &mut impl Rng) -> usize {
        let mut rest = random.random::<f64>() * self.sums[1];
        let mut node = 1;
        while node < self.leaves {
            let (left, right) = (self.sums[2 * node], self.sums[2 * node + 1]);
            // Rounding must not lead to a leaf of weight 0.
            let go_right = right > 0.0 && (rest >= left || left <= 0.0);
            rest -= if go_right { left } else { 0.0 };
            node = 2 * node + usize::from(go_right);
        }
        node - self.leaves
    }

    fn set(&mut self, number: usize, weight: f64) {
        let mut node = self.leaves + number;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn numbers_are_drawn_as_often_as_their_weights_say() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut weighted = Weighted::new([1.0, 0.0, 3.0, 4.0, 2.0].into_iter());
        let (mut counts, mut drawn) = ([0; 5], Vec::new());
        weighted.draw(100_000, &mut random, &mut drawn);
        drawn.iter().for_each(|&number| counts[number] += 1);
        for (count, expected) in counts.into_iter().zip([0.1, 0.0, 0.3, 0.4, 0.2]) {
            assert!((f64::from(count) / 1e5 - expected).abs() < 0.01, "{counts:?}");
        }
    }

    #[test]
    fn what_is_not_put_back_is_drawn_once_and_is_there_the_next_time() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut weighted = Weighted::new((0..101).map(|number| if number == 7 { 1e12 } else { 1e-12 }));
        let mut drawn = Vec::new();
        for _ in 0..20 {
            weighted.draw(100, &mut random, &mut drawn);
            assert_eq!(drawn[0], 7);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 100);
        }
    }
}
