//! Regression: from a state to its predecessors, and from a goal to complete goal states.
//!
//! Variables that an operator sets without a precondition on them, or that the goal leaves open, get random values that are not
//! mutex with others.

mod completion;
mod goals;
mod mutexes;

use rand::Rng;
use search::{Action, StateSpace};
use task::{Fact, Space, Task};

pub use self::completion::Completion;
pub use self::goals::goal_states;
pub use self::mutexes::Mutexes;

/// Backward steps in the space of a task.
#[derive(Clone, Copy, Debug)]
pub struct Regression<'a> {
    /// The task.
    pub task: &'a Task,
    /// Its space.
    pub space: &'a Space,
    /// Its mutexes.
    pub mutexes: &'a Mutexes,
}

/// Scratch memory of a [`Space`].
type Scratch = <Space as StateSpace>::Scratch;

impl Regression<'_> {
    /// The operators that may lead to a state with these values, in their order. Of those with conditional effects, there may be no
    /// predecessor.
    pub fn candidates(&self, values: &[u32]) -> Vec<Action> {
        let operators = 0..self.task.operators.len() as Action;
        operators.filter(|&operator| self.may_end_in(operator, values)).collect()
    }

    /// A predecessor of `state`, whose values are given as well, by an operator; never `state` itself. `None` if there is none, or
    /// the random choices led to none.
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

    /// A predecessor of `state` for each operator that has one, in the order of the operators.
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

    /// Do an operator's unconditional effects hold in a state, and those of its preconditions that it does not change?
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

    /// The values of a state from which an operator may lead to `values`: its preconditions, the conditions of some of the conditional
    /// effects that may have taken place, and for variables that are set without either, a random value that is not mutex with
    /// others. `None` if all are.
    fn values_before(&self, operator: Action, values: &[u32], random: &mut impl Rng) -> Option<Vec<u32>> {
        let mut before: Vec<Option<u32>> = values.iter().copied().map(Some).collect();
        let mut required = self.task.operators.preconditions[operator as usize].to_vec();
        let mut changed = Vec::new();
        for effect in &self.task.operators.effects[operator as usize] {
            let Fact { variable, value } = effect.fact;
            // Whether the effect of a condition took place is not known, unless it can't have.
            let took_place = effect.condition == 0 || (values[variable as usize] == value && random.random());
            if took_place {
                changed.push(variable);
                required.extend(&self.task.operators.effect_conditions[effect.condition as usize]);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        changed.iter().for_each(|&variable| before[variable as usize] = None);
        for fact in required {
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
