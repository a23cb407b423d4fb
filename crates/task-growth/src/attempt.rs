//! A\* from any state of a task, with a network that is being grown.

use std::sync::Arc;

use likely::growth::{Attempt, Request};
use likely::{CompiledReading, TwoLayers};
use search::{Action, Batch, Estimate, Estimates, Heuristic, StateSpace};
use task::{Space, searches};

use crate::bound::{TaskBound, at_least};
use crate::facts::Facts;
use crate::predecessors::TaskPredecessors;

/// Searches for a plan by A\* with the network's estimates, raised to the lower bound where there is one.
pub(crate) fn by_astar(facts: &Facts, request: &Request<'_, TaskPredecessors>) -> Attempt<Vec<u64>> {
    let space = &request.space.space;
    let mut heuristic = Estimator {
        facts,
        layers: TwoLayers::new(Arc::new(request.network.clone())),
        reading: request.reading,
        bound: facts.bound(request.space),
        inputs: Vec::new(),
    };
    let from_start = space.starting_from(&request.start);
    let report = searches::astar(&from_start, &mut heuristic, 1.0, &request.limits, &mut ());
    Attempt::new(report, |plan| costs_along(space, &request.start, plan))
}

/// The states along a plan, each with its cost-to-go; `None` if a cost is too large.
pub fn costs_along(space: &Space, start: &[u64], plan: &[Action]) -> Option<Vec<(Vec<u64>, u32)>> {
    let mut rest: u64 = plan.iter().map(|&action| u64::from(space.cost(action))).sum();
    let (mut state, mut scratch) = (start.to_vec(), space.scratch());
    let mut path = vec![(state.clone(), u32::try_from(rest).ok()?)];
    for &action in plan {
        let mut after = vec![0; state.len()];
        space.apply(&state, action, &mut scratch, &mut after);
        rest -= u64::from(space.cost(action));
        path.push((after.clone(), rest as u32));
        state = after;
    }
    Some(path)
}

/// The network's estimates while it is grown, as a heuristic.
struct Estimator<'a> {
    facts: &'a Facts,
    layers: TwoLayers,
    reading: &'a CompiledReading,
    bound: Option<TaskBound>,
    inputs: Vec<(u32, f32)>,
}

impl Estimator<'_> {
    fn of(&mut self, space: &Space, state: &[u64], bound: Option<Estimate>) -> Estimate {
        if space.is_goal(state) {
            return Estimate::from_cost(0);
        }
        if let Some(dead_end) = bound.filter(|bound| bound.is_dead_end()) {
            return dead_end;
        }
        self.inputs.clear();
        self.facts.push(space, state, &mut self.inputs);
        let (mean, phi) = self.layers.outputs(&self.inputs);
        let bound = bound.as_ref().map_or(0, at_least);
        Estimate::from_cost(self.reading.h(mean, phi, bound).into())
    }
}

impl Heuristic<Space> for Estimator<'_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        // Taken out, so that the rest can be asked in the meantime.
        let mut bound = self.bound.take();
        let bounds = bound.as_mut().map(|bound| bound.of_batch(space, batch)).unwrap_or_default();
        for (place, (_, state, _)) in batch.iter().enumerate() {
            let estimate = self.of(space, state, bounds.get(place).copied());
            estimates.push(estimate);
        }
        self.bound = bound;
    }

    fn begin_search(&mut self) {
        if let Some(bound) = &mut self.bound {
            bound.begin_search();
        }
    }
}
