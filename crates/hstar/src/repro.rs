//! What of the papers' tables can be measured with what there is.

mod classical;
mod linear;
mod problem_set;
mod rules;
mod training_data;

use std::path::Path;

use lab::repro::{Measure, Measured, Paper, Table};

use self::classical::Classical;
use self::linear::Linear;
pub(crate) use self::rules::TestStates;
use self::rules::{Kind, Programs};
use crate::Failure;

/// How a table is measured, and what is shown of it beside the table.
pub(crate) trait Work: Measure<Failure> {
    /// Says which build of the program does it, by its checksum.
    fn is_done_by(&mut self, _build: &str) {}

    /// Further files for the folder of the table, by their names. What steps kept is in the shared folder.
    fn pages(&self, _table: &Table, _measured: &Measured, _shared: &Path) -> Vec<(String, String)> {
        Vec::new()
    }
}

impl Work for Classical {}
impl Work for Linear {}

/// How a table is measured, on these states if it is about the 8-puzzle; `None` if it can't be yet.
pub(crate) fn work(paper: &Paper, table: &Table, states: &TestStates) -> Option<Box<dyn Work>> {
    let programs = |kind| -> Option<Box<dyn Work>> { Some(Box::new(Programs::new(kind, states.clone()))) };
    match (paper.name.as_str(), table.name.as_str()) {
        ("bounds", "s3") => Some(Box::new(Linear::losses())),
        ("bounds", "s4") => Some(Box::new(Linear::searches())),
        ("bounds", "s8") => Some(Box::new(Linear::losses_with_weaker_bounds())),
        ("likely", "1") => Some(Box::new(Classical::FIFTEEN_PUZZLE)),
        ("likely", "3") => Some(Box::new(Classical::PANCAKES)),
        ("rules", "1") => programs(Kind::SampleSearches),
        ("rules", "2") => programs(Kind::Accuracy),
        ("rules", "3") => programs(Kind::Searches),
        ("rules", "fig1") => programs(Kind::SampleAccuracy),
        ("rules", "fig2") => programs(Kind::Reach),
        ("rules", "beyond") => programs(Kind::Beyond),
        _ => None,
    }
}
