//! The configurations of the paper.

use learn::{FIXED_SIGMA, Head, Sigma};

/// The lower bound of most tables.
pub(super) const LMCUT: &str = "lmcut";

/// A configuration of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// Is the spread learned, or fixed?
    pub(super) learns_sigma: bool,
    /// Is the estimate added to ff?
    pub(super) has_residual: bool,
    /// Is it a truncated Gaussian, or a plain one, clipped or not?
    pub(super) is_truncated: bool,
    /// The admissible heuristic that truncates or clips.
    pub(super) lower: &'static str,
}

impl Setup {
    /// All eight with the usual bound.
    pub(super) fn all() -> Vec<Self> {
        let with = |learns_sigma, has_residual, is_truncated| Self {
            learns_sigma,
            has_residual,
            is_truncated,
            lower: LMCUT,
        };
        let choices = [(true, true), (true, false), (false, true), (false, false)];
        let both = |(learns, has)| [with(learns, has, false), with(learns, has, true)];
        choices.into_iter().flat_map(both).collect()
    }

    /// The first of them, with weaker bounds.
    pub(super) fn with_weaker_bounds() -> Vec<Self> {
        let with = |lower, is_truncated| Self { learns_sigma: true, has_residual: true, is_truncated, lower };
        ["max", "blind"].into_iter().flat_map(|lower| [with(lower, false), with(lower, true)]).collect()
    }

    /// The name of the configuration in the tables.
    pub(super) fn label(self) -> String {
        let sigma = if self.learns_sigma { "learn" } else { "fixed" };
        let residual = if self.has_residual { "ff" } else { "none" };
        format!("{sigma}/{residual}")
    }

    /// The name of the belief in the tables.
    pub(super) fn belief(self) -> &'static str {
        if self.is_truncated { "TN" } else { "N" }
    }

    /// The meaning of its network's outputs.
    pub(super) fn head(self) -> Head {
        let sigma = if self.learns_sigma { Sigma::Learned } else { Sigma::Fixed(FIXED_SIGMA) };
        if self.is_truncated { Head::Truncated { sigma } } else { Head::Gaussian { sigma } }
    }
}
