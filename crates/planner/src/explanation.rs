//! Explains a model to people: its form, the data it was trained on, and its values for states.

mod acting;
mod puzzle8;
mod puzzle_model;
mod reliability;
mod rules;
mod usage;
mod wl;

use std::fmt::{Display, Write};
use std::path::PathBuf;

use ::rules::{ladder, puzzle8::ABOUT as PUZZLE8};
use belief::Admissibility;
use learn::features::{FeatureKind, WlSignature};
use learn::training::LinearFit;
use learn::trial::Trial;
use learn::{About, Head, LinearModel, Model, Net, NetShape, Sigma, UpperBound};
use puzzle_models::PuzzleModel;
use search::Budget;
use tools::numbers::counted;

use self::reliability::reliability;
use crate::data_summary::recipe_text;
use crate::guide::{Content, ModelFile};
use crate::{Error, ErrorKind, Progress};

/// A question about a model.
pub struct Question<'a> {
    /// For rules and for weights of colours, a domain and a problem; for rules also data sets; for models of puzzles, states or instances.
    pub inputs: &'a [PathBuf],
    /// Is a page for the browser wanted, too?
    pub wants_page: bool,
    /// How many threads compute.
    pub threads: usize,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
    /// Is told the progress.
    pub progress: &'a dyn Progress,
}

/// The answer.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// As lines of text.
    pub text: String,
    /// A page for the browser, where one was wanted.
    pub page: Option<String>,
}

impl Explanation {
    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Describes a model, or answers a question about it. Of a linear model, shows the weight of each input by name. Of rules,
/// shows them, or those that hold in the initial state of a problem and for which objects, or how often each holds in the
/// states of data sets. Of a heuristic grown for a puzzle, shows its beliefs about states, the values that searches read from
/// them, and those of the puzzle's usual heuristic.
///
/// # Errors
/// When the question is not for this kind of model, or its files can't be read.
pub fn explain(file: &ModelFile, question: &Question<'_>) -> Result<Explanation, Error> {
    let mut told = Explanation::default();
    if question.wants_page && file.of_puzzle().is_some() {
        return Err(puzzle_model::no_page());
    }
    if let (Some(bundle), true) = (&file.bundle, question.inputs.is_empty()) {
        told.line(bundle.text());
    }
    match &file.content {
        Content::Nothing if question.inputs.is_empty() && !question.wants_page => {}
        Content::Nothing => return Err(file.holds_none()),
        Content::Network(model)
            if !question.inputs.is_empty()
                && let Some(model) = PuzzleModel::of(model) =>
        {
            puzzle_model::explain_states(&model, question, &mut told)?;
        }
        Content::Network(model)
            if !question.inputs.is_empty()
                && !question.wants_page
                && let Some((colours, linear)) = linear_of_colours(model) =>
        {
            wl::explain_problem(file, (model, colours, linear), question, &mut told)?;
        }
        Content::Network(_) if !question.inputs.is_empty() || question.wants_page => {
            let message = "only rules, and weights of colours, can be explained by problems, and this model is a network\n  = help: \
                           hstar eval measures it on data";
            return Err(Error::new(ErrorKind::Argument, message));
        }
        Content::Grown(grown) => puzzle_model::explain(grown, question, &mut told)?,
        Content::Network(model) => show(model, &mut told),
        Content::Rules(text) if ladder::about(text) == Some(PUZZLE8) => {
            puzzle8::explain(text, &file.name(), question, &mut told)?;
        }
        Content::Rules(text) => rules::explain(file, text, question, &mut told)?,
    }
    Ok(told)
}

/// The colours and weights of a linear model of Weisfeiler-Leman features.
fn linear_of_colours(model: &Model) -> Option<(&WlSignature, &LinearModel)> {
    match (&model.about.signature.wl, &model.network) {
        (Some(colours), Net::Linear(linear)) => Some((colours, linear)),
        _ => None,
    }
}

fn show(model: &Model, told: &mut Explanation) {
    for (name, text) in lines(model) {
        told.line(format_args!("{:<15}{text}", format!("{name}:")));
    }
    if let Some((colours, linear)) = linear_of_colours(model) {
        wl::show(colours, linear, told);
    }
    // The inputs of puzzles have no names.
    let has_names = model.about.signature.puzzle.is_none();
    if let ([only], Net::Dense(_), true) = (model.network.layers(), &model.network, has_names) {
        told.line("\nWeights:");
        let names = output_names(model.about.head, only.outputs);
        told.line(format_args!("  {:<24}{}", "input", columns(names.iter().map(String::as_str))));
        let rows = only.weights.chunks(only.outputs).zip(&model.about.signature.inputs);
        for (weights, name) in rows.chain([(&only.biases[..], &"(constant)".to_owned())]) {
            told.line(format_args!(
                "  {name:<24}{}",
                columns(weights.iter().map(|weight| format!("{weight:.6}")))
            ));
        }
    }
}

fn columns<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> String {
    texts.map(|text| format!("{:>14}", text.as_ref())).collect()
}

fn lines(model: &Model) -> Vec<(&'static str, String)> {
    let Model { about, network, calibration } = model;
    let training = &about.training;
    let config = &training.config;
    let scores = training.found.scores;
    let mut lines =
        vec![("Model", shape(&network.shape())), ("Belief", belief(about)), ("Inputs", inputs(about))];
    lines.extend(about.signature.puzzle.iter().map(|puzzle| ("Puzzle", puzzle.space.clone())));
    if let Some(domain) = &about.signature.domain {
        lines.push(("Domain", format!("{} ({})", domain.name, domain.predicates.join(", "))));
    }
    if let Some(goal) = &about.signature.goal {
        lines.push(("Goal", goal.join(" ")));
    }
    lines.push((
        "Trained on",
        format!(
            "{} of {}{}",
            counted(training.states, "state"),
            counted(training.problems, "problem"),
            training.domain.as_ref().map_or(String::new(), |domain| format!(" of {domain}"))
        ),
    ));
    lines.extend(training.recipes.iter().map(|recipe| ("Data", recipe_text(recipe))));
    lines.push(("Data checksum", training.data.clone()));
    let training_text = match config.linear {
        Some(LinearFit::Regression) => "at once, by Bayesian regression on costs".to_owned(),
        Some(LinearFit::Rank { cost, .. }) => {
            format!("at once, by ranking; a pair that is ranked wrongly costs {cost}; seed {}", config.seed)
        }
        None => format!(
            "batch {}, at most {}, learning rate {}, seed {}; weights of attempt {}, step {}",
            config.batch,
            counted(config.steps, "step"),
            config.learning_rate,
            config.seed,
            training.found.attempt.saturating_add(1),
            training.found.step
        ),
    };
    lines.push(("Training", training_text));
    let is_scored = scores.nll.or(scores.mse).is_some();
    lines.extend(is_scored.then(|| match training.validation_states {
        0 => ("Scores", format!("{scores}, on the states it was trained on")),
        states => ("Validation", format!("{scores}, on {}", counted(states, "state"))),
    }));
    if let Some(trial) = training.trial {
        let Trial { tasks, solved, evaluations } = trial;
        lines.push((
            "In search",
            format!(
                "{solved} of {}, {}",
                counted(tasks, "validation problem"),
                counted(evaluations, "evaluation")
            ),
        ));
    }
    let calibrated = calibration.thresholds.as_ref().map_or("no".to_owned(), |thresholds| {
        format!("yes, by {} of costs", counted(thresholds.by_cost.len(), "group"))
    });
    lines.push(("Calibrated", calibrated));
    if calibration.dial.is_some() {
        lines.push(("Reliability", reliability(calibration.dial.as_ref())));
    }
    lines
}

fn shape(shape: &NetShape) -> String {
    match shape {
        NetShape::Dense(shape) => feed_forward(shape),
        NetShape::Linear(inputs) => format!("linear, {}", counted(*inputs, "input")),
        NetShape::Hypergraph(shape) => {
            format!("hypergraph network of width {} with {}", shape.hidden, counted(shape.steps, "recursion"))
        }
        NetShape::Logic(shape) => {
            format!(
                "logic machine of depth {}, breadth {} and width {}",
                shape.depth, shape.breadth, shape.width
            )
        }
    }
}

fn feed_forward(shape: &network::Shape) -> String {
    if shape.hidden.is_empty() {
        return format!("linear, {}, {}", counted(shape.inputs, "input"), counted(shape.outputs, "output"));
    }
    let hidden: Vec<String> = shape.hidden.iter().map(usize::to_string).collect();
    format!("feed-forward {}-{}-{}, {}", shape.inputs, hidden.join("-"), shape.outputs, shape.activation)
}

fn belief(about: &About) -> String {
    let spread = |sigma: Sigma| match sigma {
        Sigma::Learned => "learned spread".to_owned(),
        Sigma::Given => "a spread that grows away from the data".to_owned(),
        Sigma::Fixed(sigma) => format!("spread {sigma:.4}"),
    };
    let mut text = match about.head {
        Head::Point => "a number".to_owned(),
        Head::Gaussian { sigma } => format!("Gaussian, {}", spread(sigma)),
        Head::Truncated { sigma } => format!("truncated Gaussian, {}", spread(sigma)),
        Head::Scaled { scale, open } => {
            let kind = if open.is_some() { "truncated Gaussian" } else { "Gaussian" };
            format!("{kind}, learned spread; a unit of the outputs is {scale}")
        }
        Head::Categorical { highest } => format!("a probability for each cost from 0 to {highest}"),
    };
    if let Some(Admissibility { strength, sharpness }) = about.training.config.admissibility {
        text.push_str(&format!(
            ", learned by cross-entropy admissibility (beta {strength}, eta {sharpness})"
        ));
    }
    if let Some(residual) = &about.residual {
        text.push_str(&format!("; added to {residual}"));
    }
    if let Some(lower) = &about.lower {
        text.push_str(&format!("; at least {lower}"));
    }
    match &about.upper {
        Some(UpperBound::Lookahead) => {
            text.push_str("; at most what a plan costs, where lookahead finds one")
        }
        Some(UpperBound::Rules(_)) => {
            text.push_str("; at most what a plan by its rules costs, where they make one")
        }
        None => {}
    }
    text
}

fn inputs(about: &About) -> String {
    match about.signature.features {
        FeatureKind::Planning => about.signature.inputs.join(", "),
        FeatureKind::Facts => format!("{} of one task", counted(about.signature.inputs.len(), "fact")),
        FeatureKind::Hypergraph => {
            let roles = about.signature.roles.unwrap_or_default();
            format!(
                "facts, and actions without deletes, of at most {} preconditions and {} effects",
                roles.senders, roles.receivers
            )
        }
        FeatureKind::Wl => {
            let wl = about.signature.wl.as_ref();
            let (inputs, colours) = wl.map_or((0, 0), |wl| (wl.inputs().len(), wl.palette().len()));
            format!("counts of {inputs} of {}", counted(colours, "Weisfeiler-Leman colour"))
        }
        FeatureKind::Places => format!("{}, of what lies where", counted(inputs_of(about), "input")),
        FeatureKind::Databases => {
            format!("{}, by what pattern databases say", counted(inputs_of(about), "input"))
        }
        FeatureKind::Logic | FeatureKind::TypedLogic => {
            format!("facts of state and goal, as relations: {}", about.signature.inputs.join(", "))
        }
    }
}

fn inputs_of(about: &About) -> usize {
    about.signature.puzzle.as_ref().map_or(0, |puzzle| puzzle.inputs)
}

fn output_names(head: Head, outputs: usize) -> Vec<String> {
    match head {
        Head::Categorical { .. } => (0..outputs).map(|cost| format!("cost {cost}")).collect(),
        _ => ["cost", "spread"].iter().take(outputs).map(|name| (*name).to_owned()).collect(),
    }
}
