//! What the growth of a heuristic is told.

use crate::bayes::FitSettings;
use crate::generate::Generation;
use crate::planning::{BeliefKind, PlanningSettings};
use crate::{As, CompiledReading, LearnedCosts};
use belief::{OPEN, Scaled};
use serde::{Deserialize, Serialize};

/// What the growth of a heuristic is told. Together with the domain and the searches these numbers determine all that comes
/// out, unless seconds limit the searches. By default they are those of the 15-puzzle in the paper, with nodes as limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Whose procedure is followed.
    pub how: As,
    /// Where all chance comes from.
    pub seed: u64,
    /// The number of iterations.
    pub iterations: usize,
    /// The tasks of an iteration.
    pub tasks: usize,
    /// The share of them that has to be solved for α to stay as it is.
    pub enough_solved: f64,
    /// The probability with which costs are not to be overestimated, to begin with.
    pub alpha: f64,
    /// What is taken from it after an iteration in which too few tasks were solved.
    pub alpha_step: f64,
    /// What it does not go below.
    pub least_alpha: f64,
    /// The weight of the prior, to begin with.
    pub beta: f64,
    /// What it would have come to if it became less in each iteration.
    pub last_beta: f64,
    /// How tasks are generated.
    pub generation: Generation,
    /// The records that are kept.
    pub capacity: usize,
    /// The second output is trusted for costs that so large a share of the records is below.
    pub quantile: f64,
    /// The states a search may estimate.
    pub nodes: Option<u64>,
    /// The seconds a search may take.
    pub seconds: Option<f64>,
    /// The cost that networks take for 1, so that all these numbers mean the same whatever a step costs.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub unit: u32,
    /// About the planning network. The network of uncertainty has as many hidden units.
    pub planning: PlanningSettings,
    /// About the network of uncertainty.
    pub fit: FitSettings,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            how: As::Paper,
            seed: 1,
            iterations: 50,
            tasks: 10,
            enough_solved: 0.6,
            alpha: 0.99,
            alpha_step: 0.05,
            least_alpha: 0.5,
            beta: 0.05,
            last_beta: 1e-5,
            generation: Generation::Uncertainty { enough: 1.0, max_steps: 1000 },
            capacity: 25_000,
            quantile: 0.95,
            nodes: Some(60_000_000),
            seconds: None,
            unit: 1,
            planning: PlanningSettings::default(),
            fit: FitSettings::default(),
        }
    }
}

impl Options {
    /// What β becomes less by.
    pub(super) fn beta_factor(&self) -> f64 {
        libm::pow(self.last_beta / self.beta, 1.0 / self.iterations.max(1) as f64)
    }

    /// What the outputs of a network mean that has learned these costs.
    pub fn outputs(&self, learned: LearnedCosts) -> Scaled {
        let unit = f64::from(self.unit);
        let outputs = learned.outputs(f64::from(self.planning.scale * self.unit as f32), unit);
        let open = (self.planning.belief == BeliefKind::Truncated).then_some(OPEN * unit);
        Scaled { open, ..outputs }
    }

    /// How outputs are read: `deviations` standard deviations below the mean, or the mean where there are none.
    pub fn reading(&self, deviations: f64, learned: LearnedCosts) -> CompiledReading {
        match self.planning.spread {
            true => CompiledReading::below(self.outputs(learned), deviations),
            false => CompiledReading::of_mean(self.planning.scale * self.unit as f32),
        }
    }
}

fn one() -> u32 {
    1
}

/// Files of before there was such a number don't change.
fn is_one(unit: &u32) -> bool {
    *unit == 1
}
