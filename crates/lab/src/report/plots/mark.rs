//! What tells curves and points apart: colour, and shape or dashes for those who see or print no colours.

use super::super::escape;
use super::super::results::{Configuration, Kind};

/// Colours that remain distinct with any kind of colour vision (Okabe and Ito's, without the yellow that is lost on white).
const COLOURS: usize = 6;

/// Shapes around the origin, as SVG paths.
pub(in super::super) const SHAPES: [&str; 6] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.8 4.6 3.4H-4.6z",
    "M0-5 5 0 0 5-5 0z",
    "M0 4.8 4.6-3.4H-4.6z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Mark {
    /// None for the colour of text, which baselines have.
    colour: Option<usize>,
    shape: usize,
    dashes: usize,
}

impl Mark {
    /// The n-th of many: the first 36 differ in colour or shape, the first 24 in colour or dashes.
    pub(in super::super) fn of(n: usize) -> Self {
        let round = n / COLOURS;
        Self { colour: Some(n % COLOURS), shape: (n + round) % SHAPES.len(), dashes: round % 4 }
    }

    fn of_baseline(n: usize) -> Self {
        Self { colour: None, shape: n % SHAPES.len(), dashes: 1 + n % 3 }
    }

    /// The class that has the colour.
    pub(in super::super) fn colour(self) -> String {
        self.colour.map_or_else(|| "kb".to_owned(), |colour| format!("k{colour}"))
    }

    /// The classes of a line.
    pub(in super::super) fn line(self) -> String {
        format!("l {} d{}", self.colour(), self.dashes)
    }

    /// A point at a place.
    pub(in super::super) fn point(self, out: &mut String, x: f64, y: f64) {
        out.push_str("<use href=\"#s");
        escape::coordinate(out, self.shape as f64);
        out.push_str("\" class=\"");
        out.push_str(&self.colour());
        out.push_str("\" x=\"");
        escape::coordinate(out, x);
        out.push_str("\" y=\"");
        escape::coordinate(out, y);
        out.push_str("\"/>");
    }

    /// A small picture of the point, beside a name.
    pub(in super::super) fn chip(self) -> String {
        let mut chip = String::from("<svg class=\"chip\" viewBox=\"-6 -6 12 12\" aria-hidden=\"true\">");
        self.point(&mut chip, 0.0, 0.0);
        chip + "</svg>"
    }

    /// A small picture of the line, beside a name.
    pub(in super::super) fn stroke(self) -> String {
        format!(
            "<svg class=\"stroke\" viewBox=\"0 0 28 12\" aria-hidden=\"true\"><path class=\"{}\" d=\"M1 6H27\"/></svg>",
            self.line()
        )
    }

    pub(in super::super) fn shape(self) -> usize {
        self.shape
    }
}

/// The marks of configurations: baselines have the colour of text.
pub(in super::super) fn marks(configurations: &[Configuration]) -> Vec<Mark> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_marks_are_distinct() {
        for i in 0..36 {
            for j in 0..i {
                assert_ne!((Mark::of(i).colour, Mark::of(i).shape), (Mark::of(j).colour, Mark::of(j).shape));
            }
        }
    }
}
