//! Why a model can't guide a search in a puzzle.

use std::fmt::{self, Display};

use belief::NotCalibrated;
use likely::puzzles::{NoDatabases, Unfit};
use solver::NoSolver;

/// Why a model can't guide a search in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The reading needs calibrated thresholds, and the model has none.
    NotCalibrated,
    /// The reading has a threshold of trust, and rules have no confidence.
    Rules,
    /// The reading has a threshold of trust, and the search ignores it.
    NotHeeded,
    /// There are no such features for this puzzle.
    NoFeatures {
        /// The features.
        features: String,
        /// The puzzle.
        space: String,
    },
    /// There are no pattern databases.
    NoDatabases(NoDatabases),
    /// Searches can't evaluate the network incrementally.
    Unfit(Unfit),
    /// The network has another number of inputs than states have.
    Inputs {
        /// The network's.
        found: usize,
        /// Those of states.
        expected: usize,
    },
    /// The network has another number of outputs than the belief needs.
    Outputs {
        /// The network's.
        found: usize,
        /// The belief's.
        expected: usize,
    },
    /// Some of the network's numbers are missing or infinite.
    Numbers,
    /// This search does not run on GPUs.
    NotOnGpu,
    /// The puzzle has no heuristic of the name that the model takes for a lower bound.
    NoLower(String),
}

impl From<NotCalibrated> for Unusable {
    fn from(_: NotCalibrated) -> Self {
        Self::NotCalibrated
    }
}

impl Unusable {
    /// The error of a lower bound that can't be made.
    pub(crate) fn lower(name: &str, error: &NoSolver) -> Self {
        match error {
            NoSolver::Stopped(reason) => Self::NoDatabases(NoDatabases::Stopped(*reason)),
            _ => Self::NoLower(name.to_owned()),
        }
    }
}

impl Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCalibrated => NotCalibrated.fmt(f),
            Self::Rules => f.write_str("rules say nothing of how sure they are"),
            Self::NotHeeded => f.write_str("only greedy searches heed thresholds of trust"),
            Self::NoFeatures { features, space } => {
                write!(f, "there are no features `{features}` of {space}")
            }
            Self::NoDatabases(error) => error.fmt(f),
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Inputs { found, expected } => {
                write!(f, "its network has {found} inputs where states have {expected}")
            }
            Self::Outputs { found, expected } => {
                write!(f, "its network has {found} outputs where its belief has {expected}")
            }
            Self::Numbers => Unfit::Numbers.fmt(f),
            Self::NotOnGpu => f.write_str(
                "GPUs search by ida without a table, and with models that were grown, read by their mean or a quantile",
            ),
            Self::NoLower(name) => {
                write!(f, "its estimates never go below `{name}`, which this puzzle does not have")
            }
        }
    }
}

impl std::error::Error for Unusable {}
