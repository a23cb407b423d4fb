//! The gap heuristic.

use super::{Flip, Pancakes, State};
use search::PathHeuristic;

/// The number of pancakes that lie on one that is neither the next larger nor the next smaller; the plate counts as
/// the largest. It is admissible, since a flip changes only one pair of neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gap;

impl PathHeuristic<Pancakes> for Gap {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, _: &Pancakes, state: &State) -> u32 {
        state.pancakes[..=state.size.into()].windows(2).map(|pair| gap(pair[0], pair[1])).sum()
    }

    #[inline(always)]
    fn step(&mut self, _: &Pancakes, parent: u32, before: &State, flip: Flip) -> u32 {
        let (top, last, below) =
            (before.pancakes[0], before.pancakes[flip.length() - 1], before.pancakes[flip.length()]);
        parent + gap(top, below) - gap(last, below)
    }

    #[inline(always)]
    fn h(&self, value: u32) -> u32 {
        value
    }
}

#[inline(always)]
fn gap(upper: u8, lower: u8) -> u32 {
    (upper.abs_diff(lower) != 1).into()
}
