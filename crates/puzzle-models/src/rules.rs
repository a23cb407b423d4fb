//! Rules as a heuristic for the states of a puzzle.

use ::rules::ladder::{self, Ladder};
use ::rules::puzzle8::{Puzzle8, Rules, State, TooManyWays};
use belief::{Belief, Calibration, Point, Reader, Reading};
use puzzles::Packed;
use puzzles::tiles::{Grid, Tiles};
use search::Estimate;
use solver::{Algorithm, AnySpace, Solver, StateHeuristic, guided};

use crate::Unusable;

/// Rules about the 8-puzzle. Their belief is a bound and nothing else: the largest cost of a rule that holds.
#[derive(Clone, Debug)]
pub struct PuzzleRules(Rules);

impl PuzzleRules {
    /// The puzzle they are about.
    pub const SPACE: &str = "tiles:3x3";

    /// Compiles rules for evaluation.
    ///
    /// # Errors
    /// When a condition of a rule can hold in too many ways to enumerate.
    pub fn new(puzzle: &Puzzle8, rules: &Ladder) -> Result<Self, TooManyWays> {
        Rules::new(puzzle, rules, ladder::Lookup::Largest).map(Self)
    }

    /// A search that they guide.
    ///
    /// # Errors
    /// When the reading has a threshold of trust: rules have no confidence.
    pub fn solver<'s>(
        &self,
        space: &'s dyn AnySpace,
        algorithm: Algorithm,
        reading: Reading,
    ) -> Result<Box<dyn Solver + 's>, Unusable> {
        let reader = reading.reader(&Calibration::default()).map_err(|_| Unusable::Rules)?;
        Ok(guided(space, algorithm, Box::new(Asked { rules: self.0.clone(), reader })))
    }
}

/// Rules as a heuristic, and the reading of their bounds.
#[derive(Clone)]
struct Asked {
    rules: Rules,
    reader: Reader,
}

impl StateHeuristic for Asked {
    fn estimate(&mut self, states: &[&[u64]]) -> Vec<Estimate> {
        let space = Tiles::<Grid<3, 3>>::new();
        let states: Vec<State> = states.iter().map(|state| State(space.read(state))).collect();
        let mut values = vec![0; states.len()];
        self.rules.values(&states, &mut values);
        let read = |value: u32| {
            let bound = Point::bound(value.into()).map(Belief::Point);
            bound.map_or(Estimate::new(0.0), |belief| self.reader.read(&belief))
        };
        values.into_iter().map(read).collect()
    }

    fn another(&self) -> Box<dyn StateHeuristic> {
        Box::new(self.clone())
    }
}
