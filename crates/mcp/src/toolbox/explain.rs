//! The tool `explain`.

use planner::explanation::{self, Question};
use serde_json::{Value, json};

use super::{Request, Tool, message};
use crate::arguments::{Parameter, ParameterKind};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "model_file",
        kind: ParameterKind::File,
        help: "The model, a file in the server's folder",
    },
    Parameter {
        name: "domain_file",
        kind: ParameterKind::File,
        help: "For rules and weights of colours: a domain in the server's folder, to explain what the model says of a problem",
    },
    Parameter {
        name: "problem_file",
        kind: ParameterKind::File,
        help: "The problem, a file in the server's folder",
    },
];

pub(super) const EXPLAIN: Tool = Tool {
    name: "explain",
    title: "Explain a model",
    description: "Tells what a trained model is, what it was trained on and how good it is; of rules and weights of colours also what \
                  they say of the initial state of a problem.",
    parameters: &[PARAMETERS],
    needs_folder: true,
    work: explain,
};

fn explain(request: &Request<'_>) -> Result<Value, String> {
    let model = request.model()?.ok_or("give the model: model_file")?;
    let inputs = match (request.arguments.text("domain_file"), request.arguments.text("problem_file")) {
        (None, None) => Vec::new(),
        (Some(domain), Some(problem)) => vec![request.text_file(domain)?, request.text_file(problem)?],
        _ => return Err("give both domain_file and problem_file, or none of them".to_owned()),
    };
    let budget = &request.budget();
    let question = Question { inputs: &inputs, wants_page: false, threads: 1, budget, progress: &() };
    let explanation = explanation::explain(&model, &question).map_err(message)?;
    Ok(json!({"explanation": explanation.text}))
}
