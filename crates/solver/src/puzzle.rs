//! What has to be known of a space beside its moves.

use std::fmt::Display;

use puzzles::Packed;
use rand_chacha::ChaCha8Rng;

use crate::heuristic::Entry;

/// What has to be known of a space beside its moves.
pub trait Puzzle: Packed + Clone + Send + Sync + 'static {
    /// Its heuristics.
    const HEURISTICS: &'static [Entry<Self>];

    /// Its domain in PDDL.
    const DOMAIN: &'static str;

    /// What the descriptions of its moves tell.
    const MOVES: &'static str;

    /// How many numbers a state is written with.
    fn numbers(&self) -> usize;

    /// Reads a state: numbers with commas or space between them.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn parse(&self, text: &str) -> Result<Self::State, Refusal>;

    /// The state that random walks begin with.
    fn goal(&self) -> Self::State;

    /// One of all states from which there is a way to the goal, each as likely as any other.
    fn random(&self, rng: &mut ChaCha8Rng) -> Self::State;

    /// A picture of a state.
    fn picture(&self, state: &Self::State) -> String;

    /// The problem in PDDL of getting from a state to the goal.
    fn problem(&self, state: &Self::State) -> String;

    /// What a move does, in a word.
    fn describe(&self, before: &Self::State, made: Self::Move) -> String;
}

/// How the heuristics of a puzzle are written, and what they are.
pub fn heuristics<P: Puzzle>() -> Vec<(&'static str, String)> {
    let line = |entry: &Entry<P>| {
        let admissible = if entry.is_admissible { "; admissible" } else { "" };
        (entry.usage, format!("{}{admissible}", entry.help))
    };
    P::HEURISTICS.iter().map(line).collect()
}

/// Why a state is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong with it.
    pub message: String,
    /// Is it that there is no way to the goal?
    pub is_unsolvable: bool,
}

impl Refusal {
    /// Something is wrong with the state.
    pub fn wrong(error: impl Display) -> Self {
        Self { message: error.to_string(), is_unsolvable: false }
    }
}
