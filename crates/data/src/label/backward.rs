//! Backward walks from a goal.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use search::{Action, StateSpace};

use super::workbench::{State, Workbench};

/// A step of a backward walk.
pub(super) struct StepBack {
    pub(super) state: State,
    /// The cost from here to the goal along the walk.
    pub(super) cost: u64,
}

/// A backward walk of up to `length` steps from `goal`, which is its first state. No step undoes the one before unless there
/// is no other. It ends early in a state without predecessors. It asks `check` at each step whether to go on.
pub(super) fn walk<E>(
    bench: &mut Workbench,
    goal: &[u64],
    length: u32,
    random: &mut ChaCha8Rng,
    check: impl Fn() -> Result<(), E>,
) -> Result<Vec<StepBack>, E> {
    let mut steps = vec![StepBack { state: goal.to_vec(), cost: 0 }];
    for position in 0..length as usize {
        check()?;
        let StepBack { state, cost } = &steps[position];
        let avoided = position.checked_sub(1).map(|before| &*steps[before].state);
        let found = predecessor(bench, state, avoided, random);
        let Some((action, before)) = found.or_else(|| predecessor(bench, state, None, random)) else { break };
        let cost = cost + u64::from(bench.space.cost(action));
        steps.push(StepBack { state: before, cost });
    }
    Ok(steps)
}

/// A random predecessor of `state`, with the operator that leads from it to `state`: neither `state` itself nor `avoided`.
/// All operators that can be the last are equally likely.
fn predecessor(
    bench: &mut Workbench,
    state: &[u64],
    avoided: Option<&[u64]>,
    random: &mut ChaCha8Rng,
) -> Option<(Action, State)> {
    let (regression, scratch) = bench.regression();
    let values = regression.values(state);
    let mut candidates = regression.candidates(&values);
    while !candidates.is_empty() {
        let operator = candidates.swap_remove(random.random_range(0..candidates.len()));
        let before = regression.before(operator, state, &values, scratch, random);
        if let Some(before) = before.filter(|before| avoided != Some(before)) {
            return Some((operator, before));
        }
    }
    None
}
