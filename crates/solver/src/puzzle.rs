//! Puzzles: state spaces with heuristics, texts, PDDL and random states.

use std::fmt::Display;

use puzzles::Packed;
use rand_chacha::ChaCha8Rng;

use crate::heuristic::Entry;

/// A state space with what users need beside its moves: heuristics, texts, PDDL and random states.
pub trait Puzzle: Packed + Clone + Send + Sync + 'static {
    /// Its heuristics.
    const HEURISTICS: &'static [Entry<Self>];

    /// Its domain in PDDL.
    const DOMAIN: &'static str;

    /// A legend for the descriptions of its moves.
    const MOVES: &'static str;

    /// The number of numbers in a state's text.
    fn numbers(&self) -> usize;

    /// Parses a state: numbers with commas or space between them.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn parse(&self, text: &str) -> Result<Self::State, Refusal>;

    /// The goal, where random walks begin.
    fn goal(&self) -> Self::State;

    /// A state drawn uniformly from those from which the goal can be reached.
    fn random(&self, rng: &mut ChaCha8Rng) -> Self::State;

    /// A picture of a state.
    fn picture(&self, state: &Self::State) -> String;

    /// The PDDL problem of reaching the goal from a state.
    fn problem(&self, state: &Self::State) -> String;

    /// A move in a word.
    fn describe(&self, before: &Self::State, made: Self::Move) -> String;
}

/// The usage and help of each heuristic of a puzzle.
pub fn heuristics<P: Puzzle>() -> Vec<(&'static str, String)> {
    let line = |entry: &Entry<P>| {
        let admissible = if entry.is_admissible { "; admissible" } else { "" };
        (entry.usage, format!("{}{admissible}", entry.help))
    };
    P::HEURISTICS.iter().map(line).collect()
}

/// Why a state is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub message: String,
    /// Is it refused because the goal can't be reached from it?
    pub is_unsolvable: bool,
}

impl Refusal {
    /// The text is not that of a state.
    pub fn wrong(error: impl Display) -> Self {
        Self { message: error.to_string(), is_unsolvable: false }
    }
}
