//! Regression: from a state back to those that operators lead to it from, and from a goal to the states that it allows.
//!
//! What variables an operator sets without asking for their values, or what the goal leaves open, is filled in by chance, with
//! values that do not exclude each other.

mod completion;
mod goals;
mod mutexes;

use rand::Rng;
use search::{Action, StateSpace};
use task::{Fact, Space, Task};

pub use self::completion::Completion;
pub use self::goals::goal_states;
pub use self::mutexes::Mutexes;

/// Steps back in the space of a task.
#[derive(Clone, Copy, Debug)]
pub struct Regression<'a> {
    /// The task.
    pub task: &'a Task,
    /// Its space.
    pub space: &'a Space,
    /// What its facts exclude.
    pub mutexes: &'a Mutexes,
}

/// Working memory of a [`Space`].
type Scratch = <Space as StateSpace>::Scratch;

impl Regression<'_> {
    /// The operators that can have been the last before a state with these values, in their order. Of those whose effects
    /// depend on conditions, some may be missing, and others lead from nowhere.
    pub fn candidates(&self, values: &[u32]) -> Vec<Action> {
        let operators = 0..self.task.operators.len() as Action;
        operators.filter(|&operator| self.may_end_in(operator, values)).collect()
    }

    /// A state from which an operator leads to `state`, whose values are given, too; never `state` itself. `None` if there is
    /// none, or chance led to none.
    pub fn before(
        &self,
        operator: Action,
        state: &[u64],
        values: &[u32],
        scratch: &mut Scratch,
        random: &mut impl Rng,
    ) -> Option<Vec<u64>> {
        let values = self.values_before(operator, values, random)?;
        let (mut before, mut after) = (vec![0; state.len()], vec![0; state.len()]);
        self.space.pack(&values, scratch, &mut before);
        if before == state || !self.is_applicable(operator, &before) {
            return None;
        }
        self.space.apply(&before, operator, scratch, &mut after);
        (after == state).then_some(before)
    }

    /// For each operator that can have been the last, a state from which it leads to `state`, in the order of the operators.
    pub fn all_before(
        &self,
        state: &[u64],
        scratch: &mut Scratch,
        random: &mut impl Rng,
    ) -> Vec<(Action, Vec<u64>)> {
        let values = self.values(state);
        let mut before = |operator| Some((operator, self.before(operator, state, &values, scratch, random)?));
        self.candidates(&values).into_iter().filter_map(&mut before).collect()
    }

    /// The values of all variables in a state.
    pub fn values(&self, state: &[u64]) -> Vec<u32> {
        let mut values = vec![0; self.task.variables.len()];
        self.space.values(state, &mut values);
        values
    }

    /// Do an operator's certain effects hold in a state, and those of its preconditions that it does not change?
    fn may_end_in(&self, operator: Action, values: &[u32]) -> bool {
        let holds = |fact: &Fact| values[fact.variable as usize] == fact.value;
        let effects = &self.task.operators.effects[operator as usize];
        let changes = |variable: u32| {
            self.task.variables.layers[variable as usize].is_some()
                || effects.iter().any(|effect| effect.fact.variable == variable)
        };
        effects.iter().filter(|effect| effect.condition == 0).all(|effect| holds(&effect.fact))
            && self.task.operators.preconditions[operator as usize]
                .iter()
                .all(|fact| changes(fact.variable) || holds(fact))
    }

    /// Values of all variables from which an operator may lead to `values`: those it asks for, and where it sets a variable
    /// without asking, a random one that is not excluded by others. `None` if all are.
    fn values_before(&self, operator: Action, values: &[u32], random: &mut impl Rng) -> Option<Vec<u32>> {
        let mut before: Vec<Option<u32>> = values.iter().copied().map(Some).collect();
        let effects = self.task.operators.effects[operator as usize].iter();
        let certain = effects.filter(|effect| effect.condition == 0);
        let mut changed: Vec<u32> = certain.map(|effect| effect.fact.variable).collect();
        changed.sort_unstable();
        changed.dedup();
        changed.iter().for_each(|&variable| before[variable as usize] = None);
        for fact in &self.task.operators.preconditions[operator as usize] {
            before[fact.variable as usize] = Some(fact.value);
        }
        for variable in changed {
            let domain = match before[variable as usize].take() {
                Some(value) => value..value + 1,
                None => 0..self.task.variables.domain_size(variable as usize) as u32,
            };
            let allowed: Vec<u32> =
                domain.filter(|&value| self.mutexes.allow(Fact { variable, value }, &before)).collect();
            if allowed.is_empty() {
                return None;
            }
            before[variable as usize] = Some(allowed[random.random_range(0..allowed.len())]);
        }
        before.into_iter().collect()
    }

    fn is_applicable(&self, operator: Action, state: &[u64]) -> bool {
        let preconditions = &self.task.operators.preconditions[operator as usize];
        preconditions.iter().all(|fact| self.space.value(state, fact.variable) == fact.value)
    }
}

#[cfg(test)]
mod tests;
