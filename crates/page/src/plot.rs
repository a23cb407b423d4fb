//! Plots as SVG. Colours are classes, which style sheets define for light and dark screens and for paper.

pub(crate) mod axis;
pub mod frame;
pub(crate) mod mark;

use crate::document::{COLOURS, PLOTS, shapes};
use crate::escape::html;
use crate::{Axis, Frame, Mark};

/// Curves and points between two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its title.
    pub title: String,
    /// The horizontal axis.
    pub x: Side,
    /// The vertical axis.
    pub y: Side,
    /// The curves and points.
    pub series: Vec<Series>,
}

/// The label and scale of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    label: String,
    is_logarithmic: bool,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Their name in the legend; left out if empty.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// Their coordinates.
    pub points: Vec<(f64, f64)>,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Joined by a line.
    Line,
    /// Joined by a thin, broken line: an ideal, or a baseline to compare others with.
    Guide,
    /// Each on its own.
    Dots,
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 330.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 45.0;
/// The height of a line of text in a plot that is a file of its own.
const LINE: f64 = 18.0;

impl Side {
    /// Equal steps for equal differences.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_logarithmic: false }
    }

    /// Equal steps for equal ratios: only positive numbers have a place.
    pub fn logarithmic(label: impl Into<String>) -> Self {
        Self { label: label.into(), is_logarithmic: true }
    }

    fn axis(&self, values: impl Iterator<Item = f64>, start: f64, end: f64) -> Axis {
        if self.is_logarithmic {
            Axis::logarithmic(values, start, end)
        } else {
            Axis::round(values, start, end)
        }
    }

    fn has_place_for(&self, value: f64) -> bool {
        value.is_finite() && (value > 0.0 || !self.is_logarithmic)
    }
}

impl Series {
    /// A horizontal line from one end to the other, to compare others with.
    pub fn level(name: impl Into<String>, height: f64, from: f64, to: f64) -> Self {
        Self { name: name.into(), style: Style::Guide, points: vec![(from, height), (to, height)] }
    }

    /// A line along which both coordinates are the same.
    pub fn diagonal(name: impl Into<String>, from: f64, to: f64) -> Self {
        Self { name: name.into(), style: Style::Guide, points: vec![(from, from), (to, to)] }
    }
}

impl Plot {
    /// For a page: the plot with its title and legend. The id is for links and screen readers.
    pub fn figure(&self, id: &str) -> String {
        let mut svg = String::new();
        frame::open(&mut svg, id, WIDTH as u32, HEIGHT as u32, &self.title);
        self.draw(&mut svg);
        let legend: String = self
            .named()
            .map(|(mark, series)| format!("<li>{}{}</li>", picture(mark, series), html(&series.name)))
            .collect();
        let legend = if legend.is_empty() { legend } else { format!("<ul class=\"legend\">{legend}</ul>") };
        format!("<figure><h3>{}</h3>{svg}</svg>{legend}</figure>", html(&self.title))
    }

    /// The plot as a file of its own.
    pub fn to_svg(&self) -> String {
        let names: Vec<_> = self.named().collect();
        let top = LINE + 6.0;
        let height = top + HEIGHT + LINE * names.len() as f64;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot alone\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<title>{0}</title>\n<style>\n{COLOURS}{PLOTS}</style>\n{1}\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<text class=\"title start\" x=\"12\" y=\"20\">{0}</text>\n\
             <g transform=\"translate(0 {top})\">",
            html(&self.title),
            shapes()
        );
        self.draw(&mut out);
        for (line, (mark, series)) in names.into_iter().enumerate() {
            let y = HEIGHT + LINE * line as f64;
            let path = |class: &str| format!("<path class=\"{class}\" d=\"M12 {y}H40\"/>");
            out += &match series.style {
                Style::Line => path(&mark.line()),
                Style::Guide => path("guide"),
                Style::Dots => {
                    let mut point = String::new();
                    mark.point(&mut point, 26.0, y);
                    point
                }
            };
            frame::text(&mut out, "start", (48.0, y + 4.0), &series.name);
        }
        out + "</g>\n</svg>\n"
    }

    /// Draws the content of the SVG element.
    fn draw(&self, out: &mut String) {
        let frame = self.frame();
        frame.draw(out, &self.x.label, &self.y.label);
        for (mark, series) in self.marked() {
            let points = series.points.iter();
            let shown = points.filter(|(x, y)| self.x.has_place_for(*x) && self.y.has_place_for(*y));
            let places = shown.map(|&point| frame.place(point));
            match series.style {
                Style::Line => frame::path(out, &mark.line(), places),
                Style::Guide => frame::path(out, "guide", places),
                Style::Dots => {
                    out.push_str("<g class=\"dots\">");
                    places.for_each(|(x, y)| mark.dot(out, x, y));
                    out.push_str("</g>");
                }
            }
        }
    }

    fn frame(&self) -> Frame {
        let values =
            |of: fn(&(f64, f64)) -> f64| self.series.iter().flat_map(|series| &series.points).map(of);
        let y = self.y.axis(values(|point| point.1), HEIGHT - BOTTOM, TOP);
        let widest = y.ticks().iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        // Leaves room for the axis's label beside the numbers.
        let left = (30.0 + frame::CHARACTER * widest as f64).max(46.0);
        Frame { x: self.x.axis(values(|point| point.0), left, WIDTH - RIGHT), y }
    }

    /// The series with their marks; guides have none of their own.
    fn marked(&self) -> impl Iterator<Item = (Mark, &Series)> {
        let mut next = 0;
        self.series.iter().map(move |series| {
            let mark = Mark::of(next);
            next += usize::from(series.style != Style::Guide);
            (mark, series)
        })
    }

    fn named(&self) -> impl Iterator<Item = (Mark, &Series)> {
        self.marked().filter(|(_, series)| !series.name.is_empty() && !series.points.is_empty())
    }
}

/// A small picture of how a series is drawn.
fn picture(mark: Mark, series: &Series) -> String {
    match series.style {
        Style::Line => mark.stroke(),
        Style::Dots => mark.chip(),
        Style::Guide => "<svg class=\"stroke\" viewBox=\"0 0 28 12\" aria-hidden=\"true\">\
                         <path class=\"guide\" d=\"M1 6H27\"/></svg>"
            .to_owned(),
    }
}

/// Plots beside each other, as many as there is room for.
pub fn plots(figures: impl IntoIterator<Item = String>) -> String {
    let figures: String = figures.into_iter().collect();
    if figures.is_empty() { figures } else { format!("<div class=\"plots wide\">{figures}</div>") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(x: Side, series: Vec<Series>) -> Plot {
        Plot { title: "a<b".to_owned(), x, y: Side::linear("y"), series }
    }

    #[test]
    fn points_without_a_place_are_left_out() {
        let points = vec![(0.0, 0.0), (3.0, 7.0), (f64::NAN, 1.0)];
        let series = Series { name: "<s>".to_owned(), style: Style::Dots, points };
        let figure = plot(Side::linear("x"), vec![series.clone()]).figure("p");
        // Two points, and one in the legend.
        assert_eq!(figure.matches("<use ").count(), 3, "{figure}");
        assert!(figure.contains("&lt;s&gt;") && figure.contains("a&lt;b") && !figure.contains("<s>"));
        // Zero has no logarithm.
        let figure = plot(Side::logarithmic("x"), vec![series]).figure("p");
        assert_eq!(figure.matches("<use ").count(), 2, "{figure}");
    }

    #[test]
    fn axes_are_in_words_and_powers_of_ten() {
        let series =
            Series { name: "s".to_owned(), style: Style::Line, points: vec![(1.0, 0.0), (1e5, 1.0)] };
        let svg = plot(Side::logarithmic("evaluations"), vec![series]).to_svg();
        for said in [">evaluations<", ">1<", ">10<", ">10²<", ">10⁵<"] {
            assert!(svg.contains(said), "{said}: {svg}");
        }
    }

    #[test]
    fn guides_take_no_colour_from_others() {
        let line = |name: &str| Series {
            name: name.to_owned(),
            style: Style::Line,
            points: vec![(0.0, 1.0), (1.0, 2.0)],
        };
        let series = vec![
            Series::diagonal("", 0.0, 1.0),
            line("first"),
            Series::level("best", 1.0, 0.0, 1.0),
            line("second"),
        ];
        let figure = plot(Side::linear("x"), series).figure("p");
        assert!(
            figure.contains("l k0 d0") && figure.contains("l k1 d0") && !figure.contains("l k2"),
            "{figure}"
        );
        assert_eq!(figure.matches("<li>").count(), 3);
    }

    #[test]
    fn a_plot_that_stands_alone_has_its_own_style() {
        let svg = plot(Side::linear("x"), Vec::new()).to_svg();
        assert!(
            svg.starts_with("<svg xmlns=")
                && svg.contains("prefers-color-scheme: dark")
                && svg.ends_with("</svg>\n")
        );
    }
}
