//! The plots of reports.

mod calibration;
mod coverage;
mod scatter;
mod training;

use ::page::Mark;

use super::results::{Configuration, Kind};

pub(super) use calibration::calibration;
pub(super) use coverage::coverage;
pub(super) use scatter::{Point, Scatter};
pub(super) use training::training;

/// The marks of configurations: baselines have the colour of text.
pub(super) fn marks(configurations: &[Configuration]) -> Vec<Mark> {
    let (mut baselines, mut others) = (0, 0);
    let next = |counter: &mut usize| {
        *counter += 1;
        *counter - 1
    };
    configurations
        .iter()
        .map(|configuration| match configuration.kind {
            Kind::Baseline => Mark::of_baseline(next(&mut baselines)),
            _ => Mark::of(next(&mut others)),
        })
        .collect()
}
