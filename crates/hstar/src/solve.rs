//! From a ground task to a plan that has been checked.

use search::{Action, Blind, Limits, Observer, Report, astar};
use task::{Plan, Space, Task, Verdict};

use crate::spec::{Heuristic, Search};
use crate::{Exit, Failure, Input, log};

/// Searches in the way given.
pub(crate) fn search(search: Search, task: &Task, limits: &Limits, observer: &mut impl Observer) -> Report {
    let space = Space::new(task);
    match search {
        Search::AStar(Heuristic::Blind) => {
            astar(&space, &mut Blind::new(space.cheapest_cost()), 1.0, limits, observer)
        }
    }
}

/// The plan, once it is certain that it is one and costs what the search says.
pub(crate) fn checked_plan(
    input: &Input,
    task: &Task,
    operators: &[Action],
    cost: u64,
) -> Result<Plan, Failure> {
    let plan: Plan = operators.iter().map(|&operator| &task.operators.names[operator as usize]).collect();
    let verdict = input.validate(&plan).or_else(|error| {
        log::complain(format_args!("warning: the plan is checked on the ground task only: {error}"));
        task::validate_ground(task, &plan)
    });
    match verdict {
        Ok(Verdict::Valid { cost: actual, .. }) if actual == cost => Ok(plan),
        Ok(Verdict::Valid { cost: actual, .. }) => Err(bug(format!("it costs {actual}, not {cost}"), &plan)),
        Ok(verdict @ Verdict::Invalid(_)) => Err(bug(verdict.to_string(), &plan)),
        Err(error) => Err(bug(error.to_string(), &plan)),
    }
}

/// Do all operators cost 1?
pub(crate) fn is_unit_cost(task: &Task) -> bool {
    task.operators.costs.iter().all(|&cost| cost == 1)
}

fn bug(reason: String, plan: &Plan) -> Failure {
    let message = format!("the search found a plan that does not stand up to validation: {reason}\n{plan}");
    Failure::new(Exit::SearchCritical, message)
}
