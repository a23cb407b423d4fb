//! The heuristics of the tables, and how they are read.

use super::subject::Subject;
use crate::Scale;
use likely::growth::Options;
use likely::planning::PlanningSettings;

/// A heuristic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heuristic {
    pub(super) subject: &'static Subject,
    pub(super) run: u64,
    /// Does the network predict the spread of costs besides their mean?
    pub(super) has_spread: bool,
}

/// The probabilities of the paper, as it writes them.
pub(super) const DIAL: [(&str, f64); 7] = [
    ("0.95", 0.95),
    ("0.9", 0.9),
    ("0.75", 0.75),
    ("0.5", 0.5),
    ("0.25", 0.25),
    ("0.1", 0.1),
    ("0.05", 0.05),
];

/// A row of the table, with the probability if the heuristic has a spread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) label: &'static str,
    pub(super) alpha: Option<f64>,
}

impl Heuristic {
    /// The heuristics of a run, with two outputs and with one.
    pub(super) fn of_run(subject: &'static Subject, run: u64) -> [Self; 2] {
        [true, false].map(|has_spread| Self { subject, run, has_spread })
    }

    pub(super) fn name(self) -> String {
        format!("{}, {}, run {}", self.subject.part, self.outputs(), self.run)
    }

    pub(super) fn outputs(self) -> &'static str {
        if self.has_spread { "two outputs" } else { "one output" }
    }

    pub(super) fn options(self, scale: Scale) -> Options {
        let options = self.subject.effort(scale).options;
        let planning = PlanningSettings { spread: self.has_spread, ..options.planning };
        Options { seed: self.run, planning, ..options }
    }

    pub(super) fn rows(self, scale: Scale) -> impl Iterator<Item = Row> {
        let highest = self.subject.effort(scale).highest_alpha;
        let dial = DIAL.iter().filter(move |(_, alpha)| self.has_spread && *alpha <= highest);
        let rows = dial.map(|&(label, alpha)| Row { label, alpha: Some(alpha) });
        rows.chain((!self.has_spread).then_some(Row { label: "N/A", alpha: None }))
    }
}
