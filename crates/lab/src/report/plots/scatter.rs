//! Scatter plots of two algorithms, one point per problem.

use std::fmt::Write;

use ::page::{Axis, Frame, Mark, escape, frame};

const LEFT: f64 = 64.0;
const RIGHT: f64 = 444.0;
const BOTTOM: f64 = 440.0;
const TOP: f64 = 60.0;
/// How far beyond the end of an axis problems without a plan are drawn.
const BEYOND: f64 = 22.0;

/// A problem; a side without a plan has no value.
pub(in super::super) struct Point {
    pub(in super::super) x: Option<f64>,
    pub(in super::super) y: Option<f64>,
    pub(in super::super) domain: usize,
    /// The text shown for it.
    pub(in super::super) about: String,
}

pub(in super::super) struct Scatter<'a> {
    /// The id of the element.
    pub(in super::super) id: &'a str,
    pub(in super::super) x: &'a str,
    pub(in super::super) y: &'a str,
    /// The name of the attribute.
    pub(in super::super) what: &'a str,
    pub(in super::super) points: &'a [Point],
}

impl Scatter<'_> {
    pub(in super::super) fn svg(&self) -> String {
        let values = || self.points.iter().flat_map(|point| [point.x, point.y]).flatten();
        let frame = Frame {
            x: Axis::logarithmic(values(), LEFT, RIGHT),
            y: Axis::logarithmic(values(), BOTTOM, TOP),
        };
        let mut out = String::new();
        let title = format!("{} of {} and {}, one point per problem", self.what, self.x, self.y);
        frame::open(&mut out, self.id, 500, 500, &title);
        let of = |name: &str| format!("{} of {name}", self.what);
        frame.draw(&mut out, &of(self.x), &of(self.y));
        frame::line(&mut out, "diagonal", (LEFT, BOTTOM), (RIGHT, TOP));
        bands(&mut out);
        out.push_str("<g class=\"points\">");
        for point in self.points {
            let x = point.x.map_or(RIGHT + BEYOND, |x| frame.x.position(x));
            let y = point.y.map_or(TOP - BEYOND, |y| frame.y.position(y));
            let mut mark = String::new();
            Mark::of(point.domain).point(&mut mark, x, y);
            // The mark is one element: what is said of it goes inside.
            out.push_str(mark.trim_end_matches("/>"));
            out.push_str("><title>");
            out.push_str(&escape::html(&point.about));
            out.push_str("</title></use>");
        }
        out + "</g></svg>"
    }

    /// A sentence on how often each side is better.
    pub(in super::super) fn sentence(&self) -> String {
        let (mut x, mut y, mut equal, mut neither) = (0, 0, 0, 0);
        for point in self.points {
            match (point.x, point.y) {
                (None, None) => neither += 1,
                (Some(_), None) => x += 1,
                (None, Some(_)) => y += 1,
                (Some(left), Some(right)) if left < right => x += 1,
                (Some(left), Some(right)) if left > right => y += 1,
                (Some(_), Some(_)) => equal += 1,
            }
        }
        format!(
            "{} better: {x} · {} better: {y} · equal: {equal} · solved by neither: {neither}",
            self.x, self.y
        )
    }
}

/// The bands in which problems without a plan are drawn.
fn bands(out: &mut String) {
    let height = BEYOND * 1.5;
    let _ = write!(
        out,
        "<rect class=\"band\" x=\"{}\" y=\"{}\" width=\"{BEYOND}\" height=\"{}\"/>\
         <rect class=\"band\" x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{BEYOND}\"/>\
         <text class=\"tick start\" transform=\"translate({} {BOTTOM}) rotate(-90)\">unsolved</text>",
        RIGHT + BEYOND / 2.0,
        TOP - height,
        BOTTOM - TOP + height,
        TOP - height,
        RIGHT - LEFT + BEYOND / 2.0,
        RIGHT + height + 12.0,
    );
    frame::text(out, "tick start", (LEFT, TOP - height - 5.0), "unsolved");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_a_point() {
        let point = |x, y| Point { x, y, domain: 0, about: "<p>".to_owned() };
        let points = [
            point(Some(1.0), Some(10.0)),
            point(None, Some(10.0)),
            point(Some(1.0), None),
            point(None, None),
            point(Some(2.0), Some(2.0)),
        ];
        let scatter = Scatter { id: "s", x: "<a>", y: "b", what: "evaluations", points: &points };
        let svg = scatter.svg();
        assert_eq!(svg.matches("<use ").count(), 5);
        assert_eq!(svg.matches("<title>&lt;p&gt;</title>").count(), 5);
        assert!(svg.contains("x=\"466\" y=\"38\"") && !svg.contains("<a>"), "{svg}");
        assert_eq!(scatter.sentence(), "<a> better: 2 · b better: 1 · equal: 1 · solved by neither: 1");
    }
}
