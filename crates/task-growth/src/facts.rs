//! The facts of a task as inputs of networks.

use data::atom_text;
use heuristics::Entry;
use learn::Signature;
use likely::Encoding;
use task::{Space, Task};

use crate::bound::TaskBound;
use crate::predecessors::TaskPredecessors;

/// For facts without an input.
const NONE: u32 = u32::MAX;

/// An input for each fact of a task, which is 1 where the fact holds, as in models with features `facts`; and lower bounds on
/// costs by an admissible heuristic.
pub(crate) struct Facts {
    /// How many inputs there are.
    inputs: usize,
    /// By variable, the input of each of its values.
    places: Vec<Vec<u32>>,
    /// The heuristic, if there is one.
    lower: Option<&'static Entry>,
}

impl Facts {
    /// The inputs of a model with this signature, which is the task's own, with a heuristic that can handle the task.
    pub(crate) fn new(signature: &Signature, task: &Task, lower: Option<&'static Entry>) -> Self {
        let place = |fact: usize| {
            let name = atom_text(&task.variables.fact_names[fact]);
            let found = name.and_then(|name| signature.inputs.binary_search(&name).ok());
            found.map_or(NONE, |place| place as u32)
        };
        let offsets = task.variables.fact_offsets.windows(2);
        let places = offsets.map(|bounds| (bounds[0] as usize..bounds[1] as usize).map(place).collect());
        Self { inputs: signature.inputs.len(), places: places.collect(), lower }
    }

    /// The lower bounds on costs, if there is a heuristic for them.
    pub(crate) fn bound(&self, predecessors: &TaskPredecessors) -> Option<TaskBound> {
        self.lower.and_then(|entry| TaskBound::new(entry, predecessors))
    }

    /// Appends the inputs that are 1 in a state, in ascending order of their places.
    pub(crate) fn push(&self, space: &Space, state: &[u64], inputs: &mut Vec<(u32, f32)>) {
        let first = inputs.len();
        for (variable, places) in (0..).zip(&self.places) {
            match places.get(space.value(state, variable) as usize) {
                None | Some(&NONE) => {}
                Some(&place) => inputs.push((place, 1.0)),
            }
        }
        inputs[first..].sort_unstable_by_key(|&(place, _)| place);
    }
}

impl Encoding<TaskPredecessors> for Facts {
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn encode(&self, predecessors: &TaskPredecessors, state: &Vec<u64>, inputs: &mut Vec<(u32, f32)>) {
        self.push(&predecessors.space, state, inputs);
    }

    fn lower_bound(&self, predecessors: &TaskPredecessors, state: &Vec<u64>) -> u32 {
        self.lower_bounds(predecessors, std::iter::once(state)).first().copied().unwrap_or(0)
    }

    /// One heuristic is made for all of them.
    fn lower_bounds<'a>(
        &self,
        predecessors: &TaskPredecessors,
        states: impl Iterator<Item = &'a Vec<u64>>,
    ) -> Vec<u32> {
        match self.bound(predecessors) {
            Some(mut bound) => bound.of_states(&predecessors.space, states),
            None => states.map(|_| 0).collect(),
        }
    }
}
