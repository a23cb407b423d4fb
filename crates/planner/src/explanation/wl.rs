//! Explains linear models of Weisfeiler-Leman features: the weights of colours, and how they make the value of a state.

use std::path::{Path, PathBuf};

use belief::Distribution;
use learn::features::{FeatureRows, WlSignature};
use learn::{LinearModel, Model, Spread};
use pddl::Strictness;
use search::StateSpace;
use task::{Plan, Space};

use super::{Explanation, Question};
use crate::guide::ModelFile;
use crate::{Error, ErrorKind, PlanningTask};

/// How many weights are shown.
const SHOWN: usize = 30;

/// Shows the largest weights.
pub(super) fn show(colours: &WlSignature, model: &LinearModel, told: &mut Explanation) {
    let weights = colours.inputs().iter().zip(model.weights());
    let mut weights: Vec<(u32, f32)> = weights.map(|(&colour, &weight)| (colour, weight)).collect();
    weights.sort_by(|first, second| second.1.abs().total_cmp(&first.1.abs()));
    told.line(format_args!("\nLargest weights, for each that a state has:"));
    for (colour, weight) in weights.iter().take(SHOWN) {
        told.line(format_args!("{weight:>+10.3}  {}", colours.palette().words(*colour)));
    }
    if weights.len() > SHOWN {
        told.line(format_args!("            and {} smaller ones", weights.len() - SHOWN));
    }
}

/// Shows how weights make the value of a problem's initial state, and how much of it was never seen.
pub(super) fn explain_problem(
    file: &ModelFile,
    (model, colours, linear): (&Model, &WlSignature, &LinearModel),
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let (domain, problem): (Option<&Path>, &PathBuf) = match question.inputs {
        [problem] => (None, problem),
        [domain, problem] => (Some(domain), problem),
        _ => return Err(Error::new(ErrorKind::Argument, "give a domain and a problem")),
    };
    let input = PlanningTask::read(domain, problem, Strictness::Lenient, question.progress)?;
    let task = file.ground(&input, question.budget)?;
    file.guide(&input, &task)?;
    let space = Space::new(&task);
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial);
    let mut rows = model.about.signature.rows();
    let mut features = model
        .about
        .signature
        .features_of(&task)
        .map_err(|mismatch| Error::new(ErrorKind::Input, mismatch))?;
    features.push(&space, &initial, &mut rows);
    let FeatureRows::Numbers { numbers, .. } = &rows else { return Ok(()) };
    let Some((unseen, counts)) = numbers.split_last() else { return Ok(()) };
    let believed = file.believe_along(&input, &Plan::default(), question.budget, |belief| {
        (belief.mean(), belief.variance().sqrt())
    })?;
    if let Some(Some((mean, spread))) = believed.first() {
        told.line(format_args!("Initial state: {mean:.2} ± {spread:.2}"));
    }
    let refinements = f32::from(colours.palette().options().iterations);
    let all = colours.nodes(&task, &space, &initial) as f32 * (refinements + 1.0);
    told.line(format_args!("Never seen in training: {:.1} % of it", 100.0 * unseen / all.max(1.0)));
    let parts = colours.inputs().iter().zip(counts).zip(linear.weights());
    let mut parts: Vec<(u32, f32, f32)> =
        parts.map(|((&colour, &count), &weight)| (colour, count, weight)).collect();
    parts.retain(|(_, count, weight)| count * weight != 0.0);
    parts.sort_by(|first, second| (second.1 * second.2).abs().total_cmp(&(first.1 * first.2).abs()));
    told.line(format_args!("\n{:>10}  {:>6}  {:>9}  colour", "sum", "count", "weight"));
    for (colour, count, weight) in parts.iter().take(SHOWN) {
        let words = colours.palette().words(*colour);
        told.line(format_args!("{:>+10.2}  {count:>6}  {weight:>+9.3}  {words}", count * weight));
    }
    let sum = |parts: &[(u32, f32, f32)]| parts.iter().map(|(_, count, weight)| count * weight).sum::<f32>();
    if let Some(rest) = parts.get(SHOWN..).filter(|rest| !rest.is_empty()) {
        told.line(format_args!("{:>+10.2}  {:>6}  {:>9}  {} smaller parts", sum(rest), "", "", rest.len()));
    }
    told.line(format_args!("{:>+10.2}  {:>6}  {:>9}  constant", linear.bias(), "", ""));
    let what = match linear.spread() {
        Spread::Posterior { .. } => "the cost",
        Spread::Fit(_) => "the score, which a fit makes the cost above",
    };
    told.line(format_args!("{:>10.2}  {:>6}  {:>9}  {what}", sum(&parts) + linear.bias(), "", ""));
    Ok(())
}
