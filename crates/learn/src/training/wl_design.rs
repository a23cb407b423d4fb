//! The design of models of Weisfeiler-Leman features.

use data::{DataSet, Source};
use serde::{Deserialize, Serialize};

use super::Loss;

/// Which colours are told apart, and which of them are inputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WlDesign {
    /// The graph of a state and its refinement.
    pub graph: wl::Options,
    /// Is a colour no input whose count is that of another one in all training states?
    pub prune_equal: bool,
    /// A colour is no input if it occurs, over all training states, at most this often for each state.
    pub rare: f64,
}

impl Default for WlDesign {
    /// With the pruning that GOOSE uses.
    fn default() -> Self {
        Self { graph: wl::Options::default(), prune_equal: true, rare: 0.01 }
    }
}

/// How a linear model is found at once rather than step by step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinearFit {
    /// By Bayesian regression on costs.
    Regression,
    /// By ranking the successor that a plan goes on to before all others, and before the state it follows.
    Rank {
        /// Whether weights shall be small or few.
        penalty: RankPenalty,
        /// How much it costs to rank a pair wrongly.
        cost: f64,
    },
}

impl LinearFit {
    /// The fit by a loss, or by the usual one for the data: ranking if it has siblings. `None` if there is none by that loss, or wrong
    /// pairs are given a cost where nothing is ranked.
    pub fn choose(loss: Option<Loss>, rank_cost: Option<f64>, data: &DataSet) -> Option<Self> {
        let has_siblings = || data.rows.iter().any(|row| row.origin.source == Source::Siblings);
        let loss = loss.unwrap_or_else(|| if has_siblings() { Loss::Rank } else { Loss::Cost });
        let cost = rank_cost.unwrap_or(1.0);
        match loss {
            Loss::Cost => rank_cost.is_none().then_some(Self::Regression),
            Loss::Rank => Some(Self::Rank { penalty: RankPenalty::Squares, cost }),
            Loss::RankFew => Some(Self::Rank { penalty: RankPenalty::Absolute, cost }),
            Loss::Admissibility(_) => None,
        }
    }
}

/// Whether the weights of a ranking shall be small or few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankPenalty {
    /// Small: the mean of support vector machines.
    Squares,
    /// Few, as by a linear program.
    Absolute,
}

impl From<RankPenalty> for linear::Penalty {
    fn from(penalty: RankPenalty) -> Self {
        match penalty {
            RankPenalty::Squares => Self::Squares,
            RankPenalty::Absolute => Self::Absolute,
        }
    }
}
