//! Puzzles as the program knows them. Each is declared once; the command line, its help and its messages follow.

mod any_space;
mod blocks;
mod heuristic;
mod instance_file;
mod instances;
mod pancake;
mod range_list;
mod results;
mod search;
mod tiles;

pub use any_space::{AnySpace, Solver, Start};
pub use heuristic::{Entry, Guide, Made, Means, Unmade};
pub use instances::{FORMS, Instance, Instances};
pub use results::{Results, Row};
pub(crate) use search::SEARCHES;

use std::fmt::Display;

use puzzles::Packed;
use rand_chacha::ChaCha8Rng;

use crate::{Exit, Failure};

/// All puzzles.
pub const PUZZLES: &[&Declaration] = &[&tiles::TILES, &pancake::PANCAKE, &blocks::BLOCKS];

/// A puzzle's declaration.
pub struct Declaration {
    /// Its name, which stands before the size.
    pub name: &'static str,
    /// How it is written, size included.
    pub form: &'static str,
    /// Which sizes there are.
    pub sizes: &'static str,
    /// One of them.
    pub example: &'static str,
    /// What it is about, and how its states are written.
    pub help: &'static str,
    /// How it is searched unless something else is asked for.
    pub default_search: &'static str,
    /// Its heuristics: how they are written, and a line of help.
    pub heuristics: fn() -> Vec<(&'static str, String)>,
    /// Its sets of instances.
    pub benchmarks: &'static [Benchmark],
    /// The space of this size, if there is one.
    pub open: fn(&str) -> Option<Box<dyn AnySpace>>,
}

/// A set of instances that is built in.
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// The space it belongs to.
    pub space: &'static str,
    /// Where it is from.
    pub help: &'static str,
    /// Each as it would be written, with the cost of its cheapest plan.
    pub instances: fn() -> Vec<(String, u32)>,
}

/// What the program has to know of a space beside its moves.
pub trait Puzzle: Packed + Clone + Sync + 'static {
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

    /// The failure, which happened at a place.
    pub fn at(&self, place: &str) -> Failure {
        let exit = if self.is_unsolvable { Exit::Unsolvable } else { Exit::InputError };
        Failure::new(exit, format_args!("{place}: {}", self.message))
    }
}

/// The space that is written like this, with its declaration.
///
/// # Errors
/// Says what would be right.
pub fn open(text: &str) -> Result<(&'static Declaration, Box<dyn AnySpace>), Failure> {
    let (name, size) = text.split_once(':').unwrap_or((text, ""));
    let Some(declared) = PUZZLES.iter().find(|puzzle| puzzle.name == name) else {
        let help = match pddl::nearest(name, PUZZLES.iter().map(|puzzle| puzzle.name)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => {
                format!("known: {}", PUZZLES.iter().map(|puzzle| puzzle.form).collect::<Vec<_>>().join(", "))
            }
        };
        return Err(Failure::new(Exit::Usage, format_args!("unknown space `{name}`\n  = help: {help}")));
    };
    let opened = (declared.open)(size).map(|space| (*declared, space));
    opened.ok_or_else(|| {
        let Declaration { form, sizes, example, .. } = declared;
        let what =
            if size.is_empty() { format!("`{text}` has no size") } else { format!("there is no `{text}`") };
        Failure::new(Exit::Usage, format_args!("{what}\n  = help: it is {form}, {sizes}, as in {example}"))
    })
}

#[cfg(test)]
mod tests {
    use ::search::Budget;
    use puzzles::tables::Tables;

    use super::*;

    #[test]
    fn every_declaration_holds_together() {
        for puzzle in PUZZLES {
            let (found, space) = open(puzzle.example).unwrap();
            assert_eq!(found.name, puzzle.name);
            let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
            let means = &mut Means { tables: &tables, threads: 1, budget: &budget, watch: &mut |_| {} };
            space.solver(puzzle.default_search, means).unwrap();
            for benchmark in puzzle.benchmarks {
                let (_, space) = open(benchmark.space).unwrap();
                let instances = (benchmark.instances)();
                assert!(!instances.is_empty());
                assert!(instances.iter().all(|(start, _)| space.parse(start).is_ok()), "{}", benchmark.name);
            }
        }
    }

    #[test]
    fn wrong_spaces_are_refused_with_what_would_be_right() {
        for (text, expected) in [
            ("tile:4x4", "unknown space `tile`\n  = help: did you mean `tiles`?"),
            ("rubik", "unknown space `rubik`\n  = help: known: tiles:RxC, pancake:N, blocks:N"),
            (
                "tiles",
                "`tiles` has no size\n  = help: it is tiles:RxC, each of R and C from 3 to 6, as in tiles:4x4",
            ),
            ("tiles:", "`tiles:` has no size\n"),
            ("tiles:2x9", "there is no `tiles:2x9`\n"),
            ("tiles:4", "there is no `tiles:4`\n"),
            ("tiles:x", "there is no `tiles:x`\n"),
            ("tiles:4x4x4", "there is no `tiles:4x4x4`\n"),
            ("tiles:-3x99999999999999999999999", "there is no "),
        ] {
            let Err(failure) = open(text) else { panic!("{text}") };
            assert_eq!(failure.exit, Exit::Usage);
            assert!(failure.message.starts_with(&format!("error: {expected}")), "{}", failure.message);
        }
    }
}
