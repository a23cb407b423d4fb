//! What open lists are ordered by.

/// Something that states are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The values of the heuristic with this number.
    Heuristic(usize),
    /// The cost of the way to a state.
    Cost,
}
