//! A state to start from.

use super::Start;

/// A state to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Its number in the set or file it is from.
    pub number: usize,
    /// The state.
    pub start: Start,
    /// The cost of a cheapest plan, if it is known.
    pub optimal: Option<u64>,
}
