//! The targets of training.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::cost_range::CostRange;
use data::Row;

/// The targets of training: which costs a model learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Targets {
    /// The teacher's costs.
    #[default]
    Costs,
    /// Certain ranges: the optimal cost if it is known, else the range from an admissible heuristic's value to the cost of a plan.
    Ranges,
}

impl Targets {
    /// The target of a row; `None` if it has neither a label nor a plan.
    pub fn of(self, row: &Row) -> Option<CostRange> {
        let said = row.target.map(CostRange::exact);
        match self {
            Self::Ranges if !row.optimal => range(row),
            Self::Costs | Self::Ranges => said,
        }
    }

    /// Is it the default? Files from before there was a choice stay the same.
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Costs
    }
}

/// The range from the lower bound to the cheapest plan of a row, if there is one.
fn range(row: &Row) -> Option<CostRange> {
    let cheapest = row.target.into_iter().chain(row.upper).min_by(f64::total_cmp);
    cheapest.map(|cost| CostRange::new(row.lower.unwrap_or(0.0), cost))
}

impl FromStr for Targets {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "costs" => Ok(Self::Costs),
            "ranges" => Ok(Self::Ranges),
            _ => Err("expected costs or ranges".to_owned()),
        }
    }
}
