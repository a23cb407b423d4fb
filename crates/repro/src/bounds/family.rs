//! The kinds of models of the paper.

use crate::Scale;
use learn::features::FeatureKind;
use learn::training::{Config, Device, HypergraphDesign, MachineSize, Start};

use super::setup::{LMCUT, Setup};
use crate::problem_set::{DOMAINS, ProblemSet};

/// The paper's seeds.
pub(super) const SEEDS: [u64; 5] = [42, 100, 200, 300, 400];

/// A kind of model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Linear models over planning features.
    Linear,
    /// Neural Logic Machines.
    Logic,
    /// STRIPS hypergraph networks with these initial weights.
    Hypergraph(Start),
}

impl Family {
    /// Hypergraph networks as published, and mended.
    pub(super) const HYPERGRAPH: [Self; 2] =
        [Self::Hypergraph(Start::Faithful), Self::Hypergraph(Start::Mended)];

    /// Its name in names of files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Logic => "nlm",
            Self::Hypergraph(Start::Faithful) => "hgn",
            Self::Hypergraph(Start::Mended) => "hgn-mended",
        }
    }

    /// The name of the training of one of its models in names of files. Bounds that only clip are no part of training.
    pub(super) fn training_name(self, setup: Setup, domain: &str, seed: u64) -> String {
        let label = setup.label().replace('/', "-");
        let bound = if setup.is_truncated { format!("-{}", setup.lower) } else { String::new() };
        format!("{}-{domain}-{label}-{}{bound}-{seed}", self.name(), setup.belief())
    }

    /// The name of the part of a table about a domain.
    pub(super) fn part(self, domain: &str) -> String {
        match self {
            Self::Hypergraph(Start::Mended) => format!("{domain}, mended"),
            Self::Linear | Self::Logic | Self::Hypergraph(Start::Faithful) => domain.to_owned(),
        }
    }

    /// The features of its models.
    pub(super) fn features(self) -> FeatureKind {
        match self {
            Self::Linear => FeatureKind::Planning,
            Self::Logic => FeatureKind::Logic,
            Self::Hypergraph(_) => FeatureKind::Hypergraph,
        }
    }

    /// The domains whose models are trained at a scale: large problems are too much for a logic machine without a GPU, and for
    /// hypergraph networks the paper has only one domain.
    pub(super) fn domains(self, scale: Scale, device: Device) -> Vec<ProblemSet> {
        let is_done = |set: &ProblemSet| match (self, scale) {
            (Self::Logic, Scale::Laptop) => set.domain == BLOCKSWORLD || device != Device::Cpu,
            (Self::Hypergraph(_), _) => set.domain == BLOCKSWORLD,
            _ => true,
        };
        DOMAINS.into_iter().filter(is_done).collect()
    }

    /// The device on which its models are trained, given the one that was asked for.
    pub(super) fn device(self, asked_for: Device) -> Device {
        if self == Self::Linear { Device::Cpu } else { asked_for }
    }

    /// The paper's options, with fewer steps and a smaller network for smoke.
    pub(super) fn config(self, setup: Setup, seed: u64, scale: Scale, device: Device) -> Config {
        let paper = Config {
            features: self.features(),
            head: setup.head(),
            residual: setup.has_residual.then(|| "ff".to_owned()),
            lower: setup.is_truncated.then(|| setup.lower.to_owned()),
            seed,
            device,
            ..Config::default()
        };
        match (self, scale) {
            (Self::Linear, Scale::Smoke) => Config { steps: 1_000, ..paper },
            (Self::Logic, Scale::Smoke) => Config { steps: 60, batch: 32, machine: SMALL, ..paper },
            (Self::Hypergraph(start), scale) => {
                let usual = HypergraphDesign { start, ..HypergraphDesign::default() };
                let small = HypergraphDesign { recursions: 2, width: 4, ..usual };
                let paper = Config { learning_rate: 0.001, hypergraph: usual, ..paper };
                match scale {
                    Scale::Smoke => Config { steps: 20, batch: 16, hypergraph: small, ..paper },
                    Scale::Laptop => Config { steps: 1_000, batch: 64, validate_every: 1, ..paper },
                    Scale::Paper | Scale::Full => paper,
                }
            }
            _ => paper,
        }
    }

    /// The seeds with which the losses of a configuration are measured.
    pub(super) fn seeds(self, set: &ProblemSet, setup: Setup, scale: Scale) -> &'static [u64] {
        let is_first = setup.learns_sigma && setup.has_residual && setup.lower == LMCUT;
        match (self, scale) {
            (_, Scale::Smoke) => &SEEDS[..1],
            (Self::Logic, Scale::Laptop) if is_first && set.domain == BLOCKSWORLD => &SEEDS[..3],
            (Self::Hypergraph(_), Scale::Laptop) if is_first => &SEEDS,
            (Self::Logic | Self::Hypergraph(_), Scale::Laptop) => &SEEDS[..1],
            (_, Scale::Laptop | Scale::Paper | Scale::Full) => &SEEDS,
        }
    }

    /// The seeds with which the models of a configuration are used for planning.
    pub(super) fn planning_seeds(self, set: &ProblemSet, setup: Setup, scale: Scale) -> &'static [u64] {
        match (self, scale) {
            (Self::Linear, Scale::Laptop) => &SEEDS[..2],
            (Self::Hypergraph(_), Scale::Laptop) => &SEEDS[..1],
            _ => self.seeds(set, setup, scale),
        }
    }

    /// How many problems are planned.
    pub(super) fn planned(self, scale: Scale) -> usize {
        match (self, scale) {
            (Self::Linear, Scale::Smoke) => 4,
            (Self::Logic | Self::Hypergraph(_), Scale::Smoke) => 2,
            (Self::Linear | Self::Hypergraph(_), Scale::Laptop) => 30,
            (Self::Logic, Scale::Laptop) | (_, Scale::Paper | Scale::Full) => 100,
        }
    }
}

/// The domain whose problems have few objects.
const BLOCKSWORLD: &str = "blocksworld";

/// A machine that trains in seconds.
const SMALL: MachineSize = MachineSize { depth: 3, breadth: 2, width: 4 };
