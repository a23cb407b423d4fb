//! What models learn of the costs of states.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::cost_range::CostRange;
use crate::data::Row;

/// What models learn of the costs of states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Targets {
    /// What the teacher says.
    #[default]
    Costs,
    /// What is certain: the least cost where it is known, else that it lies between an admissible heuristic's value and the cost
    /// of a plan.
    Ranges,
}

impl Targets {
    /// What is to be learned from a row; `None` if it says nothing of the cost.
    pub fn of(self, row: &Row) -> Option<CostRange> {
        let said = row.target.map(CostRange::exact);
        match self {
            Self::Ranges if !row.optimal => range(row),
            Self::Costs | Self::Ranges => said,
        }
    }

    /// Is it what there was before there was a choice?
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Costs
    }
}

/// Between the lower bound and the cheapest plan of a row, if there is one.
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
