//! Random walks.

use rand::Rng;
use search::Reversible;

/// Makes `steps` random moves, none of which takes back the one before it. Returns how many there were: fewer where
/// there was no other way.
pub fn walk<S: Reversible>(space: &S, state: &mut S::State, steps: usize, rng: &mut impl Rng) -> usize {
    let (mut last, mut moves) = (None, Vec::new());
    for step in 0..steps {
        moves.clear();
        moves.extend(space.moves(state, last));
        if moves.is_empty() {
            return step;
        }
        let made = moves[rng.random_range(0..moves.len())];
        space.apply(state, made);
        last = Some(made);
    }
    steps
}
