//! Plots as SVG. Colours are classes, which the page's style sheet knows for light, dark and paper.

mod axis;
mod calibration;
mod coverage;
mod frame;
mod mark;
mod scatter;
mod training;

pub(super) use calibration::calibration;
pub(super) use coverage::coverage;
pub(super) use mark::{Mark, SHAPES, marks};
pub(super) use scatter::{Point, Scatter};
pub(super) use training::training;
