//! The blocks world as a puzzle: its declaration and its heuristics.

use puzzles::blocks::databases::{Databases, build};
use puzzles::blocks::{Blocks, Exact, Misplaced, Move, State, pddl};
use rand_chacha::ChaCha8Rng;

use crate::heuristic::{self, Entry, Made, Resources};
use crate::puzzle::{self, Puzzle};
use crate::{Declaration, Refusal};

/// The declaration.
pub(crate) const BLOCKS: Declaration = Declaration {
    name: "blocks",
    form: "blocks:N",
    sizes: "with N from 1 to 30",
    example: "blocks:15",
    help: "N blocks on a table, written as what block 1 is on, block 2 and so on, 0 for the table; in the goal they \
           are one tower, 1 at the bottom",
    default_search: "ida(exact)",
    heuristics: puzzle::heuristics::<Blocks>,
    benchmarks: &[],
    goals: &[],
    open: |size| Some(Box::new(Blocks::new(size.parse().ok()?)?)),
    open_to: None,
};

fn databases(space: &Blocks, arguments: &[Vec<String>], resources: &mut Resources) -> Made<Blocks> {
    let patterns = heuristic::patterns(arguments)?;
    let databases = Databases::new(space, &patterns, |pattern| {
        let name = format!("blocks-{}-{}", space.size(), heuristic::hyphenated(pattern.blocks()));
        resources.table(&name, pattern.entries(), |budget| build(pattern, budget))
    });
    Ok(Box::new(databases?))
}

impl Puzzle for Blocks {
    const HEURISTICS: &'static [Entry<Self>] = &[
        Entry {
            name: "exact",
            usage: "exact",
            help: "the cost of a cheapest plan, which needs no search with this goal",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(Exact)),
        },
        Entry {
            name: "misplaced",
            usage: "misplaced",
            help: "the number of blocks that are not on what they belong on",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(Misplaced)),
        },
        Entry {
            name: "pdb",
            usage: "pdb([1,2], …)",
            help: "the greatest cost by databases of some blocks each",
            is_admissible: true,
            make: databases,
        },
        Entry::BLIND,
    ];

    const DOMAIN: &'static str = pddl::DOMAIN;

    const MOVES: &'static str = "block>onto, 0 for the table";

    fn numbers(&self) -> usize {
        self.size()
    }

    fn parse(&self, text: &str) -> Result<State, Refusal> {
        Blocks::parse(self, text).map_err(Refusal::wrong)
    }

    fn goal(&self) -> State {
        Blocks::goal(self)
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> State {
        Blocks::random(self, rng)
    }

    fn picture(&self, state: &State) -> String {
        state.to_string()
    }

    fn problem(&self, state: &State) -> String {
        pddl::problem(state)
    }

    fn describe(&self, _: &State, Move { block, to, .. }: Move) -> String {
        format!("{block}>{to}")
    }
}
