//! The search algorithms: A\*, eager and lazy greedy best-first search, anytime search, races, and IDA\*.

mod anytime;
mod astar;
mod delayed;
mod gbfs;
mod greedy;
mod ida;
mod lazy;
mod pruned;
mod race;
mod stepwise;
#[cfg(test)]
mod testing;

pub use anytime::{Anytime, anytime};
pub use astar::astar;
pub use gbfs::{gbfs, stepwise_gbfs};
pub use greedy::Greedy;
pub use ida::{Device, Ida, Searched, SubtreeRoot, ida, ida_on_device};
pub use lazy::{lazy, stepwise_lazy};
pub use pruned::{Pruned, pruned_astar};
pub use race::Race;
pub use stepwise::Stepwise;
