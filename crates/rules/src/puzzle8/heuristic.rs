//! Heuristics to compare with.

use puzzles::tiles::{Grid, Manhattan, Tiles};
use search::PathHeuristic;

use super::State;

/// The sum of the tiles' distances from their places, along rows and columns.
pub fn manhattan(state: &State) -> u32 {
    Manhattan.begin(&Tiles::<Grid<3, 3>>::new(), &state.0)
}

/// The heuristic that estimates one state after the other.
pub fn each(mut estimate: impl FnMut(&State) -> u32) -> impl FnMut(&[State], &mut [u32]) {
    move |states, estimates| {
        for (state, value) in states.iter().zip(estimates) {
            *value = estimate(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Space;
    use super::manhattan;

    #[test]
    fn manhattan_never_overestimates_and_changes_by_one_with_each_move() {
        let space = Space::new();
        for state in space.states() {
            assert!(manhattan(state) <= space.cost(state));
            assert!(state.neighbours().all(|next| manhattan(&next).abs_diff(manhattan(state)) == 1));
        }
    }
}
