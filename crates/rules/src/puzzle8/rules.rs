//! Rules as a heuristic of the 8-puzzle.

use std::fmt::{self, Display};
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Puzzle8, State, Walk};
use crate::Facts;
use crate::ladder::{Compiled, LANES, Ladder, Lanes, Lookup};

/// Rules compiled for evaluation on states.
#[derive(Clone, Debug)]
pub struct Rules {
    puzzle: Arc<Puzzle8>,
    compiled: Compiled,
    lanes: Lanes,
    found: Vec<u32>,
}

/// A condition of a rule has too many instances to be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyWays;

impl Display for TooManyWays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a rule has a condition that can hold in more than a million ways\n  = help: fewer variables that are \
             connected to each other make fewer"
        )
    }
}

impl std::error::Error for TooManyWays {}

/// How many states tell which conditions seldom hold.
const TYPICAL: usize = 256;

impl Rules {
    /// Compiles rules.
    ///
    /// # Errors
    /// When a condition of a rule has too many instances to be written out.
    pub fn new(puzzle: &Puzzle8, ladder: &Ladder, reading: Lookup) -> Result<Self, TooManyWays> {
        let states = Walk::default().states(TYPICAL, &mut ChaCha8Rng::seed_from_u64(0));
        let states: Vec<(State, u32)> = states.into_iter().map(|state| (state, 0)).collect();
        let typical = puzzle.facts(&states);
        let compiled = Compiled::new(ladder, &puzzle.vocabulary, reading, &typical).ok_or(TooManyWays)?;
        Ok(Self { puzzle: Arc::new(puzzle.clone()), lanes: compiled.lanes(), compiled, found: Vec::new() })
    }

    /// Fills in the values of states.
    pub fn values(&mut self, states: &[State], values: &mut [u32]) {
        for (states, values) in states.chunks(LANES).zip(values.chunks_mut(LANES)) {
            self.lanes.clear();
            states.iter().for_each(|state| self.lanes.push(|holds| self.puzzle.describe(state, holds)));
            self.found.clear();
            self.compiled.values(&mut self.lanes, &mut self.found);
            values.copy_from_slice(&self.found);
        }
    }
}

impl Puzzle8 {
    /// The ground atoms that hold in states, which have to be in order of cost.
    pub fn facts(&self, states: &[(State, u32)]) -> Facts {
        Facts::new(&self.vocabulary, states, |state, holds| self.describe(state, holds))
    }
}
