//! Heuristics that are logic programs, so that people can read them: for each cost-to-go a program that tells which states are
//! at least that far from a goal, as in "Inductive logic programming for heuristic search" (Panta et al.).
//!
//! [`ladder`] learns the programs of all costs at once: the cheapest of the states in which a body holds tells for which costs
//! it is a rule. [`domain`] has rules about the states and goals of PDDL domains, which work for any number of objects, and
//! [`puzzle8`] those about the 8-puzzle. The language of rules, and the induction of single programs, are [`induction`]'s.
//!
//! ```
//! use rules::ladder::{Effort, Ladder, Lookup, learn, write};
//! use rules::puzzle8::{ABOUT, Puzzle8, Rules, Space};
//!
//! // All states at most six moves from the goal, in the order of their costs.
//! let (puzzle, space) = (Puzzle8::new(), Space::new());
//! let layer = |cost| space.layer(cost).iter().map(move |&state| (state, cost));
//! let states: Vec<_> = (0..=6).flat_map(layer).collect();
//!
//! let effort = Effort { condition_literals: 2, bodies: 10_000, support: 1, threads: 1 };
//! let learned = learn(&puzzle.vocabulary, &puzzle.facts(&states), &effort, &|| false);
//! let ladder = Ladder::new(learned.clauses);
//! let text = write(&ladder, &puzzle.vocabulary, ABOUT);
//! assert!(text.contains(
//!     "% Learned to hold only where a goal is at least 2 away\n\
//!      cost_2_rule_1(V0):- tile4(V1),not_inplace_clause(V0,V1).\n"
//! ));
//!
//! // No rule says more than is true of these states.
//! let mut rules = Rules::new(&puzzle, &ladder, Lookup::Largest)?;
//! for (state, cost) in states {
//!     let mut h = [0];
//!     rules.values(&[state], &mut h);
//!     assert!(h[0] <= cost);
//! }
//! # Ok::<(), rules::puzzle8::TooManyWays>(())
//! ```

#![forbid(unsafe_code)]

pub mod domain;
pub mod ladder;
pub mod puzzle8;

pub use induction::Source;
pub use ladder::{Facts, Value, Vocabulary};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
