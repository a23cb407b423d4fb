//! Fits a grown heuristic's readings to states that it has not learned from, so that a quantile is what it promises.

use belief::{Belief, Calibration, Deviations, Dial, Distribution, Thresholds, deviation, promised};
use tools::numbers::counted;

use crate::Progress;

/// An offset for seeds. Users will try the model on instances of small seeds, which it must not be fitted to.
const APART: u64 = 1 << 32;

/// The probability at which the result is reported: the one that a model is read at by default.
pub(super) const TOLD: f64 = 0.9;

/// Values of grown heuristics are rounded to whole costs: those less than this above the cost are not above it.
const HALF: f64 = 0.5;

/// The seed of instances to fit to, from that of growth.
pub(super) fn seed(of_growth: u64) -> u64 {
    of_growth.wrapping_add(APART)
}

/// Beliefs about states whose costs are known.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// How far above each cost the belief about it has its mean, in standard deviations.
    deviations: Vec<f64>,
    /// Costs, with the confidence in each.
    confidences: Vec<(u32, f32)>,
}

impl Compared {
    /// Adds the belief about a state, and its cost.
    pub(super) fn push(&mut self, belief: &Belief<'_>, cost: u64) {
        self.deviations.push(deviation(belief, cost as f64 + HALF));
        if let Ok(cost) = u32::try_from(cost) {
            self.confidences.push((cost, belief.confidence() as f32));
        }
    }

    /// The calibration on these states. Without any, readings stay as they are.
    pub(super) fn calibration(&self) -> Calibration {
        self.with(self.deviations().map(|deviations| deviations.dial()))
    }

    /// The calibration where these are the states of so many plans, which `are_near` if they are much shorter than those the heuristic is for.
    pub(super) fn calibration_on_plans(&self, plans: usize, are_near: bool) -> Calibration {
        let dial = self.deviations().map(|deviations| deviations.dial_of_plans(plans));
        self.with(if are_near { dial.map(|dial| dial.for_farther()) } else { dial })
    }

    fn with(&self, dial: Option<Dial>) -> Calibration {
        Calibration { thresholds: Thresholds::new(&self.confidences), dial }
    }

    /// Tells how far promises were kept on these states, of which `whose` says more.
    pub(super) fn tell(&self, whose: &str, progress: &dyn Progress) {
        let Some(deviations) = self.deviations() else {
            progress.warn(format_args!("warning: not calibrated: there are no states {whose}"));
            return;
        };
        let (kept, states) =
            (100.0 * deviations.kept(promised(TOLD)), counted(self.deviations.len(), "state"));
        progress.line(format_args!(
            "Calibrated: at α = {TOLD}, {kept:.1} % of {states} {whose} were not overestimated; the dial is fitted to them"
        ));
    }

    fn deviations(&self) -> Option<Deviations> {
        Deviations::of(self.deviations.iter().copied())
    }
}
