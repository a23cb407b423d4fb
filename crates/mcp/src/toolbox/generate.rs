//! The tool `generate`.

use generators::{Generator, Size};
use serde_json::{Value, json};

use super::{Request, Tool};
use crate::arguments::{Parameter, ParameterKind};

/// The most problems of a call.
const MOST: u64 = 100;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "name",
        kind: ParameterKind::Text,
        help: "The name of the domain, such as blocksworld; without it, all domains are listed with their parameters",
    },
    Parameter { name: "size", kind: ParameterKind::Text, help: "small (the default), medium or large" },
    Parameter {
        name: "parameters",
        kind: ParameterKind::Counts,
        help: "Values of the domain's parameters, such as {\"blocks\": 5}; the others follow from the size",
    },
    Parameter {
        name: "seed",
        kind: ParameterKind::Count,
        help: "Other seeds give other problems; 1 if not given",
    },
    Parameter {
        name: "count",
        kind: ParameterKind::Count,
        help: "How many problems, 1 if not given, 100 at most",
    },
    Parameter {
        name: "save_in",
        kind: ParameterKind::File,
        help: "Write domain.pddl, p01.pddl and so on to this folder in the server's folder, instead of answering with their texts",
    },
];

pub(super) const GENERATE: Tool = Tool {
    name: "generate",
    title: "Generate problems",
    description: "Generates solvable problems of well-known planning domains. Answers with the domain and the problems as PDDL.",
    parameters: &[PARAMETERS],
    needs_folder: false,
    work: generate,
};

fn generate(request: &Request<'_>) -> Result<Value, String> {
    let arguments = request.arguments;
    let Some(name) = arguments.text("name") else {
        return Ok(json!({"domains": generators::help::list()}));
    };
    let domain = generators::find(name).ok_or_else(|| {
        let similar = tools::nearest(name, generators::DOMAINS.iter().map(|domain| domain.name));
        let hint = similar.map_or_else(
            || "call generate without arguments for a list".to_owned(),
            |similar| format!("did you mean `{similar}`?"),
        );
        format!("there is no domain `{name}`: {hint}")
    })?;
    let size = arguments.text("size").unwrap_or(Size::Small.name());
    let size =
        Size::ALL.into_iter().find(|other| other.name() == size).ok_or("size is small, medium or large")?;
    let mut generator = Generator::new(domain, size);
    for (name, number) in arguments.counts("parameters") {
        let number = u32::try_from(number).map_err(|_| format!("`{name}` is too large a number"))?;
        generator.set(name, number).map_err(|error| error.to_string())?;
    }
    let (seed, count) = (arguments.count("seed").unwrap_or(1), arguments.count("count").unwrap_or(1));
    if !(1..=MOST).contains(&count) {
        return Err(format!("count is from 1 to {MOST}"));
    }
    let budget = request.budget();
    let mut problems = Vec::new();
    for number in 1..=count {
        budget.check().map_err(|_| format!("the time or memory did not suffice for {count} problems"))?;
        problems.push(generator.problem(seed, number).map_err(|error| error.to_string())?);
    }
    let command = generator.command(seed, count);
    let Some(folder) = arguments.text("save_in") else {
        return Ok(json!({"domain": domain.pddl, "problems": problems, "command": command}));
    };
    let mut files = vec![format!("{folder}/domain.pddl")];
    files.extend((1..=problems.len()).map(|number| format!("{folder}/p{number:02}.pddl")));
    let texts = [domain.pddl].into_iter().chain(problems.iter().map(String::as_str));
    files.iter().zip(texts).try_for_each(|(file, text)| request.write(file, text))?;
    Ok(json!({"files": files, "command": command}))
}
