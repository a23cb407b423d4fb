//! What of the papers' tables can be measured with what there is.

mod classical;
mod linear;
mod problem_set;
mod training_data;

use lab::repro::{Measure, Paper, Table};

use self::classical::Classical;
use self::linear::Linear;
use crate::Failure;

/// How a table is measured; `None` if it can't be yet.
pub(crate) fn work(paper: &Paper, table: &Table) -> Option<Box<dyn Measure<Failure>>> {
    match (paper.name.as_str(), table.name.as_str()) {
        ("bounds", "s3") => Some(Box::new(Linear::losses())),
        ("bounds", "s4") => Some(Box::new(Linear::searches())),
        ("bounds", "s8") => Some(Box::new(Linear::losses_with_weaker_bounds())),
        ("likely", "1") => Some(Box::new(Classical::FIFTEEN_PUZZLE)),
        ("likely", "3") => Some(Box::new(Classical::PANCAKES)),
        _ => None,
    }
}
