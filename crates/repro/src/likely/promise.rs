//! Whether costs are overestimated as seldom as promised, and with a fitted dial.

use std::path::Path;

use crate::{Measure, Measured, Scale, Step, Table, Value};
use belief::{Deviations, promised};
use likely::{LearnedCosts, PuzzleGrowth};

use super::heuristic::{DIAL, Heuristic};
use super::kept::Kept;
use super::plots;
use super::subject::{FIFTEEN_PUZZLE, Subject};
use crate::Context;
use crate::{Extras, Work};
use planner::Error;
use planner::puzzle::{Start, known_states};

/// A table of our own: the share of states with known costs that are not overestimated.
pub(crate) struct Promise {
    /// The checksum of the running program, on which grown heuristics depend.
    build: String,
}

/// How much is done at a scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Random instances to whose plans the dial is fitted.
    pub(super) fitted: &'static str,
    /// Instances on whose plans it is judged.
    pub(super) judged: &'static str,
}

impl Effort {
    pub(super) fn at(scale: Scale) -> Self {
        match scale {
            Scale::Smoke => Self { fitted: "walk:30:4", judged: "korf100:12,42,55,79" },
            Scale::Laptop | Scale::Paper | Scale::Full => Self { fitted: "random:100", judged: "korf100" },
        }
    }
}

/// The seed of the instances to fit to.
const SEED: u64 = 3;

impl Promise {
    pub(crate) fn new() -> Self {
        Self { build: String::new() }
    }

    fn step(scale: Scale) -> Step {
        let Subject { part, space, .. } = &FIFTEEN_PUZZLE;
        let options = serde_json::to_string(&heuristic().options(scale)).unwrap_or_default();
        let inputs = format!("{space}; {:?}; {SEED}; {options}", Effort::at(scale));
        Step { name: (*part).to_owned(), inputs }
    }

    /// The deviations on states to fit to, on states to judge by, and on the initial states among the latter.
    fn deviations(
        growth: &dyn PuzzleGrowth,
        scale: Scale,
        context: &Context<'_>,
    ) -> Result<[Option<Deviations>; 3], Error> {
        let Effort { fitted, judged } = Effort::at(scale);
        let outputs = growth.options().outputs(LearnedCosts::All);
        let belief = |state: &Start| {
            let (mean, phi) = growth.field().outputs(growth.network(), state);
            (outputs.mean(mean), outputs.sigma(phi))
        };
        let believed = |states: &[(Start, u64)]| {
            Deviations::new(states.iter().map(|(state, cost)| (belief(state), *cost as f64)))
        };
        let known = |instances| {
            known_states(
                FIFTEEN_PUZZLE.space,
                instances,
                SEED,
                context.threads,
                &context.budget,
                context.progress,
            )
        };
        let [fitted, judged] = [known(fitted)?, known(judged)?];
        let starts: Vec<(Start, u64)> = judged.iter().filter_map(|plan| plan.first().cloned()).collect();
        Ok([believed(&fitted.concat()), believed(&judged.concat()), believed(&starts)])
    }
}

/// The heuristic of table 1, first run.
fn heuristic() -> Heuristic {
    let [with_spread, _] = Heuristic::of_run(&FIFTEEN_PUZZLE, 1);
    with_spread
}

impl Measure for Promise {
    fn departures(&self, scale: Scale) -> Vec<String> {
        departures(Effort::at(scale))
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        vec![Self::step(scale)]
    }

    fn measure(
        &mut self,
        _: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        let heuristic = heuristic();
        let kept = Kept { folder, build: &self.build, gpu: None };
        let setting = FIFTEEN_PUZZLE.setting(scale)?;
        let growth = kept.grown(&heuristic.name(), &setting, &heuristic.options(scale), context)?;
        let [Some(fitted), Some(judged), Some(starts)] = Self::deviations(&*growth, scale, context)? else {
            return Err(Error::internal("there are no states to judge the dial by"));
        };
        let dial = fitted.dial();
        let values = DIAL.iter().flat_map(|&(row, alpha)| {
            let [promised, mended] = [promised(alpha), dial.deviations(alpha)];
            let value = |column, value: f64| Value::new(FIFTEEN_PUZZLE.part, row, column, value);
            [
                value("kept", 100.0 * judged.kept(promised)),
                value("mended", 100.0 * judged.kept(mended)),
                value("starts", 100.0 * starts.kept(promised)),
                value("starts mended", 100.0 * starts.kept(mended)),
                value("deviations", promised),
                value("mended deviations", mended),
            ]
        });
        Ok(values.collect())
    }
}

impl Work for Promise {
    fn is_done_by(&mut self, build: &str) {
        build.clone_into(&mut self.build);
    }

    fn extras(&self, table: &Table, measured: &Measured, _: &Path) -> Extras {
        Extras::of_plots(plots::of_promise(&FIFTEEN_PUZZLE, table, measured))
    }
}

/// The setup of the table on calibration, a sentence each.
fn departures(effort: Effort) -> Vec<String> {
    let Effort { fitted, judged } = effort;
    vec![
        format!(
            "The table is not in the paper. States are those on cheapest plans of {judged}; starts are their first states."
        ),
        format!(
            "The mended dial is fitted to the states on cheapest plans of {fitted}, none of which is judged by."
        ),
        "The heuristic is that of table 1, its first run with two outputs. Values are judged before they are rounded, and states \
         near the goal may have been learned from."
            .to_owned(),
    ]
}
