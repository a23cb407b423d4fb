//! Heuristics to compare with.

use super::State;

/// How far each tile (row of the table) is from its place when it lies on a square (column).
const DISTANCES: [[u8; 9]; 9] = {
    let mut distances = [[0; 9]; 9];
    let mut tile = 1;
    while tile < 9 {
        let mut square = 0;
        while square < 9 {
            let (rows, columns) =
                ((tile / 3_usize).abs_diff(square / 3), (tile % 3_usize).abs_diff(square % 3));
            distances[tile][square] = (rows + columns) as u8;
            square += 1;
        }
        tile += 1;
    }
    distances
};

/// The sum of the tiles' distances from their places, along rows and columns.
pub fn manhattan(state: &State) -> u32 {
    let distance = |(square, &tile): (usize, &u8)| u32::from(DISTANCES[usize::from(tile)][square]);
    state.squares().iter().enumerate().map(distance).sum()
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
