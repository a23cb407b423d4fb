//! Inputs that are none of any state, mixed into batches so that a model learns to know nothing of them.

use std::fmt::{self, Display};
use std::str::FromStr;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::features::FeatureRows;

/// Which noise there is, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Noise {
    /// How it is drawn.
    pub kind: NoiseKind,
    /// Its share of a batch, above 0 and below 1. It comes on top of the batch's states: with a share of 0.9 there are
    /// nine times as many inputs of noise as states, which is how the paper's 1:1 for a share of 0.5 has to be read.
    pub share: f64,
}

/// How noise is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoiseKind {
    /// Each fact holds with probability ½.
    Uniform,
    /// Each fact holds as often as it does in the states trained on.
    Weighted,
}

/// Draws noise.
#[derive(Clone, Debug)]
pub(super) struct Source {
    share: f64,
    /// How likely each input is 1, in parts of 2³².
    likelihoods: Vec<u32>,
}

impl Noise {
    /// The noise for a network that learns from these states; `None` where features are not zeros and ones.
    pub(super) fn source(self, states: &FeatureRows, inputs: usize) -> Option<Source> {
        let FeatureRows::Ones(rows) = states else { return None };
        let likelihoods = match self.kind {
            NoiseKind::Uniform => vec![1 << 31; inputs],
            NoiseKind::Weighted => {
                let mut counts = vec![0_u64; inputs];
                (0..rows.len()).flat_map(|row| rows.row(row)).for_each(|&input| counts[input as usize] += 1);
                let all = rows.len().max(1) as u64;
                counts.iter().map(|count| ((count << 32) / all).min(u64::from(u32::MAX)) as u32).collect()
            }
        };
        Some(Source { share: self.share, likelihoods })
    }
}

impl Source {
    /// Adds the noise that belongs to so many states.
    pub(super) fn add(&self, states: usize, random: &mut ChaCha8Rng, rows: &mut FeatureRows) {
        let FeatureRows::Ones(rows) = rows else { return };
        let count = (states as f64 * self.share / (1.0 - self.share)).round() as usize;
        for _ in 0..count {
            let inputs = (0_u32..).zip(&self.likelihoods);
            rows.push(
                inputs
                    .filter(|(_, likelihood)| random.random::<u32>() < **likelihood)
                    .map(|(input, _)| input),
            );
        }
    }
}

impl Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NoiseKind::Uniform => "uniform",
            NoiseKind::Weighted => "weighted",
        };
        write!(f, "{kind}:{}", self.share)
    }
}

impl FromStr for Noise {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected uniform or weighted and a share below 1, as in weighted:0.5".to_owned();
        let (kind, share) = text.split_once(':').ok_or_else(wrong)?;
        let kind = match kind {
            "uniform" => NoiseKind::Uniform,
            "weighted" => NoiseKind::Weighted,
            _ => return Err(wrong()),
        };
        // Beyond this a batch would be almost nothing but noise.
        let share = share.parse().ok().filter(|&share| share > 0.0 && share <= 0.99).ok_or_else(wrong)?;
        Ok(Self { kind, share })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::network::SparseRows;

    #[test]
    fn noise_is_as_frequent_as_its_kind_says() {
        let mut rows = SparseRows::new();
        (0..4_u32).for_each(|state| rows.push([0].into_iter().chain((state == 0).then_some(1))));
        let states = FeatureRows::Ones(rows);
        for (text, expected) in [("uniform:0.9", [0.5, 0.5, 0.5]), ("weighted:0.9", [1.0, 0.25, 0.0])] {
            let source = text.parse::<Noise>().unwrap().source(&states, 3).unwrap();
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
    fn noise_is_named() {
        for text in ["uniform:0.5", "weighted:0.9"] {
            assert_eq!(text.parse::<Noise>().unwrap().to_string(), text);
        }
        for wrong in ["uniform", "uniform:1", "weighted:0", "weighted:-1", "other:0.5", "uniform:nan", ""] {
            assert!(wrong.parse::<Noise>().is_err(), "{wrong}");
        }
    }
}
