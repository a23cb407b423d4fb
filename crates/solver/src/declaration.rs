//! Declarations of puzzles: names, sizes, help texts, and how to open a space.

use crate::AnySpace;

/// A puzzle's declaration.
pub struct Declaration {
    /// Its name, which stands before the size.
    pub name: &'static str,
    /// Its form on the command line, size included.
    pub form: &'static str,
    /// The sizes there are, in words.
    pub sizes: &'static str,
    /// An example with a size.
    pub example: &'static str,
    /// A description of the puzzle and of the text form of its states.
    pub help: &'static str,
    /// The default search.
    pub default_search: &'static str,
    /// Its heuristics: the usage and a line of help for each.
    pub heuristics: fn() -> Vec<(&'static str, String)>,
    /// Its built-in sets of instances.
    pub benchmarks: &'static [Benchmark],
    /// Its goals, if there are several: the text form and a line of help for each, the usual one first.
    pub goals: &'static [(&'static str, &'static str)],
    /// The space of this size, if there is one.
    pub open: fn(&str) -> Option<Box<dyn AnySpace>>,
    /// The space of this size with this goal, or an error about the goal; `None` if there is no such size.
    pub open_to: Option<fn(&str, &str) -> Opened>,
}

/// A space with a goal given by the user.
pub type Opened = Option<Result<Box<dyn AnySpace>, String>>;

/// A set of instances that is built in.
pub struct Benchmark {
    /// Its name.
    pub name: &'static str,
    /// The space it belongs to.
    pub space: &'static str,
    /// Where it is from.
    pub help: &'static str,
    /// The text of each start state, with the cost of an optimal plan.
    pub instances: fn() -> Vec<(String, u32)>,
}
