//! Random walks.

use rand::Rng;
use search::Reversible;

/// Makes `steps` random moves, none of which undoes the one before it unless there is no other. Returns the number of
/// moves made, which is less if a state has none at all.
pub fn walk<S: Reversible>(space: &S, state: &mut S::State, steps: usize, rng: &mut impl Rng) -> usize {
    let (mut back, mut moves) = (None, Vec::new());
    for step in 0..steps {
        moves.clear();
        // Without the last move: with it, some spaces prune more than its inverse, which would bias the walk.
        moves.extend(space.moves(state, None));
        if moves.len() > 1 {
            moves.retain(|&made| Some(made) != back);
        }
        if moves.is_empty() {
            return step;
        }
        let made = moves[rng.random_range(0..moves.len())];
        space.apply(state, made);
        back = Some(space.inverse(made));
    }
    steps
}
