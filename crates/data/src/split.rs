//! The split of problems into training, validation and test sets.

use std::fmt::{self, Display};
use std::str::FromStr;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// The set that the states of a problem belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// For training.
    #[default]
    Train,
    /// For model selection.
    Validation,
    /// For the final evaluation.
    Test,
}

impl Split {
    /// All of them, in the order of [`Ratios`].
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

impl Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|split| split.name() == text);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}

/// The ratio of training, validation and test problems: `80:10:10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratios([u32; 3]);

impl Ratios {
    /// Four training problems to one for validation, and none for the test.
    pub const FOUR_TO_ONE: Self = Self([4, 1, 0]);

    /// The split of each of `count` problems, at random. The shares are rounded up or down so that they add up to `count`.
    pub fn assign(self, count: usize, seed: u64) -> Vec<Split> {
        let mut splits = Vec::with_capacity(count);
        for (split, size) in Split::ALL.into_iter().zip(self.sizes(count)) {
            splits.resize(splits.len() + size, split);
        }
        splits.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        splits
    }

    /// The sizes of the splits, by the largest-remainder method.
    fn sizes(self, count: usize) -> [usize; 3] {
        let total: u64 = self.0.iter().copied().map(u64::from).sum();
        let exact = self.0.map(|ratio| u128::from(ratio) * count as u128);
        let mut sizes = exact.map(|share| (share / u128::from(total)) as usize);
        let mut by_loss = [0, 1, 2];
        by_loss.sort_by_key(|&split| std::cmp::Reverse(exact[split] % u128::from(total)));
        let left = count - sizes.iter().sum::<usize>();
        by_loss.iter().take(left).for_each(|&split| sizes[split] += 1);
        sizes
    }
}

impl Display for Ratios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.0[0], self.0[1], self.0[2])
    }
}

impl FromStr for Ratios {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str =
            "expected how many problems are for training, validation and test, as in 80:10:10";
        let numbers = text.split(':').map(|number| number.trim().parse().map_err(|_| EXPECTED));
        let numbers: [u32; 3] = numbers.collect::<Result<Vec<_>, _>>()?.try_into().map_err(|_| EXPECTED)?;
        if numbers == [0; 3] { Err("one of the three has to be more than 0") } else { Ok(Self(numbers)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact_where_they_can_be() {
        let ratios: Ratios = "80:10:10".parse().unwrap();
        assert_eq!(ratios.sizes(100), [80, 10, 10]);
        assert_eq!(ratios.sizes(10), [8, 1, 1]);
        assert_eq!(ratios.sizes(0), [0, 0, 0]);
        assert_eq!(Ratios::FOUR_TO_ONE.sizes(7), [6, 1, 0]);
    }

    #[test]
    fn shares_are_never_off_by_more_than_one() {
        for text in ["80:10:10", "1:1:1", "4:0:3", "4294967295:1:4294967295"] {
            let ratios: Ratios = text.parse().unwrap();
            let total: f64 = ratios.0.iter().map(|&ratio| f64::from(ratio)).sum();
            for count in 0..200 {
                let sizes = ratios.sizes(count);
                assert_eq!(sizes.iter().sum::<usize>(), count);
                for (size, ratio) in sizes.into_iter().zip(ratios.0) {
                    assert!((size as f64 - f64::from(ratio) / total * count as f64).abs() < 1.0);
                }
            }
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_lots() {
        let ratios: Ratios = "2:1:1".parse().unwrap();
        assert_eq!(ratios.assign(20, 1), ratios.assign(20, 1));
        assert_ne!(ratios.assign(20, 1), ratios.assign(20, 2));
    }

    #[test]
    fn other_texts_are_no_ratios() {
        for text in ["", "80", "80:20", "1:2:3:4", "a:b:c", "-1:1:1", "0:0:0", "1:2:"] {
            assert!(text.parse::<Ratios>().is_err(), "{text}");
        }
        assert_eq!("3: 2 :1".parse::<Ratios>().unwrap().to_string(), "3:2:1");
    }
}
