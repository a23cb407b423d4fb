//! The searches.

mod anytime;
mod astar;
mod gbfs;
mod greedy;
mod ida;
mod lazy;
#[cfg(test)]
mod testing;

pub use anytime::anytime;
pub use astar::astar;
pub use gbfs::gbfs;
pub use greedy::Greedy;
pub use ida::{Ida, ida};
pub use lazy::lazy;
