//! The pancake puzzle: its declaration and its heuristics.

use puzzles::pancake::databases::{Databases, build};
use puzzles::pancake::{Flip, Gap, Pancakes, State, pddl};
use rand_chacha::ChaCha8Rng;

use crate::heuristic::{self, Entry, Made, Resources};
use crate::puzzle::{self, Puzzle};
use crate::{Declaration, Refusal};

/// The declaration.
pub(crate) const PANCAKE: Declaration = Declaration {
    name: "pancake",
    form: "pancake:N",
    sizes: "with N from 2 to 32",
    example: "pancake:24",
    help: "a stack of N pancakes, from the top down; a move turns the uppermost ones over; in the goal they lie in \
           order, 0 on top",
    default_search: "ida(gap)",
    heuristics: puzzle::heuristics::<Pancakes>,
    benchmarks: &[],
    goals: &[],
    open: |size| Some(Box::new(Pancakes::new(size.parse().ok()?)?)),
    open_to: None,
};

fn databases(space: &Pancakes, arguments: &[Vec<String>], resources: &mut Resources) -> Made<Pancakes> {
    let set = heuristic::patterns(arguments)?;
    let databases = Databases::new(space, &[set], |pattern| {
        let name = format!("pancake-{}-{}", pattern.size(), heuristic::hyphenated(pattern.pancakes()));
        resources.table(&name, pattern.entries(), |budget| build(pattern, budget))
    });
    Ok(Box::new(databases?))
}

impl Puzzle for Pancakes {
    const HEURISTICS: &'static [Entry<Self>] = &[
        Entry {
            name: "gap",
            usage: "gap",
            help: "the pancakes that lie on one that is not the next in size",
            is_admissible: true,
            make: |_, _, _| Ok(Box::new(Gap)),
        },
        Entry {
            name: "pdb",
            usage: "pdb([0,1,2], …)",
            help: "additive pattern databases of patterns without a common pancake",
            is_admissible: true,
            make: databases,
        },
        Entry::BLIND,
    ];

    const DOMAIN: &'static str = pddl::DOMAIN;

    const MOVES: &'static str = "so many pancakes are turned over";

    fn numbers(&self) -> usize {
        self.size()
    }

    fn parse(&self, text: &str) -> Result<State, Refusal> {
        Pancakes::parse(self, text).map_err(Refusal::wrong)
    }

    fn goal(&self) -> State {
        Pancakes::goal(self)
    }

    fn random(&self, rng: &mut ChaCha8Rng) -> State {
        Pancakes::random(self, rng)
    }

    fn picture(&self, state: &State) -> String {
        state.to_string()
    }

    fn problem(&self, state: &State) -> String {
        pddl::problem(state)
    }

    fn describe(&self, _: &State, flip: Flip) -> String {
        flip.length().to_string()
    }
}
