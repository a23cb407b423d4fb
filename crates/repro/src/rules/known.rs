//! Heuristics that need no learning.

/// A heuristic that needs no learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Always 0.
    Nothing,
    /// The sum of the tiles' distances.
    Manhattan,
    /// The exact cost.
    Perfect,
}

impl Known {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "h = 0",
            Self::Manhattan => "Manhattan",
            Self::Perfect => "perfect",
        }
    }
}
