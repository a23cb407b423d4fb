//! From a ground task to a plan that has been checked.

use search::{Action, Anytime, Heuristic, Limits, Observer, Outcome, Report, StopReason};
use task::{Plan, Space, Task, Verdict};

use crate::guide::Guide;
use crate::search_kind::{HeuristicKind, Search};
use crate::{Exit, Failure, Input, Log};

/// What to say of a search that names a model where there is none.
pub(crate) const NO_MODEL: &str =
    "the search names a model, and none is given\n  = help: give its file: --model FILE";

/// How a search ended.
pub(crate) struct Found {
    pub report: Report,
    /// Is there a plan, and is it certain that none costs less?
    pub is_optimal: bool,
    /// The limit that ended an anytime search.
    pub stopped: Option<StopReason>,
}

/// Searches in the way given, with the model given where the search names one. The observer is told of every plan.
///
/// # Errors
/// When a heuristic can't handle the task.
pub(crate) fn search(
    search: &Search,
    model: Option<&Guide>,
    task: &Task,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Found, Failure> {
    let space = Space::new(task);
    let make = |kind: &HeuristicKind| heuristic(kind, model, task);
    let mut heuristics = search.heuristics().iter().map(make).collect::<Result<Vec<_>, _>>()?;
    let mut heuristics: Vec<&mut dyn Heuristic<Space>> =
        heuristics.iter_mut().map(|h| &mut **h as _).collect();
    let report = match search {
        Search::AStar { weight, .. } => search::astar(&space, heuristics[0], *weight, limits, observer),
        Search::Gbfs(kind) => search::gbfs(&space, &mut heuristics, kind.options(), limits, observer),
        Search::Lazy(kind) => search::lazy(&space, &mut heuristics, kind.options(), limits, observer),
        Search::Anytime(kind) => {
            let Anytime { report, stopped } =
                search::anytime(&space, &mut heuristics, kind.options(), limits, observer);
            let is_optimal = stopped.is_none() && matches!(report.outcome, Outcome::Solved { .. });
            return Ok(Found { report, is_optimal, stopped });
        }
    };
    let mut is_optimal = false;
    if let Outcome::Solved { plan, cost } = &report.outcome {
        is_optimal = search.is_optimal();
        observer.plan_found(plan, *cost);
    }
    Ok(Found { report, is_optimal, stopped: None })
}

fn heuristic(
    kind: &HeuristicKind,
    model: Option<&Guide>,
    task: &Task,
) -> Result<Box<dyn Heuristic<Space>>, Failure> {
    match (kind, model) {
        (HeuristicKind::Declared { entry, cost }, _) => {
            entry.make(task, *cost).map_err(|error| Failure::new(Exit::Unsupported, error))
        }
        (HeuristicKind::Model(reading), Some(model)) => model.heuristic(*reading, task),
        (HeuristicKind::Model(_), None) => Err(Failure::new(Exit::Usage, NO_MODEL)),
    }
}

/// The plan, once it is certain that it is one and costs what the search says.
pub(crate) fn checked_plan(
    input: &Input,
    task: &Task,
    operators: &[Action],
    cost: u64,
    log: &mut Log,
) -> Result<Plan, Failure> {
    let plan: Plan = operators.iter().map(|&operator| &task.operators.names[operator as usize]).collect();
    let verdict = input.validate(&plan).or_else(|error| {
        log.warn(format_args!("warning: the plan is checked on the ground task only: {error}"));
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
