//! Searches guided by heuristics that take states as words, compiled once for all puzzles.
//!
//! Such a heuristic, a learned model for instance, takes a microsecond or more for a state. Next to that, dynamic dispatch on the
//! space costs nothing.

use puzzles::{Packed, Rooted};
use search::{
    Action, Batch, Estimates, Greedy, Heuristic, Ida, Limits, Observer, PathHeuristic, Report, Reversible,
    WhenUntrusted,
};

use crate::{Algorithm, AnySpace, Solver, Start, StateHeuristic};

/// A search in a space, guided by a heuristic that takes states as words. It is not known to be admissible.
///
/// IDA\* needs integer estimates: there, they are rounded to the nearest integer, ties to even.
pub fn guided<'s>(
    space: &'s dyn AnySpace,
    algorithm: Algorithm,
    heuristic: Box<dyn StateHeuristic + 's>,
) -> Box<dyn Solver + 's> {
    Box::new(Guided { space: Erased(space), algorithm, heuristic: Asked(heuristic) })
}

struct Guided<'s> {
    space: Erased<'s>,
    algorithm: Algorithm,
    heuristic: Asked<'s>,
}

impl Solver for Guided<'_> {
    fn is_optimal(&self) -> bool {
        false
    }

    fn estimate(&mut self, start: &Start) -> u32 {
        self.heuristic.whole(start)
    }

    fn solve(
        &mut self,
        start: &Start,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let (space, start) = (self.space, self.space.read(start));
        let rooted = Rooted { space, start };
        match self.algorithm {
            Algorithm::Ida { table } => {
                let options = Ida { table, ..options.clone() };
                search::ida(&space, &self.heuristic, &start, &options, limits, observer)
            }
            Algorithm::AStar { weight } => {
                search::astar(&rooted, &mut self.heuristic, weight, limits, observer)
            }
            Algorithm::Gbfs => {
                let queues = &mut [&mut self.heuristic as &mut dyn Heuristic<_>];
                search::gbfs(&rooted, queues, Greedy::default(), limits, observer)
            }
        }
    }
}

/// A space without its type.
#[derive(Clone, Copy)]
struct Erased<'s>(&'s dyn AnySpace);

/// The words of a state; unused ones are 0.
type Words = [u64; MOST_WORDS];

/// The largest number of words that any puzzle needs for a state.
const MOST_WORDS: usize = 4;

impl Reversible for Erased<'_> {
    type State = Words;
    type Move = Action;

    fn is_goal(&self, state: &Words) -> bool {
        self.0.is_goal(&state[..self.0.words()])
    }

    fn moves(&self, state: &Words, last: Option<Action>) -> impl Iterator<Item = Action> {
        self.0.moves(&state[..self.0.words()], last).into_iter()
    }

    fn apply(&self, state: &mut Words, made: Action) {
        self.0.apply(&mut state[..self.0.words()], made);
    }

    fn inverse(&self, made: Action) -> Action {
        self.0.inverse(made)
    }

    fn cost(&self, made: Action) -> u32 {
        self.0.cost(made)
    }

    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
}

impl Packed for Erased<'_> {
    fn words(&self) -> usize {
        self.0.words()
    }

    fn write(&self, state: &Words, words: &mut [u64]) {
        words.copy_from_slice(&state[..words.len()]);
    }

    fn read(&self, words: &[u64]) -> Words {
        let mut state = [0; MOST_WORDS];
        state[..words.len()].copy_from_slice(words);
        state
    }

    fn action(&self, made: Action) -> Action {
        made
    }

    fn made(&self, action: Action) -> Action {
        action
    }
}

/// A heuristic for the searches: IDA\* evaluates states one by one, the others in batches.
struct Asked<'s>(Box<dyn StateHeuristic + 's>);

impl Asked<'_> {
    /// The estimate, rounded to an integer; `u32::MAX` for a dead end.
    fn whole(&mut self, state: &[u64]) -> u32 {
        match self.0.estimate(&[state]).first() {
            Some(estimate) if estimate.is_dead_end() => u32::MAX,
            Some(estimate) => estimate.h.round_ties_even() as u32,
            None => 0,
        }
    }
}

impl Clone for Asked<'_> {
    fn clone(&self) -> Self {
        Self(self.0.another())
    }
}

impl PathHeuristic<Erased<'_>> for Asked<'_> {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, space: &Erased<'_>, state: &Words) -> u32 {
        self.whole(&state[..space.words()])
    }

    fn step(&mut self, space: &Erased<'_>, _: u32, before: &Words, made: Action) -> u32 {
        let mut after = *before;
        space.apply(&mut after, made);
        self.begin(space, &after)
    }

    fn h(&self, value: u32) -> u32 {
        value
    }
}

impl Heuristic<Rooted<Erased<'_>>> for Asked<'_> {
    fn estimate(&mut self, _: &Rooted<Erased<'_>>, batch: &Batch, estimates: &mut Estimates) {
        let states: Vec<&[u64]> = batch.iter().map(|(_, words, _)| words).collect();
        self.0.estimate(&states).into_iter().for_each(|estimate| estimates.push(estimate));
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        self.0.when_untrusted()
    }
}
