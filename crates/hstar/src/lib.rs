//! hstar as a library: planning tasks, puzzles and state spaces of your own; searches, by name or by hand; heuristics that are
//! learned, as beliefs about the cost to the goal, and readings by which searches use them.
//!
//! It puts together the crates below, which are here too, each under its own name. It prints nothing, and fails with an
//! [`Error`] that says what to do. The program of the same name is a layer of commands over it; for the library alone, switch
//! its default features off: `cargo add hstar --no-default-features`.
//!
//! The programs that follow are in `examples/`.
//!
//! # Plan a PDDL task
//!
//! ```
#![doc = include_str!("../examples/plan.rs")]
//! ```
//!
//! # Train a model and save it
//!
//! ```
#![doc = include_str!("../examples/train.rs")]
//! ```
//!
//! # Plan with a model, and read its belief along the plan
//!
//! ```
#![doc = include_str!("../examples/belief_along_a_plan.rs")]
//! ```
//!
//! # A state space of your own: A\*, IDA\*, and a heuristic that is learned
//!
//! ```
#![doc = include_str!("../examples/own_space.rs")]
//! ```
//!
//! # A heuristic of your own
//!
//! ```
#![doc = include_str!("../examples/own_heuristic.rs")]
//! ```
//!
//! # Solve a puzzle with a heuristic grown from its goal
//!
//! ```
#![doc = include_str!("../examples/grown_puzzle.rs")]
//! ```
#![forbid(unsafe_code)]

pub use planner::*;
pub use search::{Budget, Limits, Observer};
pub use task::{Plan, Task};
pub use {
    belief, contest, data, generators, heuristics, induction, learn, likely, pddl, policy, puzzles, rules,
    search, solver, task, trace,
};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
