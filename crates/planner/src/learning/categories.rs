//! Beliefs that give each cost a probability.

use data::{DataSet, Split};
use learn::{CostRange, Head, Targets};

use crate::{Error, ErrorKind};

/// The most costs that a categorical belief may distinguish: a network with more outputs would be of no use.
const MOST_CATEGORIES: f64 = 10_000.0;

/// The highest cost among the training states, rounded up.
pub fn highest_cost(data: &DataSet, targets: Targets) -> f64 {
    let costs = data.rows_of(Split::Train).filter_map(|row| targets.of(row)).map(CostRange::most);
    costs.fold(0.0, f64::max).ceil()
}

/// A probability for each cost up to the highest.
///
/// # Errors
/// When there are too many.
pub fn categorical(highest: f64) -> Result<Head, Error> {
    if highest <= MOST_CATEGORIES {
        return Ok(Head::Categorical { highest: highest as u32 });
    }
    let message = format!(
        "the data has costs up to {highest}, too many for a probability each\n  = help: use --belief truncated or \
         gaussian"
    );
    Err(Error::new(ErrorKind::Input, message))
}
