//! The frame that all plots have: a grid with numbers, and the labels of the axes.

use std::fmt::Write;

use super::axis::Axis;
use crate::escape::{self, coordinate};

/// The approximate width of a character beside an axis.
pub(crate) const CHARACTER: f64 = 6.6;

/// Two axes.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
}

impl Frame {
    /// The place of a point.
    pub fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.position(x), self.y.position(y))
    }

    /// Draws a grid with numbers, and the labels of the axes.
    pub fn draw(&self, out: &mut String, x_label: &str, y_label: &str) {
        let (left, right, bottom, top) = (self.x.start(), self.x.end(), self.y.start(), self.y.end());
        for (tick, label) in self.x.ticks() {
            let x = self.x.position(tick);
            line(out, "grid", (x, bottom), (x, top));
            text(out, "tick", (x, bottom + 16.0), &label);
        }
        for (tick, label) in self.y.ticks() {
            let y = self.y.position(tick);
            line(out, "grid", (left, y), (right, y));
            text(out, "tick end", (left - 6.0, y + 4.0), &label);
        }
        line(out, "axis", (left, bottom), (right, bottom));
        line(out, "axis", (left, bottom), (left, top));
        text(out, "name", (f64::midpoint(left, right), bottom + 36.0), x_label);
        let middle = f64::midpoint(bottom, top);
        let widest = self.y.ticks().iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let beside = (left - 46.0).min(left - 16.0 - CHARACTER * widest as f64).max(11.0);
        let _ = write!(
            out,
            "<text class=\"name\" transform=\"translate({beside:.1} {middle:.1}) rotate(-90)\">{}</text>",
            escape::html(y_label)
        );
    }
}

/// The beginning of a plot of this size, with its title for screen readers.
pub fn open(out: &mut String, id: &str, width: u32, height: u32, title: &str) {
    let _ = write!(
        out,
        "<svg id=\"{id}\" class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title\">\
         <title id=\"{id}-title\">{}</title>",
        escape::html(title)
    );
}

/// A straight line.
pub fn line(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let _ = write!(out, "<path class=\"{class}\" d=\"M");
    place(out, from);
    out.push('L');
    place(out, to);
    out.push_str("\"/>");
}

/// Text at a place.
pub fn text(out: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let _ = write!(out, "<text class=\"{class}\" x=\"");
    coordinate(out, x);
    out.push_str("\" y=\"");
    coordinate(out, y);
    let _ = write!(out, "\">{}</text>", escape::html(text));
}

/// A line through these points.
pub fn path(out: &mut String, class: &str, places: impl Iterator<Item = (f64, f64)>) {
    let _ = write!(out, "<path class=\"{class}\" d=\"");
    for (i, at) in places.enumerate() {
        out.push(if i == 0 { 'M' } else { 'L' });
        place(out, at);
    }
    out.push_str("\"/>");
}

fn place(out: &mut String, (x, y): (f64, f64)) {
    coordinate(out, x);
    out.push(' ');
    coordinate(out, y);
}
