//! The options of growth.

use super::Settling;
use crate::bayes::FitSettings;
use crate::generate::Generation;
use crate::planning::{BeliefKind, PlanningSettings};
use crate::{As, CompiledReading, LearnedCosts};
use belief::{OPEN, Scaled};
use serde::{Deserialize, Serialize};

/// The options of growth. Together with the domain and the searches they determine the result, unless searches are limited by
/// seconds. By default they are those of the 15-puzzle in the paper, with limits on nodes instead of seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The procedure: the paper's or the code's.
    pub how: As,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of iterations.
    pub iterations: usize,
    /// The number of tasks of an iteration.
    pub tasks: usize,
    /// The share of them that has to be solved for α to stay.
    pub enough_solved: f64,
    /// The initial α: the probability with which a cost is not to be overestimated.
    pub alpha: f64,
    /// The decrease of α after an iteration in which too few tasks were solved.
    pub alpha_step: f64,
    /// The least α.
    pub least_alpha: f64,
    /// The initial β: the weight of the prior in the loss of the network of uncertainty.
    pub beta: f64,
    /// The final β if it decreased in every iteration.
    pub last_beta: f64,
    /// How tasks are generated.
    pub generation: Generation,
    /// The capacity of the buffer, in records.
    pub capacity: usize,
    /// While learning, the second output is used for means below this quantile of the costs in the buffer.
    pub quantile: f64,
    /// The number of states that a search may evaluate.
    pub nodes: Option<u64>,
    /// The seconds that a search may take.
    pub seconds: Option<f64>,
    /// Costs are divided by this for networks, so that all these numbers mean the same whatever a step costs.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub unit: u32,
    /// The settings of the planning network. The network of uncertainty has as many hidden units.
    pub planning: PlanningSettings,
    /// The settings of the network of uncertainty.
    pub fit: FitSettings,
    /// How the heuristic settles after these iterations, if it does; it does not in the paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settling: Option<Settling>,
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
            settling: None,
        }
    }
}

impl Options {
    /// The number of all iterations, those of settling included.
    pub fn all_iterations(&self) -> usize {
        self.iterations.saturating_add(self.settling.as_ref().map_or(0, |settling| settling.iterations))
    }

    /// The number of tasks of an iteration.
    pub(super) fn tasks_of(&self, iteration: usize) -> usize {
        self.settling_in(iteration).map_or(self.tasks, |settling| settling.tasks)
    }

    /// How the heuristic settles, if it does in this iteration.
    pub(super) fn settling_in(&self, iteration: usize) -> Option<&Settling> {
        self.settling.as_ref().filter(|_| iteration >= self.iterations)
    }

    /// The factor by which β decreases.
    pub(super) fn beta_factor(&self) -> f64 {
        libm::pow(self.last_beta / self.beta, 1.0 / self.iterations.max(1) as f64)
    }

    /// The meaning of the outputs of a network that has learned these costs.
    pub fn outputs(&self, learned: LearnedCosts) -> Scaled {
        let unit = f64::from(self.unit);
        let outputs = learned.outputs(f64::from(self.planning.scale * self.unit as f32), unit);
        let open = (self.planning.belief == BeliefKind::Truncated).then_some(OPEN * unit);
        Scaled { open, ..outputs }
    }

    /// The reading of outputs: `deviations` standard deviations below the mean, or the mean if there is no second output.
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

/// Files from before this option was introduced stay the same.
fn is_one(unit: &u32) -> bool {
    *unit == 1
}
