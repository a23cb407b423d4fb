//! Heuristics that nobody has to learn.

/// A heuristic that nobody has to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Says nothing.
    Nothing,
    /// The sum of the tiles' distances.
    Manhattan,
    /// Says what it costs.
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
