//! How long the uncertainty of a full buffer takes, and the training that asks for it: 25,000 states of the 15-puzzle.
#![expect(clippy::print_stdout, reason = "an example that measures")]

use likely::Rows;
use likely::bayes::Bayes;
use likely::puzzles::RawTiles;
use puzzles::tiles::{Grid, State, Tiles};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

const STATES: usize = 25_000;
const SAMPLES: usize = 100;

fn main() {
    let (space, mut random) = (Tiles::<Grid<4, 4>>::new(), ChaCha8Rng::seed_from_u64(1));
    let mut rows = Rows::new();
    for number in 0..STATES {
        let mut state = State::GOAL;
        puzzles::walk(&space, &mut state, number % 500, &mut random);
        rows.push(&space, &RawTiles, &state);
    }
    let network = Bayes::untrained(128, 20, 1);
    let mut fastest = f64::INFINITY;
    for _ in 0..10 {
        let start = Instant::now();
        let deviations = network.uncertainty(&rows, SAMPLES, 1, 1);
        fastest = fastest.min(start.elapsed().as_secs_f64());
        assert_eq!(deviations.len(), STATES);
    }
    println!("{STATES} states, {SAMPLES} samples, one thread: {fastest:.3} s");
}
