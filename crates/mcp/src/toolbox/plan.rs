//! The tool `plan`.

use planner::planning::{self, Ended};
use planner::searches::WITHOUT_MODEL;
use planner::status::Status;
use planner::{ModelFile, PlanningTask, Search};
use search::{Limits, Outcome};
use serde_json::{Value, json};
use task::Plan;
use tools::timed;

use super::input::{TASK, Warnings};
use super::{Request, Tool, message};
use crate::arguments::{Parameter, ParameterKind};

const OPTIONS: &[Parameter] = &[
    Parameter {
        name: "search",
        kind: ParameterKind::Text,
        help: "The search: a preset such as nolan (the default), lama-first, lama or lmcut, or a specification such as \
               gbfs(ff), astar(lmcut) or, with a model, gbfs(model)",
    },
    Parameter {
        name: "optimal",
        kind: ParameterKind::Flag,
        help: "Find a plan of least cost, instead of any plan soon",
    },
    Parameter {
        name: "model_file",
        kind: ParameterKind::File,
        help: "A trained model in the server's folder",
    },
    Parameter {
        name: "time_limit",
        kind: ParameterKind::Seconds,
        help: "Stop after so many seconds; the server may allow less",
    },
    Parameter {
        name: "max_expansions",
        kind: ParameterKind::Count,
        help: "Stop before expanding more states than this",
    },
    Parameter {
        name: "save_as",
        kind: ParameterKind::File,
        help: "Also write the plan to this file in the server's folder",
    },
];

pub(super) const PLAN: Tool = Tool {
    name: "plan",
    title: "Find a plan",
    description: "Finds a plan for a PDDL task and validates it. Answers with the status (solved, unsolvable, time-limit, …), the \
                  steps of the plan, its cost, whether it is certain that none costs less, and counters of the search.",
    parameters: &[TASK, OPTIONS],
    needs_folder: false,
    work: plan,
};

fn plan(request: &Request<'_>) -> Result<Value, String> {
    let arguments = request.arguments;
    let optimal = arguments.flag("optimal");
    if optimal && (arguments.text("search").is_some() || arguments.text("model_file").is_some()) {
        return Err("`optimal` chooses the search by itself: leave out search and model_file".to_owned());
    }
    let limits = Limits {
        budget: request.budget(),
        max_expansions: arguments.count("max_expansions"),
        max_evaluations: None,
    };
    let warnings = Warnings::default();
    let model = request.model()?;
    let usual = model.as_ref().map_or(WITHOUT_MODEL, ModelFile::usual_search);
    let named = arguments.text("search");
    let search: Search = named.unwrap_or(usual).parse().map_err(|error| format!("error: {error}"))?;
    match (&model, search.needs_model()) {
        (Some(_), false) if named.is_some() => {
            return Err(format!("a model is given, and the search {search} does not use it"));
        }
        (None, true) => return Err("the search names a model, and none is given: give model_file".to_owned()),
        _ => {}
    }
    let task = request.task(&warnings)?;
    let (found, time) = timed(|| find(&task, search, optimal, model.as_ref(), &limits, &warnings));
    let (plan, Ended { report, is_optimal, .. }, search) = found.map_err(message)?;
    let cost = match &report.outcome {
        Outcome::Solved { cost, .. } => Some(*cost),
        Outcome::Unsolvable | Outcome::Stopped(_) => None,
    };
    if let (Some(path), Some(plan), Some(cost)) = (arguments.text("save_as"), &plan, cost) {
        request.write(path, &plan.with_cost(cost, task.is_unit_cost()).to_string())?;
    }
    let steps = plan.as_ref().map(|plan| plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>());
    Ok(json!({
        "status": Status::from(&report.outcome),
        "plan": steps,
        "cost": cost,
        "optimal": plan.as_ref().map(|_| is_optimal),
        "search": search.to_string(),
        "expanded": report.counters.expanded,
        "evaluated": report.counters.evaluated,
        "generated": report.counters.generated,
        "seconds": time.as_secs_f64(),
        "warnings": warnings.json(),
    }))
}

fn find(
    task: &PlanningTask,
    mut search: Search,
    optimal: bool,
    model: Option<&ModelFile>,
    limits: &Limits,
    warnings: &Warnings,
) -> Result<(Option<Plan>, Ended, Search), planner::Error> {
    if let Search::Act = search {
        let found = planner::plan(task, &search, model, limits, &mut ())?;
        return Ok((found.plan, found.ended, search));
    }
    let ground = match model {
        Some(model) => model.ground(task, &limits.budget)?,
        None => task.ground(&limits.budget)?,
    };
    if let Some(warning) = task.left_out(&ground)? {
        planner::Progress::warn(warnings, format_args!("{warning}"));
    }
    if optimal {
        search = Search::optimal(&ground);
    }
    let guide = model.map(|model| model.guide(task, &ground)).transpose()?;
    let ended = planning::search(&search, guide.as_ref().map(|guide| guide as _), &ground, limits, &mut ())?;
    let plan = match &ended.report.outcome {
        Outcome::Solved { plan, cost } => Some(planning::checked_plan(task, &ground, plan, *cost, warnings)?),
        Outcome::Unsolvable | Outcome::Stopped(_) => None,
    };
    Ok((plan, ended, search))
}
