//! State spaces, estimates, and search algorithms; no PDDL, no learning.

mod algorithms;
mod budget;
mod heuristic;
mod limits;
mod observer;
mod open_list;
mod outcome;
mod space;
mod states;

pub use algorithms::astar;
pub use budget::{Budget, Exhausted, peak_memory, resident_memory};
pub use heuristic::{Blind, Heuristic};
pub use limits::{Limits, StopReason};
pub use observer::Observer;
pub use open_list::OpenList;
pub use outcome::{Counters, Outcome, Report};
pub use space::{Action, StateSpace};
pub use states::{StateId, States};
