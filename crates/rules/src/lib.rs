//! Logic programs as heuristics, and their induction from examples.
#![forbid(unsafe_code)]

mod check;
mod diagnostic;
pub mod domain;
mod engine;
mod induce;
pub mod ladder;
mod problem;
mod prolog;
pub mod puzzle8;
mod read;
mod write;

pub use check::{Checked, Checker};
pub use diagnostic::Source;
pub use induce::{Ambiguity, Limits, Program, Settings, Standing, Unsuitable, Watch, induce};
pub use ladder::{Facts, Value, Vocabulary};
pub use problem::{
    Bias, Constant, Direction, Examples, Literal, Pattern, Predicate, Problem, Relation, Rule, Type, Variable,
};
pub use read::{Reading, read};
pub use write::{Texts, write};
