//! The state space of a planning task, for backward walks from its goal.

use data::regression::{Mutexes, Regression};
use likely::{Predecessors, StateFormat};
use rand::Rng;
use search::StateSpace;
use task::{Space, Task};

/// The state space of a planning task. States are packed into words.
#[derive(Debug)]
pub(crate) struct TaskPredecessors {
    pub(crate) task: Task,
    pub(crate) space: Space,
    mutexes: Mutexes,
    /// A checksum of the task.
    pub(crate) identity: String,
}

impl TaskPredecessors {
    pub(crate) fn new(task: Task, identity: String) -> Self {
        Self { space: Space::new(&task), mutexes: Mutexes::new(&task), identity, task }
    }

    pub(crate) fn regression(&self) -> Regression<'_> {
        Regression { task: &self.task, space: &self.space, mutexes: &self.mutexes }
    }
}

impl Predecessors for TaskPredecessors {
    type State = Vec<u64>;

    fn predecessors(&self, state: &Vec<u64>, random: &mut impl Rng, found: &mut Vec<Vec<u64>>) {
        let steps = self.regression().all_before(state, &mut self.space.scratch(), random);
        let states = steps.into_iter().map(|(_, before)| before);
        // A cheapest plan ends at the first goal that it reaches, so that predecessors which are goals are left out.
        found.extend(states.filter(|before| !self.space.is_goal(before)));
    }
}

impl StateFormat<Vec<u64>> for TaskPredecessors {
    fn length(&self) -> usize {
        self.space.words()
    }

    fn keep(&self, state: &Vec<u64>, words: &mut [u64]) {
        words.copy_from_slice(state);
    }

    fn checked(&self, words: &[u64]) -> Option<Vec<u64>> {
        let values = self.regression().values(words);
        let is_value = |(variable, &value)| (value as usize) < self.task.variables.domain_size(variable);
        if !values.iter().enumerate().all(is_value) {
            return None;
        }
        let mut state = vec![0; words.len()];
        self.space.pack(&values, &mut self.space.scratch(), &mut state);
        (state == words).then_some(state)
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }
}
