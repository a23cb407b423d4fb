//! Draws states to learn from by random walks from the goal.

use rand::Rng;

use super::State;

/// How walks from the goal are made. Either way each has a length of its own, from 0 to [`LONGEST`](Self::LONGEST).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walk {
    /// As in the authors' program: in every round about a quarter of the walks that are not at their end make the same move. A
    /// move that would leave the board changes nothing, but it counts.
    #[default]
    Together,
    /// As their paper reads: every walk makes moves of its own, all of them possible.
    Alone,
}

impl Walk {
    /// The most moves of a walk.
    pub const LONGEST: u32 = 500;

    /// The ends of this many walks.
    pub fn states(self, count: usize, rng: &mut impl Rng) -> Vec<State> {
        match self {
            Self::Together => together(count, rng),
            Self::Alone => (0..count).map(|_| alone(rng)).collect(),
        }
    }
}

fn together(count: usize, rng: &mut impl Rng) -> Vec<State> {
    let mut states = vec![State::GOAL; count];
    let mut left: Vec<u32> = (0..count).map(|_| rng.random_range(0..=Walk::LONGEST)).collect();
    let mut last_round = vec![0_u64; count];
    let mut unfinished: Vec<usize> = (0..count).filter(|&walk| left[walk] > 0).collect();
    for round in 1.. {
        if unfinished.is_empty() {
            break;
        }
        let direction = State::DIRECTIONS[rng.random_range(0..State::DIRECTIONS.len())];
        for _ in 0..(unfinished.len() / State::DIRECTIONS.len()).max(1) {
            let walk = unfinished[rng.random_range(0..unfinished.len())];
            // Drawn with replacement, but moved once.
            if last_round[walk] < round {
                last_round[walk] = round;
                left[walk] -= 1;
                states[walk] = states[walk].after(direction).unwrap_or(states[walk]);
            }
        }
        unfinished.retain(|&walk| left[walk] > 0);
    }
    states
}

fn alone(rng: &mut impl Rng) -> State {
    let mut state = State::GOAL;
    for _ in 0..rng.random_range(0..=Walk::LONGEST) {
        let next = rng.random_range(0..state.neighbours().count());
        state = state.neighbours().nth(next).unwrap_or(state);
    }
    state
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::Space;
    use super::Walk;

    #[test]
    fn the_same_seed_gives_the_same_states() {
        for walk in [Walk::Together, Walk::Alone] {
            let states = |seed| walk.states(100, &mut ChaCha8Rng::seed_from_u64(seed));
            assert_eq!(states(1), states(1));
            assert_ne!(states(1), states(2));
            assert_eq!(states(1).len(), 100);
            assert!(walk.states(0, &mut ChaCha8Rng::seed_from_u64(1)).is_empty());
        }
    }

    #[test]
    fn walks_end_near_and_far() {
        let space = Space::new();
        // The mean over all states is 21.97. Where some moves come to nothing walks stay nearer.
        for (walk, means) in [(Walk::Together, 17.7..18.9), (Walk::Alone, 18.9..20.1)] {
            let states = walk.states(2000, &mut ChaCha8Rng::seed_from_u64(1));
            let costs = states.iter().map(|state| space.cost(state));
            let mean = f64::from(costs.clone().sum::<u32>()) / 2000.0;
            assert!(means.contains(&mean), "{mean}");
            assert!(costs.clone().any(|cost| cost <= 2) && costs.clone().any(|cost| cost >= 28));
        }
    }
}
