//! Explains a model of a puzzle: how it was grown, and its beliefs about states.

use belief::promised;
use likely::As;
use puzzle_models::PuzzleModel;
use tools::numbers::counted;

use super::reliability::reliability;
use super::{Explanation, Question, columns, feed_forward};
use crate::grown::GrownModel;
use crate::puzzle::{self, Instance, Instances, Predictions};
use crate::{Error, ErrorKind};

/// The probability that a model is read at by default.
const TOLD: f64 = 0.9;

/// Random instances are those that `hstar solve` draws.
const SEED: u64 = 1;

/// Shows what it was grown for and how; or its beliefs about the initial states of instances.
pub(super) fn explain(
    grown: &GrownModel,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    if !question.inputs.is_empty() {
        return explain_states(&grown.model(), question, told);
    }
    for (name, text) in lines(grown) {
        told.line(format_args!("{:<15}{text}", format!("{name}:")));
    }
    Ok(())
}

fn lines(grown: &GrownModel) -> Vec<(&'static str, String)> {
    let options = grown.options();
    let planning = &options.planning;
    let nodes = options
        .nodes
        .map_or(String::new(), |nodes| format!(", {} at most for each", counted(nodes, "state")));
    let whose = match options.how {
        As::Paper => "the paper's text",
        As::Code => "the code of the paper's authors",
    };
    let belief = match planning.spread {
        true => format!("Gaussian, learned spread; a unit of the outputs is {}", planning.scale),
        false => format!("a number; a unit of the outputs is {}", planning.scale),
    };
    let taken = |deviations: f64| {
        format!("model@quantile:{TOLD} is {deviations:.2} standard deviations below the mean")
    };
    let dial = match &grown.calibration.dial {
        _ if !planning.spread => "none: it is read by its mean".to_owned(),
        Some(dial) => format!(
            "fitted to cheapest plans: {}, where a Gaussian has {:.2}",
            taken(dial.deviations(TOLD)),
            promised(TOLD)
        ),
        None => format!("a Gaussian's, not fitted to cheapest plans: {}", taken(promised(TOLD))),
    };
    let settled = match &options.settling {
        Some(settling) => format!(
            "in the last {}, of {} each",
            counted(settling.iterations, "iteration"),
            counted(settling.tasks, "task")
        ),
        None => "no".to_owned(),
    };
    vec![
        ("Grown for", grown.space().to_owned()),
        ("Model", feed_forward(&grown.network().shape())),
        ("Belief", belief),
        ("Dial", dial),
        ("Reliability", reliability(grown.calibration.dial.as_ref())),
        (
            "Iterations",
            format!(
                "{} of {}, of {}{nodes}",
                grown.iterations(),
                options.all_iterations(),
                counted(options.tasks, "task")
            ),
        ),
        ("Settled", settled),
        ("Procedure", format!("{whose}, seed {}", options.seed)),
    ]
}

/// Shows the beliefs of a model about the initial states of instances of its puzzle.
pub(super) fn explain_states(
    model: &PuzzleModel,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let inputs = question.inputs.iter();
    inputs
        .map(|input| input.to_string_lossy())
        .try_for_each(|input| explain_instances(model, &input, question, told))
}

fn explain_instances(
    model: &PuzzleModel,
    instances: &str,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let Question { threads, budget, progress, .. } = *question;
    let (_, space) = puzzle::open(&model.space)?;
    let instances: Vec<Instance> =
        Instances::read(instances, &model.space, &*space)?.iter(&*space, SEED).collect();
    let starts: Vec<_> = instances.iter().map(|instance| instance.start.clone()).collect();
    let tables = puzzle::tables(None);
    let Predictions { beliefs, readings, usual } =
        Predictions::new(model, &starts, &[TOLD], &tables, threads, budget, progress)?;
    let has_costs = instances.iter().any(|instance| instance.optimal.is_some());
    let heads = ["instance", "mean", "spread"].into_iter().map(str::to_owned);
    let heads = heads.chain(readings.iter().map(|(alpha, _)| format!("quantile:{alpha}"))).chain([usual.0]);
    let heads = heads.chain(has_costs.then(|| "cost".to_owned()));
    told.line(columns(heads));
    for (index, Instance { number, optimal, .. }) in instances.iter().enumerate() {
        let (mean, spread) = beliefs[index];
        let cells = [number.to_string(), format!("{mean:.2}"), format!("{spread:.2}")].into_iter();
        let cells = cells.chain(readings.iter().map(|(_, values)| values[index].to_string()));
        let cells = cells.chain([usual.1[index].to_string()]);
        let cost = optimal.map_or("-".to_owned(), |cost| cost.to_string());
        told.line(columns(cells.chain(has_costs.then_some(cost))));
    }
    Ok(())
}

/// The error for a page that can't be made.
pub(super) fn no_page() -> Error {
    Error::new(ErrorKind::Argument, "--report is for rules; of a model of a puzzle, hstar eval writes one")
}
