//! The algorithms of `search` for the state space of a task, compiled here so that they are compiled once, and
//! optimised together with the space whatever the profile of the calling crate.

use search::{Anytime, Greedy, Heuristic, Limits, Observer, Pruned, Report, Stepwise};

use crate::Space;

/// [`search::astar`]
pub fn astar(
    space: &Space,
    heuristic: &mut dyn Heuristic<Space>,
    weight: f32,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    search::astar(space, heuristic, weight, limits, observer)
}

/// [`search::pruned_astar`]
pub fn pruned_astar(
    space: &Space,
    [heuristic, prefers]: [&mut dyn Heuristic<Space>; 2],
    weight: f32,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Pruned {
    search::pruned_astar(space, heuristic, prefers, weight, limits, observer)
}

/// [`search::stepwise_gbfs`]
pub fn stepwise_gbfs<'a>(
    space: &'a Space,
    heuristics: &'a mut [&mut dyn Heuristic<Space>],
    options: Greedy,
    limits: &'a Limits,
) -> Stepwise<'a> {
    search::stepwise_gbfs(space, heuristics, options, limits)
}

/// [`search::stepwise_lazy`]
pub fn stepwise_lazy<'a>(
    space: &'a Space,
    heuristics: &'a mut [&mut dyn Heuristic<Space>],
    options: Greedy,
    limits: &'a Limits,
) -> Stepwise<'a> {
    search::stepwise_lazy(space, heuristics, options, limits)
}

/// [`search::anytime`]
pub fn anytime(
    space: &Space,
    heuristics: &mut [&mut dyn Heuristic<Space>],
    options: Greedy,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Anytime {
    search::anytime(space, heuristics, options, limits, observer)
}
