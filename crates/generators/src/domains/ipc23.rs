//! The ten domains of the learning track of the IPC 2023, each for the PDDL of the track.
//!
//! The sizes are those of the track's tests: small, medium and large have the parameters of the 16th of its 30 easy, medium
//! and hard problems, which is the one in the middle. Only floortile's small is smaller, since that easy problem is beyond
//! the planner. The names of objects are the track's, too.
//!
//! Four of them share their name with another generator, whose PDDL differs: in blocksworld by the spelling, in transport by
//! costs, in rovers by predicates, and in satellite by a precondition, beside what the parameters count.

pub(super) mod blocksworld;
pub(super) mod childsnack;
pub(super) mod ferry;
pub(super) mod floortile;
pub(super) mod miconic;
pub(super) mod rovers;
pub(super) mod satellite;
pub(super) mod sokoban;
pub(super) mod spanner;
pub(super) mod transport;
