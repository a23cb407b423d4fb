//! How much is done at each scale.

use std::time::Duration;

use crate::Scale;
use data::label::SearchLimits;
use serde::Serialize;

use super::task_set::Difficulty;

/// How much is done at a scale. Limits don't depend on the machine, except for those that are the paper's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Effort {
    /// The most random walks to states where the teacher begins.
    pub(super) walks: u32,
    /// How many states to learn from suffice.
    pub(super) states: u64,
    /// The time limit of labelling.
    pub(super) time: Option<Duration>,
    /// Limits on the teacher.
    pub(super) teacher: SearchLimits,
    /// Number of networks: each has another tenth of the states for validation.
    pub(super) networks: u32,
    pub(super) steps: u64,
    pub(super) learning_rate: f64,
    /// Validations without improvement, one per epoch, until training ends.
    pub(super) patience: u64,
    pub(super) least_gain: f64,
    /// About how many states of other plans set the thresholds of confidence; `None`: the states learned from do.
    pub(super) threshold_states: Option<u64>,
    /// Problems to solve.
    pub(super) instances: u32,
}

/// How many actions a walk has.
pub(super) const WALK_LENGTH: u32 = 200;

/// One part in this many of the states is for validation.
pub(super) const FOLDS: u32 = 10;

impl Effort {
    pub(super) fn at(scale: Scale) -> Self {
        match scale {
            Scale::Smoke => Self {
                walks: 32,
                states: 400,
                time: None,
                teacher: SearchLimits::evaluations(2_000),
                networks: 1,
                steps: 150,
                learning_rate: 0.01,
                patience: 100,
                least_gain: 0.0,
                threshold_states: Some(200),
                instances: 4,
            },
            Scale::Laptop => Self {
                walks: 3_000,
                states: 8_000,
                time: None,
                teacher: SearchLimits::evaluations(10_000),
                networks: 2,
                steps: 10_000,
                // With the paper's, networks with noise are still far from where they end after so few steps.
                learning_rate: 0.003,
                patience: 20,
                least_gain: 0.0,
                // Few states are learned by heart, and networks are surer of them than of any that a search meets.
                threshold_states: Some(2_000),
                instances: 40,
            },
            Scale::Paper => Self {
                states: 100_000,
                teacher: SearchLimits::evaluations(100_000),
                networks: 1,
                // A thousand epochs.
                steps: 900_000,
                ..Self::at(Scale::Full)
            },
            Scale::Full => Self {
                walks: 100_000,
                states: 600_000,
                time: Some(Duration::from_secs(6 * 3600)),
                teacher: SearchLimits { memory: Some(3 << 30), ..SearchLimits::default() },
                networks: FOLDS,
                // A thousand epochs of the most states.
                steps: 6_000_000,
                learning_rate: 0.001,
                patience: 100,
                least_gain: 0.01,
                threshold_states: None,
                instances: 60,
            },
        }
    }

    /// Limits on a search for a plan of an instance.
    pub(super) fn search(scale: Scale, difficulty: Difficulty) -> SearchLimits {
        let minutes = match difficulty {
            Difficulty::Moderate => 30,
            Difficulty::Hard => 120,
        };
        match scale {
            Scale::Smoke => SearchLimits::evaluations(1_000),
            Scale::Laptop => SearchLimits::evaluations(10_000),
            Scale::Paper => SearchLimits::evaluations(100_000),
            Scale::Full => SearchLimits {
                time: Some(Duration::from_secs(60 * minutes)),
                memory: Some(15 << 30),
                ..SearchLimits::default()
            },
        }
    }
}
