//! The tools: what they are called, what they take, and what they do.

mod explain;
mod generate;
mod ground;
mod input;
mod plan;
mod validate;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use planner::Error;
use serde_json::{Map, Value, json};

use crate::arguments::{Arguments, Parameter, schema};
use crate::desk::Means;

/// A tool.
pub(crate) struct Tool {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    parameters: &'static [&'static [Parameter]],
    /// Does it look at files only, so that it is of no use without a folder?
    needs_folder: bool,
    work: fn(&Request<'_>) -> Result<Value, String>,
}

/// A call, with all it needs.
struct Request<'a> {
    arguments: Arguments<'a>,
    means: &'a Means,
    cancelled: &'a Arc<AtomicBool>,
}

const TOOLS: [&Tool; 5] =
    [&plan::PLAN, &validate::VALIDATE, &explain::EXPLAIN, &ground::GROUND, &generate::GENERATE];

/// The tools as clients are told of them.
pub(crate) fn declarations(has_folder: bool) -> Vec<Value> {
    let tools = TOOLS.into_iter().filter(|tool| has_folder || !tool.needs_folder);
    let declaration = |tool: &Tool| {
        json!({
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": schema(tool.parameters, has_folder),
        })
    };
    tools.map(declaration).collect()
}

/// The tool of this name.
///
/// # Errors
/// Says which there are.
pub(crate) fn find(name: &str) -> Result<&'static Tool, String> {
    let names = TOOLS.map(|tool| tool.name).join(", ");
    TOOLS
        .into_iter()
        .find(|tool| tool.name == name)
        .ok_or_else(|| format!("there is no tool {name:?}; there are {names}"))
}

impl Tool {
    /// Does what the arguments ask for.
    ///
    /// # Errors
    /// Says what could not be done, and why.
    pub(crate) fn run(
        &self,
        arguments: &Map<String, Value>,
        means: &Means,
        cancelled: &Arc<AtomicBool>,
    ) -> Result<Value, String> {
        let arguments = Arguments::new(arguments, self.parameters)?;
        (self.work)(&Request { arguments, means, cancelled })
    }
}

/// The message of an error, as the program prints it.
fn message(error: Error) -> String {
    match error.diagnostic() {
        Some(_) => error.to_string(),
        None => format!("error: {error}"),
    }
}
