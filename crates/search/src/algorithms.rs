//! The searches.

mod anytime;
mod astar;
mod gbfs;
mod greedy;
mod ida;
mod lazy;
#[cfg(test)]
mod testing;

pub use anytime::{Anytime, anytime};
pub use astar::astar;
pub use gbfs::gbfs;
pub use greedy::Greedy;
pub use ida::{Crew, Ida, Outset, Yield, ida, ida_by_crew};
pub use lazy::lazy;
