//! Solving the tasks of an iteration.

use crate::puzzles::{Follow, NoSearch, SearchProblem};
use crate::{CompiledReading, Predecessors};
use network::Network;
use search::{Exhausted, Ida, Limits, Outcome, Report, Reversible, StopReason};

/// A task to be solved.
#[derive(Clone, Debug)]
pub struct Request<'a, S: Predecessors> {
    /// The space.
    pub space: &'a S,
    /// The start state.
    pub start: S::State,
    /// The network to plan with.
    pub network: &'a Network,
    /// The reading of its outputs.
    pub reading: &'a CompiledReading,
    /// The limits of the search.
    pub limits: Limits,
}

/// The result of a search for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<T> {
    /// The states of a plan, each with its cost-to-go, if one was found.
    pub path: Option<Vec<(T, u32)>>,
    /// The number of states generated.
    pub generated: u64,
    /// Why the budget ended the search, if it did.
    pub exhausted: Option<Exhausted>,
}

impl<T> Attempt<T> {
    /// The result of a search, where `path` gives the states along its plan.
    pub fn new<M>(report: Report<M>, path: impl FnOnce(&[M]) -> Option<Vec<(T, u32)>>) -> Self {
        let (path, exhausted) = match report.outcome {
            Outcome::Solved { plan, .. } => (path(&plan), None),
            Outcome::Stopped(StopReason::Exhausted(reason)) => (None, Some(reason)),
            Outcome::Stopped(_) | Outcome::Unsolvable => (None, None),
        };
        Self { path, generated: report.counters.generated, exhausted }
    }
}

/// Solves a task by IDA\*, with one thread.
///
/// # Errors
/// If the network can't be evaluated incrementally, or the search device has failed.
pub fn by_ida<S: Reversible + Sync>(
    encoding: &impl Follow<S>,
    request: &Request<S>,
) -> Result<Attempt<S::State>, NoSearch> {
    let Request { space, start, network, reading, limits } = request;
    let problem = SearchProblem { space: *space, start: *start, ida: &Ida::default(), limits };
    let report = encoding.search(network, reading, &problem, &mut ())?;
    Ok(Attempt::new(report, |plan| costs_along(request.space, request.start, plan)))
}

/// The states along a plan, each with its cost-to-go; `None` if it does not end in a goal.
pub(super) fn costs_along<S: Reversible>(
    space: &S,
    start: S::State,
    plan: &[S::Move],
) -> Option<Vec<(S::State, u32)>> {
    let mut rest: u64 = plan.iter().map(|&made| u64::from(space.cost(made))).sum();
    let mut state = start;
    let mut path = vec![(state, u32::try_from(rest).ok()?)];
    for &made in plan {
        space.apply(&mut state, made);
        rest -= u64::from(space.cost(made));
        path.push((state, rest as u32));
    }
    space.is_goal(&state).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Purpose, stream};
    use crate::planning::{Planning, PlanningSettings};
    use crate::puzzles::{RawTiles, WithHeuristic};
    use crate::testing::at;
    use crate::{Encoding, LearnedCosts, Outright};
    use ::puzzles::tiles::{Grid, State, Tiles};
    use search::PathHeuristic;
    use std::sync::Arc;

    type Fifteen = Tiles<Grid<4, 4>>;

    const SPACE: Fifteen = Tiles::new();

    /// The estimates of many states.
    struct Estimates<'a>(&'a [State<Grid<4, 4>>]);

    impl WithHeuristic<Fifteen> for Estimates<'_> {
        type Output = Vec<u32>;

        fn with<H: PathHeuristic<Fifteen, Cost = u32> + Clone + Send + Sync>(
            self,
            mut heuristic: H,
        ) -> Vec<u32> {
            let mut estimate = |state| {
                let value = heuristic.begin(&SPACE, state);
                heuristic.h(value)
            };
            self.0.iter().map(&mut estimate).collect()
        }
    }

    #[test]
    fn searches_read_networks_as_readings_do() {
        let mut random = stream(1, Purpose::Walk, [0, 0]);
        let states: Vec<_> = (0..2000).map(|_| State::random(&mut random)).collect();
        let inputs = Encoding::<Fifteen>::inputs(&RawTiles);
        let mut planning = Planning::new(inputs, &PlanningSettings::default(), &mut random);
        planning.network.layers[1].biases[0] = 3.0;
        let network = &planning.network;
        let readings = [
            at(0.9, 10.0, LearnedCosts::All),
            at(0.9, 10.0, LearnedCosts::Below(30.0)),
            at(0.25, 10.0, LearnedCosts::None),
            CompiledReading::of_mean(10.0),
        ];
        for reading in readings {
            let mut outright = Outright::new(&RawTiles, Arc::new(network.clone()), reading.clone());
            let followed = RawTiles.follow(network, &reading, Estimates(&states)).unwrap();
            let pairs = states.iter().map(|state| outright.estimate(&SPACE, state)).zip(followed);
            let differences: Vec<u32> = pairs.map(|(one, other)| one.abs_diff(other)).collect();
            // Rounding goes another way where a value is next to the middle between two numbers.
            assert!(differences.iter().filter(|&&difference| difference > 0).count() < 10, "{reading:?}");
        }
    }
}
