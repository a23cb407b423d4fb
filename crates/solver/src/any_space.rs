//! State spaces with their types erased ([`AnySpace`]).
//!
//! The puzzle, its size and its heuristic are known only at run time. They are dispatched on once per search, so that the search
//! itself runs in code compiled for the space and the heuristic.

use std::sync::Arc;

use puzzles::{Packed, Rooted};
use rand_chacha::ChaCha8Rng;
use search::{Action, Estimate, Exhausted, Greedy, Ida, Limits, Observer, Report, Reversible};

use crate::heuristic::{Entry, Guide, Unmade};
use crate::puzzle::Puzzle;
use crate::{Algorithm, Refusal, Resources, Search, StateHeuristic};

/// A start state, as the words it is packed into.
pub type Start = Vec<u64>;

/// The state space of some puzzle and size. States are given as the words they are packed into.
pub trait AnySpace: Sync {
    /// The number of words that a state is packed into.
    fn words(&self) -> usize;

    /// Is this a goal?
    fn is_goal(&self, state: &[u64]) -> bool;

    /// The applicable moves in a fixed order, without the inverse of the last move.
    fn moves(&self, state: &[u64], last: Option<Action>) -> Vec<Action>;

    /// Makes a move.
    fn apply(&self, state: &mut [u64], made: Action);

    /// The inverse of a move.
    fn inverse(&self, made: Action) -> Action;

    /// The cost of a move.
    fn cost(&self, made: Action) -> u32;

    /// A lower bound on the cost of every move.
    fn cheapest(&self) -> u32;

    /// The number of numbers in a state's text.
    fn numbers(&self) -> usize;

    /// Parses a state.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn parse(&self, text: &str) -> Result<Start, Refusal>;

    /// The goal.
    fn goal(&self) -> Start;

    /// A random state from which the goal can be reached.
    fn random(&self, rng: &mut ChaCha8Rng) -> Start;

    /// The end of a random walk of `steps` moves from the goal, none of which undoes the one before it.
    fn walk(&self, steps: usize, rng: &mut ChaCha8Rng) -> Start;

    /// A picture of a state.
    fn picture(&self, start: &Start) -> String;

    /// The domain in PDDL.
    fn domain(&self) -> &'static str;

    /// The PDDL problem of reaching the goal from a state.
    fn problem(&self, start: &Start) -> String;

    /// The moves of a plan in words, after a short legend.
    fn describe(&self, start: &Start, plan: &[Action]) -> String;

    /// Validates a plan by executing it, and returns its cost.
    ///
    /// # Errors
    /// Says why it is not a plan.
    fn replay(&self, start: &Start, plan: &[Action]) -> Result<u64, String>;

    /// The states along a plan, each with the plan's cost-to-go from it. The goal itself is left out.
    fn along(&self, start: &Start, plan: &[Action]) -> Vec<(Start, u64)>;

    /// Sets up a search.
    ///
    /// # Errors
    /// Says what is wrong with its heuristic, or that making it exceeds the budget.
    fn solver(&self, search: &Search, resources: &mut Resources) -> Result<Box<dyn Solver + '_>, NoSolver>;

    /// A heuristic by its name, to estimate single states.
    ///
    /// # Errors
    /// Says what is wrong with it, or that making it exceeds the budget.
    fn heuristic(&self, name: &str, resources: &mut Resources) -> Result<Box<dyn StateHeuristic>, NoSolver>;
}

/// Why a search could not be set up: its heuristic can't be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSolver {
    /// The space has no heuristic of this name.
    Unknown {
        /// The names of those it has.
        known: Vec<&'static str>,
    },
    /// Its arguments are wrong.
    Wrong {
        /// The reason.
        message: String,
        /// How it is written.
        usage: &'static str,
    },
    /// Making it exceeded the time or memory budget.
    Stopped(Exhausted),
    /// The GPU can't be used, for this reason.
    NoGpu(String),
}

/// A search in some space, ready for any start.
pub trait Solver {
    /// Are its plans optimal?
    fn is_optimal(&self) -> bool;

    /// Its heuristic's estimate for a state; `u32::MAX` for a dead end.
    fn estimate(&mut self, start: &Start) -> u32;

    /// Searches for a plan.
    fn solve(&mut self, start: &Start, options: &Ida, limits: &Limits, observer: &mut dyn Observer)
    -> Report;
}

impl<P: Puzzle> AnySpace for P {
    fn words(&self) -> usize {
        Packed::words(self)
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        Reversible::is_goal(self, &self.read(state))
    }

    fn moves(&self, state: &[u64], last: Option<Action>) -> Vec<Action> {
        let (state, last) = (self.read(state), last.map(|action| self.made(action)));
        Reversible::moves(self, &state, last).map(|made| self.action(made)).collect()
    }

    fn apply(&self, words: &mut [u64], made: Action) {
        let mut state = self.read(words);
        Reversible::apply(self, &mut state, self.made(made));
        self.write(&state, words);
    }

    fn inverse(&self, made: Action) -> Action {
        self.action(Reversible::inverse(self, self.made(made)))
    }

    fn cost(&self, made: Action) -> u32 {
        Reversible::cost(self, self.made(made))
    }

    fn cheapest(&self) -> u32 {
        Reversible::cheapest(self)
    }

    fn numbers(&self) -> usize {
        Puzzle::numbers(self)
    }

    fn parse(&self, text: &str) -> Result<Start, Refusal> {
        Puzzle::parse(self, text).map(|state| packed(self, &state))
    }

    fn goal(&self) -> Start {
        packed(self, &Puzzle::goal(self))
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> Start {
        packed(self, &Puzzle::random(self, rng))
    }

    fn walk(&self, steps: usize, rng: &mut ChaCha8Rng) -> Start {
        let mut state = Puzzle::goal(self);
        puzzles::walk(self, &mut state, steps, rng);
        packed(self, &state)
    }

    fn picture(&self, start: &Start) -> String {
        Puzzle::picture(self, &self.read(start))
    }

    fn domain(&self) -> &'static str {
        Self::DOMAIN
    }

    fn problem(&self, start: &Start) -> String {
        Puzzle::problem(self, &self.read(start))
    }

    fn describe(&self, start: &Start, plan: &[Action]) -> String {
        let mut state = self.read(start);
        let mut text = format!("Moves ({}):", Self::MOVES);
        for &action in plan {
            let made = self.made(action);
            text.push(' ');
            text += &Puzzle::describe(self, &state, made);
            self.apply(&mut state, made);
        }
        text
    }

    fn replay(&self, start: &Start, plan: &[Action]) -> Result<u64, String> {
        let mut state = self.read(start);
        let mut cost = 0;
        for (index, &action) in plan.iter().enumerate() {
            let Some(made) = self.moves(&state, None).find(|&made| self.action(made) == action) else {
                return Err(format!("move {} cannot be made", index + 1));
            };
            self.apply(&mut state, made);
            cost += u64::from(self.cost(made));
        }
        if self.is_goal(&state) { Ok(cost) } else { Err("it does not lead to the goal".to_owned()) }
    }

    fn along(&self, start: &Start, plan: &[Action]) -> Vec<(Start, u64)> {
        let mut state = self.read(start);
        let mut states = Vec::with_capacity(plan.len());
        for &action in plan {
            let made = self.made(action);
            states.push((packed(self, &state), u64::from(self.cost(made))));
            self.apply(&mut state, made);
        }
        let mut rest = 0;
        for (_, cost) in states.iter_mut().rev() {
            rest += *cost;
            *cost = rest;
        }
        states
    }

    fn solver(&self, search: &Search, resources: &mut Resources) -> Result<Box<dyn Solver + '_>, NoSolver> {
        let (entry, guide) = made(self, &search.heuristic, &search.arguments, resources)?;
        let algorithm = search.algorithm;
        let is_optimal = entry.is_admissible
            && matches!(algorithm, Algorithm::Ida { .. } | Algorithm::AStar { weight: 1.0 });
        Ok(Box::new(Guided { space: self, guide, algorithm, is_optimal }))
    }

    fn heuristic(&self, name: &str, resources: &mut Resources) -> Result<Box<dyn StateHeuristic>, NoSolver> {
        let (_, guide) = made(self, name, &[], resources)?;
        Ok(Box::new(OfStates { space: self.clone(), guide: guide.into() }))
    }
}

/// A heuristic with its declaration.
type Declared<P> = (&'static Entry<P>, Box<dyn Guide<P>>);

/// Makes a heuristic.
fn made<P: Puzzle>(
    space: &P,
    name: &str,
    arguments: &[Vec<String>],
    resources: &mut Resources,
) -> Result<Declared<P>, NoSolver> {
    let Some(entry) = P::HEURISTICS.iter().find(|entry| entry.name == name) else {
        return Err(NoSolver::Unknown { known: P::HEURISTICS.iter().map(|entry| entry.name).collect() });
    };
    if entry.usage == entry.name && !arguments.is_empty() {
        let message = format!("`{}` has no options", entry.name);
        return Err(NoSolver::Wrong { message, usage: entry.usage });
    }
    let guide = (entry.make)(space, arguments, resources).map_err(|unmade| match unmade {
        Unmade::Stopped(reason) => NoSolver::Stopped(reason),
        Unmade::NoGpu(reason) => NoSolver::NoGpu(reason),
        Unmade::Wrong(message) => NoSolver::Wrong { message, usage: entry.usage },
    })?;
    Ok((entry, guide))
}

/// A heuristic that estimates states given as words.
struct OfStates<P: Puzzle> {
    space: P,
    guide: Arc<dyn Guide<P>>,
}

impl<P: Puzzle> StateHeuristic for OfStates<P> {
    fn estimate(&mut self, states: &[&[u64]]) -> Vec<Estimate> {
        states.iter().map(|state| self.guide.estimate(&self.space, &self.space.read(state))).collect()
    }

    fn another(&self) -> Box<dyn StateHeuristic> {
        Box::new(Self { space: self.space.clone(), guide: Arc::clone(&self.guide) })
    }
}

fn packed<P: Puzzle>(space: &P, state: &P::State) -> Start {
    let mut words = vec![0; space.words()];
    space.write(state, &mut words);
    words
}

/// A search with its heuristic.
struct Guided<'a, P: Puzzle> {
    space: &'a P,
    guide: Box<dyn Guide<P>>,
    algorithm: Algorithm,
    is_optimal: bool,
}

impl<P: Puzzle> Solver for Guided<'_, P> {
    fn is_optimal(&self) -> bool {
        self.is_optimal
    }

    fn estimate(&mut self, start: &Start) -> u32 {
        // Costs are whole numbers: an admissible estimate may be rounded up.
        self.guide.estimate(self.space, &self.space.read(start)).h.ceil() as u32
    }

    fn solve(
        &mut self,
        start: &Start,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let start = self.space.read(start);
        let remembering = || {
            let rooted = Rooted { space: self.space.clone(), start };
            (rooted, self.guide.of_states())
        };
        match self.algorithm {
            Algorithm::Ida { table } => {
                let options = Ida { table, ..options.clone() };
                let report = self.guide.ida(self.space, &start, &options, limits, observer);
                report.map_moves(|made| self.space.action(made))
            }
            Algorithm::AStar { weight } => {
                let (rooted, mut heuristic) = remembering();
                ::search::astar(&rooted, &mut *heuristic, weight, limits, observer)
            }
            Algorithm::Gbfs => {
                let (rooted, mut heuristic) = remembering();
                ::search::gbfs(&rooted, &mut [&mut *heuristic], Greedy::default(), limits, observer)
            }
        }
    }
}
