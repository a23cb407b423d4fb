//! Rules about the states of PDDL domains: background knowledge made from the domain, and evaluation by joins over the atoms
//! that hold in a state, so that the cost of evaluation hardly depends on the number of objects.

mod background;
mod examples;
mod heuristic;
mod join;
mod judge;
mod kinds;
mod lesson;
mod model;
mod order;
mod scene;
mod subject;
mod test;
#[cfg(test)]
mod tests;
mod world;

pub use self::background::{Background, Size};
pub use self::examples::{Example, MOST_OBJECTS, Material, TooManyObjects};
pub use self::heuristic::RulesHeuristic;
pub use self::judge::{Firing, Judge, Verdict};
pub use self::lesson::learn;
pub use self::model::DomainRules;
pub use self::subject::Subject;
pub use self::world::World;

/// The most arguments that a predicate used by rules may have.
const MOST_PLACES: usize = 3;
