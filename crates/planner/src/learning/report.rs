//! Prepares data for training, and reports on the model after it.

use std::path::Path;

use data::DataSet;
use learn::metrics::{self, Metrics};
use learn::training::{Config, Scores};
use learn::{PrepareError, Prepared, View};
use search::Budget;
use tools::numbers::counted;

use super::{Trained, preparing};
use crate::{Error, Progress};

/// The lower bound for tasks that landmark cuts can't handle.
const FALLBACK: &str = "max";

/// Computes the features of states. If `may_choose`, a lower bound that can't handle the tasks is replaced by one that can.
///
/// # Errors
/// When the data can't be learned from with these options, or the budget does not suffice.
pub fn prepare(
    data: &DataSet,
    config: &mut Config,
    may_choose: bool,
    threads: usize,
    budget: &Budget,
    progress: &dyn Progress,
) -> Result<Prepared, Error> {
    progress.now(format_args!("Computing what the model sees of states"));
    let mut prepared = learn::prepare(data, View::of(config), threads, budget);
    if let (Err(PrepareError::Unsupported(..)), true, Some(lower)) = (&prepared, may_choose, &config.lower) {
        progress.line(format_args!(
            "Estimates never go below {FALLBACK}, since {lower} can't handle all of these tasks"
        ));
        config.lower = Some(FALLBACK.to_owned());
        prepared = learn::prepare(data, View::of(config), threads, budget);
    }
    progress.now(format_args!(""));
    prepared.map_err(preparing)
}

impl Trained {
    /// Reports how good the model is, beside the heuristics that it is built on.
    pub fn report(&self, path: &Path, threads: usize, progress: &dyn Progress) {
        let Self { model, prepared, stopped } = self;
        if stopped.is_some() {
            progress.line(format_args!(
                "Stopped early; this is the best model so far, and the same command goes on."
            ));
        }
        let found = model.about.training.found;
        if model.about.training.config.linear.is_none() {
            progress.line(format_args!("Best weights: attempt {}, step {}", found.attempt + 1, found.step));
        }
        for (name, examples) in [("validation", &prepared.validation), ("test", &prepared.test)] {
            let judged = metrics::judge(model.about.head, &model.network, examples, threads);
            let Some(metrics) = Metrics::new(&judged) else { continue };
            let scores = Scores::new(metrics.nll, metrics.mse);
            progress.line(format_args!("On {}: {scores}", counted(metrics.states, &format!("{name} state"))));
            if let Some(residual) = &model.about.residual {
                let errors = examples.known.iter().zip(&examples.targets);
                let squares = errors.map(|(known, target)| {
                    let value = f64::from(known.residual);
                    (value - target.nearest(value)).powi(2)
                });
                let mse = squares.sum::<f64>() / examples.len() as f64;
                progress.line(format_args!("  for comparison, {residual} alone: mse {mse:.4}"));
                if name == "validation" && metrics.mse >= mse {
                    progress.warn(format_args!(
                    "warning: on states that it has not seen, the model is no nearer to the truth than {residual} by \
                     itself, and a search will hardly gain by it\n  = help: learn from more problems, or from larger ones; or choose \
                     other --features"
                ));
                }
            }
        }
        progress.line(format_args!("Model: {}", path.display()));
    }
}
