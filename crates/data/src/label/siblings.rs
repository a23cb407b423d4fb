//! The successors that a plan does not go on to.

use search::{Action, StateSpace};

use super::workbench::{State, Workbench};

/// A successor that a plan does not go on to.
pub(super) struct Sibling {
    pub(super) state: State,
    /// The cost that remains, where the plan tells: if it comes to this state, too, or if its actions can as well be taken in another
    /// order, beginning with this one. By a plan of least cost it is the least.
    pub(super) target: Option<u64>,
    /// The least cost that can remain if the plan's is the least: no action leads farther than it costs.
    pub(super) at_least: u64,
}

/// The successors of a state that a plan from it does not go on to, each once; the plan has this cost.
pub(super) fn siblings(bench: &mut Workbench, state: &[u64], plan: &[Action], cost: u64) -> Vec<Sibling> {
    let Some((&first, later)) = plan.split_first() else { return Vec::new() };
    let on_plan = remaining(bench, state, plan, cost);
    let mut seen = vec![bench.after(state, first)];
    let mut actions = Vec::new();
    bench.applicable(state, &mut actions);
    let mut siblings = Vec::new();
    for action in actions {
        let successor = bench.after(state, action);
        if seen.contains(&successor) {
            continue;
        }
        seen.push(successor.clone());
        let at_least = cost.saturating_sub(bench.space.cost(action).into());
        let place = later.iter().position(|&other| other == action);
        let is_reordered = place.is_some_and(|place| {
            let others = plan[..=place].iter().chain(&plan[place + 2..]);
            bench.lead_to_goal(&successor, others.copied().collect())
        });
        let target = if bench.space.is_goal(&successor) {
            Some(0)
        } else {
            let met = on_plan.iter().find(|(later, _)| *later == successor).map(|(_, cost)| *cost);
            met.or(is_reordered.then_some(at_least))
        };
        siblings.push(Sibling { state: successor, target, at_least });
    }
    siblings
}

/// The states of a plan, with the cost that remains.
fn remaining(bench: &mut Workbench, state: &[u64], plan: &[Action], mut cost: u64) -> Vec<(State, u64)> {
    let mut states = vec![(state.to_vec(), cost)];
    let mut state = state.to_vec();
    for &action in plan {
        cost = cost.saturating_sub(bench.space.cost(action).into());
        state = bench.after(&state, action);
        states.push((state.clone(), cost));
    }
    states
}
