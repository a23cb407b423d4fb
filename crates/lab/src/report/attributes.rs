//! The numbers of a run that are compared.

use crate::Record;

/// A number that a run with a plan has; less is better.
#[derive(Debug, PartialEq)]
pub(super) struct Attribute {
    /// Lab's name of it.
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    /// What is smaller counts as this in ratios and on logarithmic axes: zero has no logarithm, and the clock is not exact.
    pub(super) floor: f64,
}

const fn attribute(name: &'static str, label: &'static str, floor: f64) -> Attribute {
    Attribute { name, label, floor }
}

pub(super) static EVALUATIONS: Attribute = attribute("evaluations", "evaluations", 1.0);
pub(super) static EXPANSIONS: Attribute = attribute("expansions", "expansions", 1.0);
pub(super) static SEARCH_TIME: Attribute = attribute("search_time", "search time (s)", 0.001);
pub(super) static COST: Attribute = attribute("cost", "plan cost", 1.0);
static GENERATED: Attribute = attribute("generated", "generated states", 1.0);
static TOTAL_TIME: Attribute = attribute("total_time", "total time (s)", 0.001);
static PLAN_LENGTH: Attribute = attribute("plan_length", "plan length", 1.0);
static MEMORY: Attribute = attribute("memory", "memory (KB)", 1.0);

/// What scatter plots and the table of runs show, where runs have it.
pub(super) static ATTRIBUTES: [&Attribute; 8] =
    [&EVALUATIONS, &EXPANSIONS, &GENERATED, &SEARCH_TIME, &TOTAL_TIME, &COST, &PLAN_LENGTH, &MEMORY];

/// What is summed up over the problems that all solve.
pub(super) static SUMMARISED: [&Attribute; 4] = [&EVALUATIONS, &EXPANSIONS, &SEARCH_TIME, &COST];

impl Attribute {
    /// What a run with a plan says; nothing of a run without.
    pub(super) fn of(&self, record: &Record) -> Option<f64> {
        if record.is_solved() { self.measured(record) } else { None }
    }

    /// What a run says, with a plan or without.
    pub(super) fn measured(&self, record: &Record) -> Option<f64> {
        record.number(self.name).filter(|number| number.is_finite() && *number >= 0.0)
    }

    /// The same, positive, for ratios and logarithms.
    pub(super) fn positive(&self, record: &Record) -> Option<f64> {
        self.of(record).map(|number| number.max(self.floor))
    }
}
