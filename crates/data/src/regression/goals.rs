//! Sampling goal states.

use std::collections::BTreeSet;

use rand::Rng;
use search::StateSpace;

use super::{Completion, Regression};

/// The number of completions tried, and so the largest number of goal states found.
const TRIES: usize = 1000;

/// Distinct goal states with a predecessor that is not a goal, in the order they are found. Variables that the goal leaves open
/// are completed at random, so that some of the states may be unreachable.
///
/// There are none if all completions fail, or the goal depends on derived variables and no completion satisfies it.
pub fn goal_states(regression: Regression<'_>, random: &mut impl Rng) -> Vec<Vec<u64>> {
    let Regression { task, space, mutexes } = regression;
    let completion = Completion::new(task, mutexes);
    let mut goal = vec![None; task.variables.len()];
    task.goal.iter().for_each(|fact| goal[fact.variable as usize] = Some(fact.value));
    let tries = if goal.iter().all(Option::is_some) { 1 } else { TRIES };
    let (mut scratch, mut known, mut found) = (space.scratch(), BTreeSet::new(), Vec::new());
    for _ in 0..tries {
        let Some(values) = completion.complete(&goal, random) else { continue };
        let mut state = vec![0; space.words()];
        space.pack(&values, &mut scratch, &mut state);
        let is_goal = space.is_goal(&state) && known.insert(state.clone());
        if is_goal {
            let mut before = regression.all_before(&state, &mut scratch, random).into_iter();
            found.extend(before.any(|(_, before)| !space.is_goal(&before)).then_some(state));
        }
    }
    found
}
