//! From the values of some variables to values of all.

use rand::Rng;
use rand::seq::SliceRandom;
use task::{Fact, Task};

use super::Mutexes;

/// Fills in values by chance, so that no two exclude each other, and a fact holds of every group of which one always does.
#[derive(Clone, Debug)]
pub struct Completion<'a> {
    task: &'a Task,
    mutexes: &'a Mutexes,
    /// Groups of which a fact holds in every state that can be reached.
    never_empty: Vec<&'a [Fact]>,
}

impl<'a> Completion<'a> {
    /// For the states of a task.
    pub fn new(task: &'a Task, mutexes: &'a Mutexes) -> Self {
        Self { task, mutexes, never_empty: never_empty(task) }
    }

    /// Values of all variables, by chance where there is none. `None` if chance led to where nothing fits.
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

    /// Lets one of some facts hold that can.
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

/// The groups of which a fact holds at the start and no operator takes the last.
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

/// Can an operator leave a group, of which a fact holds before, without any?
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
