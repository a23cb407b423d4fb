//! Heuristics as logic programs: for each cost-to-go a program that tells which states are at least that far from a goal.

mod choice;
mod clause;
mod climb;
mod compiled;
mod conditions;
mod coverage;
mod explain;
mod facts;
pub(crate) mod ground;
mod learn;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod vocabulary;
mod ways;

pub use self::clause::{Clause, Ladder};
pub use self::compiled::{Compiled, LANES, Lanes, Lookup};
pub use self::explain::{Instance, deciding, reasons};
pub use self::facts::Facts;
pub use self::learn::{Effort, LearnedRules, learn, learn_in_turn, learn_one};
pub use self::text::{about, parse, write};
pub use self::vocabulary::{Value, Vocabulary};
