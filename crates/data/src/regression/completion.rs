//! Completing partial states.

use rand::Rng;
use rand::seq::SliceRandom;
use task::{Fact, Task};

use super::Mutexes;

/// Completes partial states at random, so that no two values are mutex, and exactly-one groups have a fact that holds.
#[derive(Clone, Debug)]
pub struct Completion<'a> {
    task: &'a Task,
    mutexes: &'a Mutexes,
    /// Mutex groups of which a fact holds in every reachable state.
    never_empty: Vec<&'a [Fact]>,
}

impl<'a> Completion<'a> {
    /// The completion for states of a task.
    pub fn new(task: &'a Task, mutexes: &'a Mutexes) -> Self {
        Self { task, mutexes, never_empty: never_empty(task) }
    }

    /// A complete state with the given values. `None` if the random choices led to a dead end.
    pub fn complete(&self, values: &[Option<u32>], random: &mut impl Rng) -> Option<Vec<u32>> {
        let mut values = values.to_vec();
        let mut groups = self.never_empty.clone();
        groups.shuffle(random);
        for group in groups {
            if !group.iter().any(|fact| values[fact.variable as usize] == Some(fact.value)) {
                self.choose(group.iter().copied(), &mut values, random)?;
            }
        }
        let mut open: Vec<u32> = (0..values.len() as u32).collect();
        open.retain(|&variable| values[variable as usize].is_none());
        open.shuffle(random);
        for variable in open {
            let domain = 0..self.task.variables.domain_size(variable as usize) as u32;
            self.choose(domain.map(|value| Fact { variable, value }), &mut values, random)?;
        }
        values.into_iter().collect()
    }

    /// Makes a random one of the possible facts hold.
    fn choose(
        &self,
        facts: impl Iterator<Item = Fact>,
        values: &mut [Option<u32>],
        random: &mut impl Rng,
    ) -> Option<()> {
        let is_possible =
            |fact: &Fact| values[fact.variable as usize].is_none() && self.mutexes.allow(*fact, values);
        let possible: Vec<Fact> = facts.filter(is_possible).collect();
        let last = possible.len().checked_sub(1)?;
        let chosen = possible[random.random_range(0..=last)];
        values[chosen.variable as usize] = Some(chosen.value);
        Some(())
    }
}

/// The mutex groups of which a fact holds initially, and which no operator can leave without one.
fn never_empty(task: &Task) -> Vec<&[Fact]> {
    let groups: Vec<&[Fact]> = task.mutex_groups.iter().collect();
    let begins =
        |group: &&[Fact]| group.iter().any(|fact| task.initial[fact.variable as usize] == fact.value);
    let mut holds: Vec<bool> = groups.iter().map(begins).collect();
    let mut by_variable: Vec<Vec<usize>> = vec![Vec::new(); task.variables.len()];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|fact| by_variable[fact.variable as usize].push(number));
    }
    by_variable.iter_mut().for_each(|numbers| numbers.dedup());
    for operator in 0..task.operators.len() {
        let effects = &task.operators.effects[operator];
        for number in effects.iter().flat_map(|effect| &by_variable[effect.fact.variable as usize]) {
            holds[*number] = holds[*number] && !may_empty(task, operator, groups[*number]);
        }
    }
    groups.into_iter().zip(holds).filter(|(_, holds)| *holds).map(|(group, _)| group).collect()
}

/// Can an operator leave a group without a fact that holds, if one held before?
fn may_empty(task: &Task, operator: usize, group: &[Fact]) -> bool {
    let effects = &task.operators.effects[operator];
    if effects.iter().any(|effect| effect.condition == 0 && group.contains(&effect.fact)) {
        return false;
    }
    let before =
        |variable: u32| task.operators.preconditions[operator].iter().find(|fact| fact.variable == variable);
    let takes = |variable: u32| match before(variable) {
        Some(fact) => group.contains(fact),
        None => group.iter().any(|fact| fact.variable == variable),
    };
    effects.iter().any(|effect| takes(effect.fact.variable))
}
