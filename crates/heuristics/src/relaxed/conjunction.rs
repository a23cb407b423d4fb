//! Conditions that have to hold together.

use task::Fact;

/// All facts of both; `None` if they contradict each other.
pub(super) fn conjunction(left: &[Fact], right: &[Fact]) -> Option<Vec<Fact>> {
    let mut joined = [left, right].concat();
    joined.sort_unstable();
    joined.dedup();
    let contradictory = joined.windows(2).any(|pair| pair[0].variable == pair[1].variable);
    (!contradictory).then_some(joined)
}
