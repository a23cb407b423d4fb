//! The search algorithms: A\*, eager and lazy greedy best-first search, anytime search, and IDA\*.

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
pub use ida::{Device, Ida, Searched, SubtreeRoot, ida, ida_on_device};
pub use lazy::lazy;
