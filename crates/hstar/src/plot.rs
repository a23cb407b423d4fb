//! Plots as SVG.

use std::fmt::Write;

/// A plot with linear axes that begin at 0, or below if there is something.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    /// What it shows.
    pub title: String,
    /// What is to the right.
    pub x_label: String,
    /// What is up.
    pub y_label: String,
    /// What is shown.
    pub series: Vec<Series>,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// What they are.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// Where they are.
    pub points: Vec<(f64, f64)>,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Joined by a line.
    Line,
    /// Joined by a thin, broken line: what would be perfect.
    Guide,
    /// Each for itself.
    Dots,
}

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
const TICKS: usize = 5;
/// Told apart by those who see few colours, too.
const COLOURS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"];

impl Plot {
    /// The plot as an `svg` element.
    pub(crate) fn to_svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n"
        );
        let scale = Scale::new(self);
        self.write_axes(&mut svg, &scale);
        let drawn = self.series.iter().filter(|series| series.style != Style::Guide);
        for (colour, series) in COLOURS.iter().cycle().zip(drawn) {
            series.write(&mut svg, &scale, colour);
        }
        for series in self.series.iter().filter(|series| series.style == Style::Guide) {
            series.write(&mut svg, &scale, "#888");
        }
        self.write_legend(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn write_axes(&self, svg: &mut String, scale: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        put(
            svg,
            &format!(
                "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>",
                right - LEFT,
                bottom - TOP
            ),
        );
        for tick in 0..=TICKS {
            let share = tick as f64 / TICKS as f64;
            let (right_of, above) =
                (share * scale.x_end, scale.y_start + share * (scale.y_end - scale.y_start));
            let (x, y) = scale.place(right_of, above);
            text(svg, x, bottom + 16.0, "middle", &number(right_of));
            text(svg, LEFT - 6.0, y + 4.0, "end", &number(above));
            put(svg, &format!("<path d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\" stroke=\"#eee\"/>"));
        }
        text(svg, (LEFT + right) / 2.0, HEIGHT - 12.0, "middle", &self.x_label);
        put(svg, &format!("<g transform=\"translate(14 {}) rotate(-90)\">", (TOP + bottom) / 2.0));
        text(svg, 0.0, 0.0, "middle", &self.y_label);
        put(svg, "</g>");
        put(
            svg,
            &format!(
                "<text x=\"{LEFT}\" y=\"20\" font-weight=\"bold\" font-size=\"13\">{}</text>",
                escaped(&self.title)
            ),
        );
    }

    fn write_legend(&self, svg: &mut String) {
        let drawn = self.series.iter().filter(|series| series.style != Style::Guide);
        for (index, (colour, series)) in COLOURS.iter().cycle().zip(drawn).enumerate() {
            let y = TOP + 14.0 + 15.0 * index as f64;
            put(
                svg,
                &format!("<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{colour}\"/>", LEFT + 12.0, y - 4.0),
            );
            text(svg, LEFT + 22.0, y, "start", &series.name);
        }
    }
}

impl Series {
    fn write(&self, svg: &mut String, scale: &Scale, colour: &str) {
        let places = self.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        let places: Vec<(f64, f64)> = places.map(|&(x, y)| scale.place(x, y)).collect();
        if self.style == Style::Dots {
            for (x, y) in places {
                put(
                    svg,
                    &format!(
                        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.2\" fill=\"{colour}\" fill-opacity=\"0.45\"/>"
                    ),
                );
            }
            return;
        }
        let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes = if self.style == Style::Guide { " stroke-dasharray=\"4 3\"" } else { "" };
        put(
            svg,
            &format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes}/>",
                points.join(" ")
            ),
        );
    }
}

/// From numbers to places.
struct Scale {
    x_end: f64,
    y_start: f64,
    y_end: f64,
}

impl Scale {
    fn new(plot: &Plot) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let largest = |values: &mut dyn Iterator<Item = f64>| {
            values.filter(|value| value.is_finite()).fold(0.0, f64::max)
        };
        let lowest = largest(&mut points().map(|point| -point.1));
        Self {
            x_end: round_up(largest(&mut points().map(|point| point.0))),
            y_start: if lowest > 0.0 { -round_up(lowest) } else { 0.0 },
            y_end: round_up(largest(&mut points().map(|point| point.1))),
        }
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        (LEFT + width * x / self.x_end, TOP + height * (self.y_end - y) / (self.y_end - self.y_start))
    }
}

/// A round number that is not below this one.
fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let magnitude = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    steps
        .into_iter()
        .map(|step| step * magnitude)
        .find(|round| *round >= value * (1.0 - 1e-12))
        .unwrap_or(value)
}

fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn put(svg: &mut String, element: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{element}");
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    put(svg, &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(text)));
}

/// Text that means nothing to HTML and SVG.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        for (value, end) in [(0.0, 1.0), (1.0, 1.0), (1.1, 2.0), (7.0, 10.0), (23.0, 25.0), (0.3, 0.5)] {
            assert!((round_up(value) - end).abs() < 1e-12, "{value}");
        }
    }

    #[test]
    fn there_is_room_below_zero_where_something_is_there() {
        let plot = |points| {
            let series = Series { name: String::new(), style: Style::Dots, points };
            Plot {
                title: String::new(),
                x_label: String::new(),
                y_label: String::new(),
                series: vec![series],
            }
        };
        let scale = Scale::new(&plot(vec![(1.0, -1.5), (2.0, 0.5)]));
        assert!((scale.y_start + 2.0).abs() < 1e-12);
        assert!((scale.place(0.0, -2.0).1 - (HEIGHT - BOTTOM)).abs() < 1e-9);
        assert!((Scale::new(&plot(vec![(1.0, 1.0)])).y_start).abs() < 1e-12);
    }

    #[test]
    fn all_points_are_inside_and_names_are_escaped() {
        let points = vec![(0.0, 0.0), (3.0, 7.0), (f64::NAN, 1.0)];
        let series = Series { name: "a<b".to_owned(), style: Style::Dots, points };
        let plot =
            Plot { title: String::new(), x_label: "x".into(), y_label: "y".into(), series: vec![series] };
        let svg = plot.to_svg();
        assert!(svg.contains("a&lt;b") && !svg.contains("a<b"));
        assert_eq!(svg.matches("r=\"2.2\"").count(), 2);
    }
}
