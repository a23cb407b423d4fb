//! The ways of training.

use learn::Head;
use learn::features::FeatureKind;
use learn::training::{Config, Device, Hidden, Metric, Noise, NoiseKind};
use network::Activation;

use super::effort::Effort;
use super::strays::Strays;

/// A way of training: without noise, or with inputs of an origin mixed in, and their share in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Training(pub(super) Option<(Outside, u8)>);

/// The origin of inputs of which nothing is to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outside {
    /// They are drawn fact by fact.
    Noise(NoiseKind),
    /// They are states that are not on plans.
    States(Strays),
}

impl Training {
    pub(super) const STANDARD: Self = Self(None);
    pub(super) const U50: Self = Self::noise(NoiseKind::Uniform, 50);
    pub(super) const U90: Self = Self::noise(NoiseKind::Uniform, 90);
    pub(super) const W50: Self = Self::noise(NoiseKind::Weighted, 50);
    pub(super) const W90: Self = Self::noise(NoiseKind::Weighted, 90);
    pub(super) const N50: Self = Self::noise(NoiseKind::Near, 50);
    pub(super) const S50: Self = Self(Some((Outside::States(Strays::Searches), 50)));
    pub(super) const R50: Self = Self(Some((Outside::States(Strays::Walks), 50)));
    pub(super) const O50: Self = Self(Some((Outside::States(Strays::Problems), 50)));

    /// Those of the paper.
    pub(super) const PUBLISHED: [Self; 5] = [Self::STANDARD, Self::U50, Self::U90, Self::W50, Self::W90];
    /// Those with inputs near the data.
    pub(super) const NEAR: [Self; 4] = [Self::N50, Self::S50, Self::R50, Self::O50];

    /// Those of the last table: with inputs near the data, and what they are compared with.
    pub(super) const NEAR_AND_OTHERS: [Self; 7] =
        [Self::STANDARD, Self::U50, Self::W50, Self::N50, Self::S50, Self::R50, Self::O50];

    const fn noise(kind: NoiseKind, percent: u8) -> Self {
        Self(Some((Outside::Noise(kind), percent)))
    }

    /// Its name in the tables.
    pub(super) fn label(self) -> String {
        match self.0 {
            None => "Standard".to_owned(),
            Some((outside, percent)) => format!("{}{percent}", outside.letter()),
        }
    }

    /// The states that are not on plans, if it takes such.
    pub(super) fn strays(self) -> Option<Strays> {
        match self.0 {
            Some((Outside::States(strays), _)) => Some(strays),
            _ => None,
        }
    }

    /// The paper's options, for costs up to a highest one.
    pub(super) fn config(self, effort: &Effort, highest: u32, network: u32, device: Device) -> Config {
        Config {
            features: FeatureKind::Facts,
            hidden: Hidden::Interpolated(3),
            activation: Activation::Sigmoid,
            head: Head::Categorical { highest },
            residual: None,
            lower: None,
            batch: 100,
            steps: effort.steps,
            learning_rate: effort.learning_rate,
            clip: None,
            noise: self.0.map(|(outside, percent)| noise(outside.kind(), f64::from(percent) / 100.0)),
            validate_every: 1,
            patience: Some(effort.patience),
            least_gain: effort.least_gain,
            select: Metric::Nll,
            seed: u64::from(network) + 1,
            device,
            ..Config::default()
        }
    }
}

/// The kinds of noise on which confidence is measured, with their columns of the first table.
pub(super) const ASKED: [(NoiseKind, &str); 3] =
    [(NoiseKind::Uniform, "Out-U"), (NoiseKind::Weighted, "Out-W"), (NoiseKind::Near, "Out-N")];

pub(super) fn noise(kind: NoiseKind, share: f64) -> Noise {
    Noise { kind, share }
}

impl Outside {
    fn kind(self) -> NoiseKind {
        match self {
            Self::Noise(kind) => kind,
            Self::States(_) => NoiseKind::Unlabelled,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Noise(NoiseKind::Uniform) => 'U',
            Self::Noise(NoiseKind::Weighted) => 'W',
            Self::Noise(NoiseKind::Near) => 'N',
            Self::Noise(NoiseKind::Unlabelled) | Self::States(Strays::Searches) => 'S',
            Self::States(Strays::Walks) => 'R',
            Self::States(Strays::Problems) => 'O',
        }
    }
}
