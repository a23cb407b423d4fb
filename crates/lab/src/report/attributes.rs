//! The attributes of runs that are compared.

use crate::Record;

/// An attribute of runs with a plan; less is better.
#[derive(Debug, PartialEq)]
pub(super) struct Attribute {
    /// Lab's name for it.
    pub(super) name: &'static str,
    pub(super) noun: &'static str,
    /// The unit; empty for counts.
    unit: &'static str,
    /// Smaller values are raised to this in means, in ratios and on logarithmic axes: zero has no logarithm, and the clock is
    /// not exact.
    pub(super) floor: f64,
}

/// The unit of times, and the shortest time that is distinguished.
const SECONDS: &str = "seconds";
const SHORTEST: f64 = 0.001;

const fn count(name: &'static str, noun: &'static str) -> Attribute {
    Attribute { name, noun, unit: "", floor: 1.0 }
}

const fn time(name: &'static str, noun: &'static str) -> Attribute {
    Attribute { name, noun, unit: SECONDS, floor: SHORTEST }
}

pub(super) static EVALUATIONS: Attribute = count("evaluations", "evaluations");
pub(super) static EXPANSIONS: Attribute = count("expansions", "expansions");
pub(super) static SEARCH_TIME: Attribute = time("search_time", "search time");
pub(super) static COST: Attribute = count("cost", "plan cost");
static GENERATED: Attribute = count("generated", "generated states");
static TOTAL_TIME: Attribute = time("total_time", "total time");
static PLAN_LENGTH: Attribute = count("plan_length", "plan length");
static MEMORY: Attribute = Attribute { name: "memory", noun: "memory", unit: "kilobytes", floor: 1.0 };

/// The attributes in scatter plots and in the table of runs, if runs have them.
pub(super) static ATTRIBUTES: [&Attribute; 8] =
    [&EVALUATIONS, &EXPANSIONS, &GENERATED, &SEARCH_TIME, &TOTAL_TIME, &COST, &PLAN_LENGTH, &MEMORY];

/// The attributes that are summarised over the problems that all solve.
pub(super) static SUMMARISED: [&Attribute; 4] = [&EVALUATIONS, &EXPANSIONS, &SEARCH_TIME, &COST];

impl Attribute {
    /// Its name and unit, for headings and axes.
    pub(super) fn label(&self) -> String {
        if self.unit.is_empty() { self.noun.to_owned() } else { format!("{} ({})", self.noun, self.unit) }
    }

    /// The value of a run with a plan; `None` for a run without.
    pub(super) fn of(&self, record: &Record) -> Option<f64> {
        if record.is_solved() { self.measured(record) } else { None }
    }

    /// The value of a run, with a plan or without.
    pub(super) fn measured(&self, record: &Record) -> Option<f64> {
        record.number(self.name).filter(|number| number.is_finite() && *number >= 0.0)
    }

    /// The value, raised to the floor, for means, ratios and logarithms.
    pub(super) fn positive(&self, record: &Record) -> Option<f64> {
        self.of(record).map(|number| number.max(self.floor))
    }

    /// The value for sums: counts as they are; times as in means, so that no mean is above its sum.
    pub(super) fn summed(&self, record: &Record) -> Option<f64> {
        if self.is_time() { self.positive(record) } else { self.of(record) }
    }

    fn is_time(&self) -> bool {
        self.unit == SECONDS
    }

    fn counts_for_more<'a>(&self, mut records: impl Iterator<Item = &'a Record>) -> bool {
        records.any(|record| self.of(record).is_some_and(|number| number < self.floor))
    }
}

/// A sentence on values raised to the floor, if any of these records has some; begins with a space.
pub(super) fn about_floors<'a>(
    attributes: &[&Attribute],
    records: impl Iterator<Item = &'a Record> + Clone,
) -> String {
    let raised = |is_time: bool| {
        let of_kind = attributes.iter().filter(move |attribute| attribute.is_time() == is_time);
        of_kind.filter(|attribute| attribute.counts_for_more(records.clone())).map(|attribute| attribute.noun)
    };
    let times: Vec<&str> = raised(true).collect();
    let counts: Vec<&str> = raised(false).collect();
    let mut about = String::new();
    if !times.is_empty() {
        about += &format!(" No {} counts as less than {SHORTEST} seconds.", times.join(" or "));
    }
    if !counts.is_empty() {
        about += &format!(" In geometric means and ratios, 0 {} count as 1.", counts.join(" or "));
    }
    about
}
