//! The ways of training.

use learn::features::FeatureKind;
use learn::training::{Config, Device, Hidden, HypergraphDesign, MachineSize, Metric, Noise, NoiseKind};
use learn::{Head, Targets};
use network::Activation;

use super::effort::Effort;

/// A way of training: without noise, or with noise of a kind, and its share in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Training(pub(super) Option<(NoiseKind, u8)>);

impl Training {
    pub(super) const STANDARD: Self = Self(None);
    pub(super) const U50: Self = Self(Some((NoiseKind::Uniform, 50)));
    pub(super) const U90: Self = Self(Some((NoiseKind::Uniform, 90)));
    pub(super) const W50: Self = Self(Some((NoiseKind::Weighted, 50)));
    pub(super) const W90: Self = Self(Some((NoiseKind::Weighted, 90)));
    pub(super) const N50: Self = Self(Some((NoiseKind::Near, 50)));

    /// All of them, as in the first table.
    pub(super) const ALL: [Self; 6] = [Self::STANDARD, Self::U50, Self::U90, Self::W50, Self::W90, Self::N50];

    /// Its name in the tables.
    pub(super) fn label(self) -> String {
        match self.0 {
            None => "Standard".to_owned(),
            Some((kind, percent)) => format!("{}{percent}", letter(kind)),
        }
    }

    /// The paper's options, for costs up to a highest one.
    pub(super) fn config(self, effort: &Effort, highest: u32, network: u32) -> Config {
        Config {
            wl: None,
            linear: None,
            features: FeatureKind::Facts,
            hidden: Hidden::Interpolated(3),
            activation: Activation::Sigmoid,
            machine: MachineSize::default(),
            hypergraph: HypergraphDesign::default(),
            head: Head::Categorical { highest },
            residual: None,
            lower: None,
            upper: None,
            targets: Targets::Costs,
            batch: 100,
            steps: effort.steps,
            learning_rate: effort.learning_rate,
            weight_decay: 0.0,
            clip: None,
            dropout: 0.0,
            noise: self.0.map(|(kind, percent)| noise(kind, f64::from(percent) / 100.0)),
            validate_every: 1,
            patience: Some(effort.patience),
            least_gain: effort.least_gain,
            select: Metric::Nll,
            select_by_search: None,
            attempts: 1,
            seed: u64::from(network) + 1,
            device: Device::Cpu,
        }
    }
}

/// The kinds of noise on which confidence is measured, with their columns of the first table.
pub(super) const ASKED: [(NoiseKind, &str); 3] =
    [(NoiseKind::Uniform, "Out-U"), (NoiseKind::Weighted, "Out-W"), (NoiseKind::Near, "Out-N")];

pub(super) fn noise(kind: NoiseKind, share: f64) -> Noise {
    Noise { kind, share }
}

fn letter(kind: NoiseKind) -> char {
    match kind {
        NoiseKind::Uniform => 'U',
        NoiseKind::Weighted => 'W',
        NoiseKind::Near => 'N',
    }
}
