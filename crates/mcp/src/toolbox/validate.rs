//! The tool `validate`.

use serde_json::Value;

use super::input::{TASK, Warnings};
use super::{Request, Tool};
use crate::arguments::{Parameter, ParameterKind};

const PLAN: &[Parameter] = &[
    Parameter { name: "plan", kind: ParameterKind::Text, help: "The plan, one (action argument ...) a line" },
    Parameter {
        name: "plan_file",
        kind: ParameterKind::File,
        help: "Instead of plan: a file in the server's folder",
    },
    Parameter {
        name: "brief",
        kind: ParameterKind::Flag,
        help: "Leave out the initial state and what each step changes, which may be much",
    },
];

pub(super) const VALIDATE: Tool = Tool {
    name: "validate",
    title: "Check a plan",
    description: "Executes a plan on a PDDL task. Answers whether it is valid, its cost, and what each step adds and deletes; for a \
                  plan that fails, with the step, the conditions that do not hold there (the first first), the atoms they ask for \
                  and whether these hold, and advice: which step made it false, which action would make it true.",
    parameters: &[TASK, PLAN],
    needs_folder: false,
    work: validate,
};

fn validate(request: &Request<'_>) -> Result<Value, String> {
    let warnings = Warnings::default();
    let task = request.task(&warnings)?;
    let trace = task.trace(&request.plan()?).map_err(|error| format!("error: {error}"))?;
    let mut object = serde_json::to_value(&trace).map_err(|error| error.to_string())?;
    if let (true, Value::Object(fields)) = (request.arguments.flag("brief"), &mut object) {
        fields.remove("initial");
        fields.remove("steps");
    }
    object["warnings"] = warnings.json();
    Ok(object)
}
