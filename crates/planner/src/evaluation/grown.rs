//! How good a heuristic is that was grown for a puzzle.

use belief::{Distribution, Gaussian};
use learn::metrics::Judged;

use super::{Candidate, Evaluation, Means};
use crate::grown::GrownModel;
use crate::puzzle::{self, Appraisal, Instance, Instances, Start, known_states};
use crate::{Error, ErrorKind};
use tools::numbers::counted;

/// What instances are drawn by. It differs from what dials are fitted with, and from what `hstar solve` draws by unless told.
const SEED: u64 = 2;

/// The promises that are held against costs.
const ALPHAS: [f64; 5] = [0.5, 0.75, 0.9, 0.95, 0.99];

/// The promise that a model is read by unless something else is asked for.
const USUAL: f64 = 0.9;

/// Measures it on instances, as `hstar solve` takes them: on their starts if all costs are given, else on the states of cheapest
/// plans.
///
/// # Errors
/// When there are no such instances, or the budget does not suffice.
pub fn evaluate_grown(grown: &GrownModel, instances: &str, means: Means<'_>) -> Result<Evaluation, Error> {
    let Means { threads, budget, progress } = means;
    let (of, states) = states(grown.space(), instances, means)?;
    let (starts, costs): (Vec<Start>, Vec<u64>) = states.into_iter().unzip();
    let tables = puzzle::tables(None);
    let Appraisal { beliefs, readings, usual } =
        Appraisal::new(grown, &starts, &ALPHAS, &tables, threads, budget, progress)?;
    let has_spread = grown.options().planning.spread;
    let judged = beliefs.iter().zip(&costs).map(|(&belief, &cost)| judged(belief, cost)).collect();
    let mut candidates = vec![Candidate { name: "model".to_owned(), judged, has_spread }];
    let alone = |name: String, values: &[u32]| {
        let judged =
            values.iter().zip(&costs).map(|(&value, &cost)| Judged::of_value(value.into(), cost as f64));
        Candidate { name, judged: judged.collect(), has_spread: false }
    };
    let read = readings.iter().filter(|(alpha, _)| *alpha == USUAL);
    candidates.extend(read.map(|(alpha, values)| alone(format!("model@quantile:{alpha}"), values)));
    candidates.push(alone(usual.0, &usual.1));
    let kept = |values: &[u32]| {
        let kept = values.iter().zip(&costs).filter(|&(&value, &cost)| u64::from(value) <= cost).count();
        kept as f64 / costs.len() as f64
    };
    let promises = readings.iter().map(|(alpha, values)| (*alpha, kept(values))).collect();
    Ok(Evaluation { of: format!("{} {of}", counted(costs.len(), "state")), candidates, promises })
}

/// What they are, and their costs.
fn states(space: &str, instances: &str, means: Means<'_>) -> Result<(String, Vec<(Start, u64)>), Error> {
    let (_, opened) = puzzle::open(space)?;
    let given = Instances::read(instances, space, &*opened)?;
    let costs = |instance: Instance| instance.optimal.map(|cost| (instance.start, cost));
    if let Instances::Listed(_) = given
        && let Some(states) = given.iter(&*opened, SEED).map(costs).collect()
    {
        return Ok(("whose costs are given".to_owned(), states));
    }
    let states = known_states(space, instances, SEED, means.threads, means.budget, means.progress)?.concat();
    if states.is_empty() {
        return Err(Error::new(ErrorKind::Input, format_args!("{instances} are at the goal already")));
    }
    Ok((format!("on cheapest plans of {}", counted(given.count(), "instance")), states))
}

/// A belief beside the cost. Without a deviation, it is a number.
fn judged((mean, deviation): (f64, f64), cost: u64) -> Judged {
    let target = cost as f64;
    match Gaussian::new(mean, deviation, 0.0) {
        Ok(belief) => Judged {
            target,
            mean,
            log_density: belief.log_density(target),
            cdf: belief.cdf(target),
            confidence: belief.confidence(),
        },
        Err(_) => Judged::of_value(mean, target),
    }
}
