//! What is to be known of a puzzle before one of its spaces is opened.

use crate::AnySpace;

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
    /// Its goals, if there are several: how each is written, the usual one first, and a line of help.
    pub goals: &'static [(&'static str, &'static str)],
    /// The space of this size, if there is one.
    pub open: fn(&str) -> Option<Box<dyn AnySpace>>,
    /// The space of this size with this goal, or what is wrong with the goal; `None` if there is no such size.
    pub open_to: Option<fn(&str, &str) -> Opened>,
}

/// A space with a goal of the user's.
pub type Opened = Option<Result<Box<dyn AnySpace>, String>>;

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
