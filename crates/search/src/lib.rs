//! State spaces, heuristics, and search algorithms. Nothing here knows PDDL or learning, so that planning tasks,
//! puzzles and learned models can all use the same searches.

mod algorithms;
mod alternation;
mod budget;
mod criterion;
mod estimate;
mod exploration;
mod fingerprints;
mod gauge;
mod heuristic;
mod id_table;
mod implicit;
mod largest;
mod limits;
mod memory;
mod nodes;
mod observer;
mod open_list;
mod outcome;
mod process_memory;
mod queue;
mod reversible;
mod space;
mod states;
mod tie_breaking;

pub use algorithms::{
    Anytime, Device, Greedy, Ida, Pruned, Race, Searched, Stepwise, SubtreeRoot, anytime, astar, gbfs, ida,
    ida_on_device, lazy, pruned_astar, stepwise_gbfs, stepwise_lazy,
};
pub use alternation::Alternation;
pub use budget::{Budget, Exhausted};
pub use criterion::Criterion;
pub use estimate::{Estimate, Estimates};
pub use gauge::{Gauge, Work};
pub use heuristic::{Batch, Blind, Heuristic, WhenUntrusted};
pub use implicit::{ByState, Implicit, Step};
pub use largest::Largest;
pub use limits::{Limits, StopReason};
pub use memory::ask_for_huge_pages;
pub use observer::Observer;
pub use open_list::OpenList;
pub use outcome::{Counters, Outcome, Report};
pub use process_memory::{peak_memory, resident_memory};
pub use queue::Queue;
pub use reversible::{Followers, PathCost, PathHeuristic, Reversible};
pub use space::{Action, StateSpace};
pub use states::{StateId, States};
pub use tie_breaking::{MOST_KEYS, TieBreaking};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
