//! Noise: inputs that belong to no state of known cost, mixed into batches so that a model learns a uniform belief away from its training data
//! (out-of-distribution training, as in *confidence*).

use std::fmt::{self, Display};
use std::str::FromStr;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::features::{FeatureKind, FeatureRows};
use network::SparseRows;

/// The kind and amount of noise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noise {
    /// Its kind.
    pub kind: NoiseKind,
    /// Its share of a batch, above 0 and below 1. It is added to the batch's states: with a share of 0.9 there are nine times as
    /// many rows of noise as states. So a share of 0.5 gives the paper's ratio of 1:1.
    pub share: f64,
}

/// The distribution of noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoiseKind {
    /// Each fact holds with probability ½.
    Uniform,
    /// Each fact holds with its relative frequency in the training states.
    Weighted,
    /// States of the batch in which up to [`MOST_CHANGES`] facts are replaced by others that never hold together with them: close
    /// to the training data, unlike the paper's two kinds.
    Near,
    /// States whose cost nobody knows: those of the data set that have no label.
    Unlabelled,
}

impl NoiseKind {
    const ALL: [Self; 4] = [Self::Uniform, Self::Weighted, Self::Near, Self::Unlabelled];

    fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Weighted => "weighted",
            Self::Near => "near",
            Self::Unlabelled => "unlabelled",
        }
    }
}

/// The largest number of changed facts of a state.
pub const MOST_CHANGES: usize = 3;

/// Draws noise.
#[derive(Clone, Debug)]
pub(super) struct Source {
    share: f64,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// The probability that each input is 1, in units of 2⁻³².
    Independent(Vec<u32>),
    /// By input: those that are never 1 together with it.
    Changed(Vec<Vec<u32>>),
    /// The states to draw from, which are some.
    Drawn(SparseRows),
}

impl Noise {
    /// Is it made of states without a label?
    pub fn takes_unlabelled(self) -> bool {
        self.kind == NoiseKind::Unlabelled
    }

    /// Why a model with these features and this belief can't be trained with it, if so.
    pub fn unfit(
        self,
        features: FeatureKind,
        is_categorical: bool,
        has_unlabelled: bool,
    ) -> Option<&'static str> {
        if !is_categorical || !features.are_ones() {
            return Some(
                "--noise is for --features facts or places with --belief categorical: others can't say that they know nothing",
            );
        }
        (self.takes_unlabelled() && !has_unlabelled).then_some(
            "--noise unlabelled takes states that nobody knows the cost of: data of planning tasks has such with hstar data --siblings",
        )
    }

    /// The noise for these states alone, to evaluate a model on; `None` if features are not zeros and ones, or noise would be of
    /// unlabelled states.
    pub fn alone(self, states: &FeatureRows, inputs: usize, seed: u64) -> Option<FeatureRows> {
        let mut rows = states.clone();
        self.source(states, &states.like(), inputs)?.add(
            states.len(),
            &mut ChaCha8Rng::seed_from_u64(seed),
            &mut rows,
        );
        let mut noise = states.like();
        (states.len()..rows.len()).for_each(|row| noise.push_row_of(&rows, row));
        Some(noise)
    }

    /// A source of noise for training on these states; `None` if features are not zeros and ones, or unlabelled states are wanted
    /// and there are none.
    pub(super) fn source(
        self,
        states: &FeatureRows,
        unlabelled: &FeatureRows,
        inputs: usize,
    ) -> Option<Source> {
        let FeatureRows::Ones(rows) = states else { return None };
        let way = match self.kind {
            NoiseKind::Uniform => Way::Independent(vec![1 << 31; inputs]),
            NoiseKind::Near => Way::Changed(exclusive(rows, inputs)),
            NoiseKind::Unlabelled => match unlabelled {
                FeatureRows::Ones(rows) if !rows.is_empty() => Way::Drawn(rows.clone()),
                _ => return None,
            },
            NoiseKind::Weighted => {
                let mut counts = vec![0_u64; inputs];
                (0..rows.len()).flat_map(|row| rows.row(row)).for_each(|&input| counts[input as usize] += 1);
                let all = rows.len().max(1) as u64;
                let likelihood = |count: &u64| ((count << 32) / all).min(u64::from(u32::MAX)) as u32;
                Way::Independent(counts.iter().map(likelihood).collect())
            }
        };
        Some(Source { share: self.share, way })
    }
}

impl Source {
    /// Adds the noise for `states` states, which are at the beginning of `rows`.
    pub(super) fn add(&self, states: usize, random: &mut ChaCha8Rng, rows: &mut FeatureRows) {
        let FeatureRows::Ones(rows) = rows else { return };
        let count = (states as f64 * self.share / (1.0 - self.share)).round() as usize;
        let mut row = Vec::new();
        for number in 0..count {
            row.clear();
            match &self.way {
                Way::Independent(likelihoods) => {
                    let inputs = (0_u32..).zip(likelihoods);
                    let holding = inputs.filter(|(_, likelihood)| random.random::<u32>() < **likelihood);
                    row.extend(holding.map(|(input, _)| input));
                }
                Way::Changed(exclusive) => {
                    row.extend_from_slice(rows.row(number % states.max(1)));
                    change(&mut row, exclusive, random);
                }
                Way::Drawn(unlabelled) => {
                    row.extend_from_slice(unlabelled.row(random.random_range(0..unlabelled.len())));
                }
            }
            rows.push(row.iter().copied());
        }
    }
}

/// For each input: those that are never 1 together with it, without those that are 1 in no state.
fn exclusive(rows: &SparseRows, inputs: usize) -> Vec<Vec<u32>> {
    let mut together = vec![false; inputs * inputs];
    for row in 0..rows.len() {
        let ones = rows.row(row);
        for &one in ones {
            ones.iter().for_each(|&other| together[one as usize * inputs + other as usize] = true);
        }
    }
    let occurs = |input: usize| together[input * inputs + input];
    let exclude = |one: usize| {
        let others = (0..inputs).filter(|&other| occurs(other) && !together[one * inputs + other]);
        others.map(|other| other as u32).collect()
    };
    (0..inputs).map(exclude).collect()
}

/// Replaces some facts of a state by others.
fn change(row: &mut Vec<u32>, exclusive: &[Vec<u32>], random: &mut ChaCha8Rng) {
    for _ in 0..random.random_range(1..=MOST_CHANGES) {
        if row.is_empty() {
            return;
        }
        let place = random.random_range(0..row.len());
        let others = &exclusive[row[place] as usize];
        if !others.is_empty() {
            row[place] = others[random.random_range(0..others.len())];
        }
    }
    row.sort_unstable();
    row.dedup();
}

impl Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.name(), self.share)
    }
}

impl FromStr for Noise {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kinds = "uniform, weighted, near or unlabelled";
        let wrong = || format!("expected {kinds}, and a share below 1, as in weighted:0.5");
        let (kind, share) = text.split_once(':').ok_or_else(wrong)?;
        let kind = NoiseKind::ALL.into_iter().find(|known| known.name() == kind).ok_or_else(wrong)?;
        // Above this, a batch would be almost nothing but noise.
        let share = share.parse().ok().filter(|&share| share > 0.0 && share <= 0.99).ok_or_else(wrong)?;
        Ok(Self { kind, share })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_as_frequent_as_its_kind_says() {
        let mut rows = SparseRows::new();
        (0..4_u32).for_each(|state| rows.push([0].into_iter().chain((state == 0).then_some(1))));
        let states = FeatureRows::Ones(rows);
        for (text, expected) in [("uniform:0.9", [0.5, 0.5, 0.5]), ("weighted:0.9", [1.0, 0.25, 0.0])] {
            let source = text.parse::<Noise>().unwrap().source(&states, &states.like(), 3).unwrap();
            let mut noise = states.like();
            source.add(1000, &mut ChaCha8Rng::seed_from_u64(1), &mut noise);
            assert_eq!(noise.len(), 9000);
            let FeatureRows::Ones(noise) = &noise else { panic!("{noise:?}") };
            for (input, expected) in (0..).zip(expected) {
                let count = (0..noise.len()).filter(|&row| noise.row(row).contains(&input)).count();
                assert!((count as f64 / 9000.0 - expected).abs() < 0.02, "{text}: {input}, {count}");
            }
        }
    }

    #[test]
    fn noise_near_states_changes_few_facts_for_others_that_never_hold_beside_them() {
        // Two variables of three values each; 5 never holds.
        let mut rows = SparseRows::new();
        [[0, 3], [1, 3], [2, 4], [0, 4]].into_iter().for_each(|row| rows.push(row));
        let states = FeatureRows::Ones(rows);
        let source = "near:0.5".parse::<Noise>().unwrap().source(&states, &states.like(), 6).unwrap();
        let mut noise = states.clone();
        source.add(4, &mut ChaCha8Rng::seed_from_u64(1), &mut noise);
        let FeatureRows::Ones(noise) = &noise else { panic!("{noise:?}") };
        assert_eq!(noise.len(), 8);
        for row in 4..8 {
            assert!(!noise.row(row).contains(&5) && noise.row(row).is_sorted());
        }
        assert!((4..8).any(|row| noise.row(row) != noise.row(row - 4)));
    }

    #[test]
    fn unlabelled_states_are_drawn_as_they_are_and_without_any_there_is_no_noise() {
        let rows = |states: &[&[u32]]| {
            let mut rows = SparseRows::new();
            states.iter().for_each(|state| rows.push(state.iter().copied()));
            FeatureRows::Ones(rows)
        };
        let (states, unlabelled) = (rows(&[&[0]]), rows(&[&[1, 2], &[0, 2]]));
        let noise = "unlabelled:0.9".parse::<Noise>().unwrap();
        assert!(noise.source(&states, &states.like(), 3).is_none());
        let mut drawn = states.like();
        let source = noise.source(&states, &unlabelled, 3).unwrap();
        source.add(10, &mut ChaCha8Rng::seed_from_u64(1), &mut drawn);
        let FeatureRows::Ones(drawn) = &drawn else { panic!("{drawn:?}") };
        let count = |state: &[u32]| (0..drawn.len()).filter(|&row| drawn.row(row) == state).count();
        assert!(drawn.len() == 90 && count(&[1, 2]) + count(&[0, 2]) == 90 && count(&[1, 2]) > 25);
    }

    #[test]
    fn noise_is_named() {
        for text in ["uniform:0.5", "weighted:0.9", "near:0.5", "unlabelled:0.5"] {
            assert_eq!(text.parse::<Noise>().unwrap().to_string(), text);
        }
        for wrong in ["uniform", "uniform:1", "weighted:0", "weighted:-1", "other:0.5", "uniform:nan", ""] {
            assert!(wrong.parse::<Noise>().is_err(), "{wrong}");
        }
    }
}
