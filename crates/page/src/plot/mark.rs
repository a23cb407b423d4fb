//! How curves and points are told apart: by colour, and by shape or dashes for those who see or print no colours.

use crate::escape;

/// Colours that remain distinct with any kind of colour vision (Okabe and Ito's, without the yellow that is lost on white).
const COLOURS: usize = 6;

/// Shapes around the origin, as SVG paths.
pub const SHAPES: [&str; 6] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.8 4.6 3.4H-4.6z",
    "M0-5 5 0 0 5-5 0z",
    "M0 4.8 4.6-3.4H-4.6z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
];

/// How a curve or the points of a kind are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// `None` for the colour of text, which baselines have.
    colour: Option<usize>,
    shape: usize,
    dashes: usize,
}

impl Mark {
    /// The n-th mark: the first 36 differ in colour or shape, the first 24 in colour or dashes.
    pub fn of(n: usize) -> Self {
        let round = n / COLOURS;
        Self { colour: Some(n % COLOURS), shape: (n + round) % SHAPES.len(), dashes: round % 4 }
    }

    /// The mark of the n-th baseline that others are compared with.
    pub fn of_baseline(n: usize) -> Self {
        Self { colour: None, shape: n % SHAPES.len(), dashes: 1 + n % 3 }
    }

    /// The CSS class of the colour.
    pub fn colour(self) -> String {
        self.colour.map_or_else(|| "kb".to_owned(), |colour| format!("k{colour}"))
    }

    /// The CSS classes of a line.
    pub fn line(self) -> String {
        format!("l {} d{}", self.colour(), self.dashes)
    }

    /// A point at a place.
    pub fn point(self, out: &mut String, x: f64, y: f64) {
        self.shape_at(out, 's', x, y);
    }

    /// A small point at a place, for many of them.
    pub fn dot(self, out: &mut String, x: f64, y: f64) {
        self.shape_at(out, 't', x, y);
    }

    fn shape_at(self, out: &mut String, size: char, x: f64, y: f64) {
        out.push_str("<use href=\"#");
        out.push(size);
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
    pub fn chip(self) -> String {
        let mut chip = String::from("<svg class=\"chip\" viewBox=\"-6 -6 12 12\" aria-hidden=\"true\">");
        self.point(&mut chip, 0.0, 0.0);
        chip + "</svg>"
    }

    /// A small picture of the line, beside a name.
    pub fn stroke(self) -> String {
        format!(
            "<svg class=\"stroke\" viewBox=\"0 0 28 12\" aria-hidden=\"true\"><path class=\"{}\" d=\"M1 6H27\"/></svg>",
            self.line()
        )
    }

    /// The number of its shape in [`SHAPES`].
    pub fn shape(self) -> usize {
        self.shape
    }
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
