//! The tool `ground`.

use planner::translator_statistics::TranslatorStatistics;
use serde_json::{Map, Value, json};
use tools::timed;

use super::input::{TASK, Warnings};
use super::{Request, Tool, message};
use crate::arguments::{Parameter, ParameterKind};

/// How many names are listed where nothing else is asked for.
const USUAL: usize = 100;

const OPTIONS: &[Parameter] = &[
    Parameter {
        name: "list",
        kind: ParameterKind::Count,
        help: "How many of the operators and of the facts are listed by name, 100 if not given",
    },
    Parameter {
        name: "time_limit",
        kind: ParameterKind::Seconds,
        help: "Stop after so many seconds; the server may allow less",
    },
];

pub(super) const GROUND: Tool = Tool {
    name: "ground",
    title: "Ground a task",
    description: "Grounds a PDDL task. Answers with its size: variables, facts, operators, axioms, mutex groups; and the names of \
                  operators that can be reached and of facts that can change.",
    parameters: &[TASK, OPTIONS],
    needs_folder: false,
    work: ground,
};

fn ground(request: &Request<'_>) -> Result<Value, String> {
    let warnings = Warnings::default();
    let given = request.task(&warnings)?;
    let (task, time) = timed(|| given.ground(&request.budget()));
    let task = task.map_err(message)?;
    let most =
        request.arguments.count("list").map_or(USUAL, |count| usize::try_from(count).unwrap_or(usize::MAX));
    let statistics = TranslatorStatistics::new(&task).named();
    let size: Map<String, Value> =
        statistics.into_iter().map(|(name, number)| (name.replace(' ', "_"), number.into())).collect();
    let operators: Vec<&str> = task.operators.names.iter().take(most).collect();
    let facts: Vec<&str> = task.variables.fact_names.iter().take(most).collect();
    Ok(json!({
        "size": size,
        "operators": operators,
        "facts": facts,
        "seconds": time.as_secs_f64(),
        "warnings": warnings.json(),
    }))
}
