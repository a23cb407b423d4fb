//! Rules about the 8-puzzle as a heuristic for its searches.

use ::rules::Source;
use ::rules::ladder::{self, Reading};
use ::rules::puzzle8::{self, Puzzle8};
use ::search::{
    Batch, Estimate, Estimates, Greedy, Heuristic, Ida, Limits, Observer, PathHeuristic, Report, Reversible,
    astar, gbfs, ida,
};
use puzzles::tiles::{Grid, Slide, State, Tiles};
use puzzles::{Packed, Rooted};
use solver::{Algorithm, Solver, Start};

use crate::{Error, ErrorKind};

/// The puzzle that rules are about, as `hstar solve` calls it.
pub const SPACE: &str = "tiles:3x3";

type Space = Tiles<Grid<3, 3>>;

/// A search for the 8-puzzle by the largest cost of a rule that holds.
pub struct RuleSolver {
    algorithm: Algorithm,
    rules: ByRules,
}

impl RuleSolver {
    /// With the rules of a text.
    ///
    /// # Errors
    /// When the text is no rules about the 8-puzzle, or these hold in too many ways to be asked.
    pub fn new(algorithm: Algorithm, source: Source<'_>) -> Result<Self, Error> {
        let puzzle = Puzzle8::new();
        let ladder = ladder::parse(source, &puzzle.vocabulary)?;
        let rules = puzzle8::Rules::new(&puzzle, &ladder, Reading::Largest)
            .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
        Ok(Self { algorithm, rules: ByRules(rules) })
    }
}

impl Solver for RuleSolver {
    /// Rules learned from samples may say too much.
    fn is_optimal(&self) -> bool {
        false
    }

    fn estimate(&mut self, start: &Start) -> u32 {
        self.rules.value(&Space::new().read(start))
    }

    fn solve(
        &mut self,
        start: &Start,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let (space, rules) = (Space::new(), &mut self.rules);
        let start = space.read(start);
        let rooted = Rooted { space, start };
        match self.algorithm {
            Algorithm::Ida { table } => {
                let options = Ida { table, ..options.clone() };
                ida(&space, rules, &start, &options, limits, observer).map_moves(|made| space.action(made))
            }
            Algorithm::AStar { weight } => astar(&rooted, rules, weight, limits, observer),
            Algorithm::Gbfs => {
                gbfs(&rooted, &mut [rules as &mut dyn Heuristic<_>], Greedy::default(), limits, observer)
            }
        }
    }
}

#[derive(Clone, Debug)]
struct ByRules(puzzle8::Rules);

impl ByRules {
    fn value(&mut self, state: &State<Grid<3, 3>>) -> u32 {
        let mut value = [0];
        self.0.values(&[as_in_rules(state)], &mut value);
        value[0]
    }
}

/// Both have the blank first in their goal, and row by row the same squares.
fn as_in_rules(state: &State<Grid<3, 3>>) -> puzzle8::State {
    let mut squares = [0; 9];
    squares.iter_mut().zip(state.tiles()).for_each(|(square, tile)| *square = tile);
    // Every state of the space is one of the rules'.
    puzzle8::State::new(squares).unwrap_or(puzzle8::State::GOAL)
}

impl PathHeuristic<Space> for ByRules {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, _: &Space, state: &State<Grid<3, 3>>) -> u32 {
        self.value(state)
    }

    fn step(&mut self, space: &Space, _: u32, before: &State<Grid<3, 3>>, made: Slide) -> u32 {
        let mut after = *before;
        space.apply(&mut after, made);
        self.value(&after)
    }

    fn h(&self, value: u32) -> u32 {
        value
    }
}

impl Heuristic<Rooted<Space>> for ByRules {
    fn estimate(&mut self, rooted: &Rooted<Space>, batch: &Batch, estimates: &mut Estimates) {
        let states: Vec<puzzle8::State> =
            batch.iter().map(|(_, words, _)| as_in_rules(&rooted.space.read(words))).collect();
        let mut values = vec![0; states.len()];
        self.0.values(&states, &mut values);
        values.iter().for_each(|&value| estimates.push(Estimate::from_cost(value.into())));
    }
}
