//! Walks back from a goal.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use search::{Action, StateSpace};
use task::{Fact, Task};

use super::mutexes::Mutexes;
use super::workbench::{State, Workbench};

/// A step of a walk back.
pub(super) struct StepBack {
    pub(super) state: State,
    /// The cost of the walk from here to the goal, the way it was taken.
    pub(super) cost: u64,
}

/// A walk of up to `length` steps back from `goal`, which is the first of them. No step undoes the one before, unless
/// there is no other. It ends early in a state that nothing leads to.
pub(super) fn walk(
    bench: &mut Workbench,
    goal: &[u64],
    length: u32,
    random: &mut ChaCha8Rng,
) -> Vec<StepBack> {
    let mut steps = vec![StepBack { state: goal.to_vec(), cost: 0 }];
    for position in 0..length as usize {
        let StepBack { state, cost } = &steps[position];
        let avoided = position.checked_sub(1).map(|before| &*steps[before].state);
        let found = predecessor(bench, state, avoided, random);
        let Some((action, before)) = found.or_else(|| predecessor(bench, state, None, random)) else { break };
        let cost = cost + u64::from(bench.space.cost(action));
        steps.push(StepBack { state: before, cost });
    }
    steps
}

/// A random operator that leads to `state`, with the state it leads there from: neither `state` itself nor `avoided`.
/// All operators that can be the last are equally likely.
fn predecessor(
    bench: &mut Workbench,
    state: &[u64],
    avoided: Option<&[u64]>,
    random: &mut ChaCha8Rng,
) -> Option<(Action, State)> {
    let values = bench.values(state);
    let operators = 0..bench.task.operators.len() as Action;
    let mut candidates: Vec<Action> =
        operators.filter(|&operator| may_end_in(&bench.task, operator, &values)).collect();
    while !candidates.is_empty() {
        let operator = candidates.swap_remove(random.random_range(0..candidates.len()));
        let Some(values) = values_before(&bench.task, &bench.mutexes, operator, &values, random) else {
            continue;
        };
        let mut before = vec![0; state.len()];
        bench.space.pack(&values, &mut bench.scratch, &mut before);
        let is_new = before != state && avoided != Some(&before[..]);
        if is_new && is_applicable(bench, operator, &before) && bench.after(&before, operator) == state {
            return Some((operator, before));
        }
    }
    None
}

/// Do an operator's certain effects hold in a state, and those of its preconditions that it does not change?
fn may_end_in(task: &Task, operator: Action, values: &[u32]) -> bool {
    let holds = |fact: &Fact| values[fact.variable as usize] == fact.value;
    let effects = &task.operators.effects[operator as usize];
    let changes = |variable: u32| {
        task.variables.layers[variable as usize].is_some()
            || effects.iter().any(|effect| effect.fact.variable == variable)
    };
    effects.iter().filter(|effect| effect.condition == 0).all(|effect| holds(&effect.fact))
        && task.operators.preconditions[operator as usize]
            .iter()
            .all(|fact| changes(fact.variable) || holds(fact))
}

/// Values of all variables from which an operator may lead to `values`: those it asks for, and where it sets a variable
/// without asking, a random one that is not excluded by others. `None` if all are.
fn values_before(
    task: &Task,
    mutexes: &Mutexes,
    operator: Action,
    values: &[u32],
    random: &mut ChaCha8Rng,
) -> Option<Vec<u32>> {
    let mut before: Vec<Option<u32>> = values.iter().copied().map(Some).collect();
    let certain = task.operators.effects[operator as usize].iter().filter(|effect| effect.condition == 0);
    let mut changed: Vec<u32> = certain.map(|effect| effect.fact.variable).collect();
    changed.sort_unstable();
    changed.dedup();
    changed.iter().for_each(|&variable| before[variable as usize] = None);
    for fact in &task.operators.preconditions[operator as usize] {
        before[fact.variable as usize] = Some(fact.value);
    }
    for variable in changed {
        let domain = match before[variable as usize].take() {
            Some(value) => value..value + 1,
            None => 0..task.variables.domain_size(variable as usize) as u32,
        };
        let allowed: Vec<u32> =
            domain.filter(|&value| mutexes.allow(Fact { variable, value }, &before)).collect();
        if allowed.is_empty() {
            return None;
        }
        before[variable as usize] = Some(allowed[random.random_range(0..allowed.len())]);
    }
    before.into_iter().collect()
}

fn is_applicable(bench: &Workbench, operator: Action, state: &[u64]) -> bool {
    let preconditions = &bench.task.operators.preconditions[operator as usize];
    preconditions.iter().all(|fact| bench.space.value(state, fact.variable) == fact.value)
}
