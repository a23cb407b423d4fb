//! Axes: from numbers to coordinates of the drawing, and the numbers to label.

use tools::numbers;

/// The most steps between labels of a linear axis.
const MOST_STEPS: f64 = 6.0;
/// The most steps between labelled powers of ten.
const MOST_POWERS: f64 = 8.0;
/// Over at most this many powers of ten, there is room for other numbers between them.
const FEW_POWERS: f64 = 2.0;
/// The least room for a step on a linear axis.
const ROOM: f64 = 44.0;

/// From here on, the labels of an axis are written with powers of ten.
const LARGE: f64 = 10_000.0;

/// A mapping from numbers to coordinates of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    start: f64,
    end: f64,
}

impl Axis {
    /// An axis from `start` to `end` in the drawing, with powers of ten at both ends. Values that are not positive are ignored.
    pub fn logarithmic(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (low, high) = range(values.filter(|value| *value > 0.0)).unwrap_or((1.0, 10.0));
        // Values may be a little off the powers of ten they are meant to be.
        let first = (low.log10() + 1e-9).floor();
        let last = (high.log10() - 1e-9).ceil().max(first + 1.0);
        Self { low: first, high: last, is_logarithmic: true, start, end }
    }

    /// An axis from `start` to `end` in the drawing, with these numbers at the ends.
    pub fn linear(low: f64, high: f64, start: f64, end: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, is_logarithmic: false, start, end }
    }

    /// An axis whose ends are round numbers, and which includes 0 and all values.
    pub fn round(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (low, high) = range(values.chain([0.0])).unwrap_or((0.0, 1.0));
        let wide = Self::linear(low, high, start, end);
        match wide.step() {
            Some(step) => Self {
                low: (wide.low / step + 1e-9).floor() * step,
                high: (wide.high / step - 1e-9).ceil() * step,
                ..wide
            },
            None => wide,
        }
    }

    /// The coordinate of a value; those beyond the ends are moved to the ends.
    pub fn position(&self, value: f64) -> f64 {
        let value = if self.is_logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// Its first coordinate.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// Its last coordinate.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// The ends, as logarithms if it is logarithmic.
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Values to label, with their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        if self.is_logarithmic { self.logarithmic_ticks() } else { self.linear_ticks() }
    }

    fn logarithmic_ticks(&self) -> Vec<(f64, String)> {
        let step = ((self.high - self.low) / MOST_POWERS).ceil().max(1.0);
        let factors: &[u32] = if self.high - self.low <= FEW_POWERS { &[1, 2, 5] } else { &[1] };
        let (low, high) = (self.low as i32, self.high as i32);
        (low..=high)
            .step_by(step as usize)
            .flat_map(|exponent| factors.iter().map(move |&factor| (factor, exponent)))
            .filter(|&(factor, exponent)| factor == 1 || exponent < high)
            .map(|(factor, exponent)| (f64::from(factor) * 10f64.powi(exponent), multiple(factor, exponent)))
            .collect()
    }

    fn linear_ticks(&self) -> Vec<(f64, String)> {
        let Some(step) = self.step() else { return Vec::new() };
        let first = (self.low / step - 1e-9).ceil();
        let largest = self.high.abs().max(self.low.abs());
        (0..=MOST_STEPS as usize + 1)
            .map(|i| (first + i as f64) * step)
            .filter(|tick| *tick <= self.high + step * 1e-9)
            .map(|tick| (tick, label(tick, step, largest)))
            .collect()
    }

    /// The distance between labels, a round number; `None` if numbers are too large or too small for that.
    fn step(&self) -> Option<f64> {
        let steps = ((self.end - self.start).abs() / ROOM).clamp(2.0, MOST_STEPS);
        let raw = (self.high - self.low) / steps;
        let magnitude = 10f64.powf(raw.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude);
        steps.into_iter().find(|step| *step >= raw * (1.0 - 1e-9)).filter(|step| step.is_normal())
    }
}

/// The least and the greatest finite value.
pub fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

/// A multiple of a power of ten, in digits where these are few.
fn multiple(factor: u32, exponent: i32) -> String {
    match exponent {
        _ if factor == 1 => numbers::power(exponent),
        0..=2 => (factor * 10u32.pow(exponent.unsigned_abs())).to_string(),
        -3..=-1 => {
            format!("{:.1$}", f64::from(factor) * 10f64.powi(exponent), exponent.unsigned_abs() as usize)
        }
        _ => format!("{factor}·{}", numbers::power(exponent)),
    }
}

/// The label of a number, where labels are `step` apart and at most `largest`: with the decimals that tell it from the
/// next and, where numbers are large or tiny, a power of ten common to all.
fn label(value: f64, step: f64, largest: f64) -> String {
    // Adding zero turns a negative zero into a plain one.
    let value = if value.abs() < step / 2.0 { 0.0 } else { value } + 0.0;
    if value == 0.0 {
        return "0".to_owned();
    }
    let exponent =
        if (1e-3..LARGE).contains(&largest) { 0 } else { (largest.log10() / 3.0).floor() as i32 * 3 };
    let unit = 10f64.powi(exponent);
    let decimals = (-(step / unit).log10() + 1e-9).ceil().clamp(0.0, 6.0) as usize;
    let text = numbers::grouped(value / unit, decimals);
    if exponent == 0 { text } else { format!("{text}·{}", numbers::power(exponent)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_end_at_powers_of_ten() {
        let axis = Axis::logarithmic([3.0, 1000.0].into_iter(), 0.0, 300.0);
        assert_eq!(axis.ends(), (0.0, 3.0));
        assert!((axis.position(10.0) - 100.0).abs() < 1e-9);
        assert_eq!(axis.position(0.0), 0.0);
        let ticks = [(1.0, "1"), (10.0, "10"), (100.0, "10²"), (1000.0, "10³")];
        assert_eq!(axis.ticks(), ticks.map(|(value, label)| (value, label.to_owned())));
        assert_eq!(Axis::logarithmic([].into_iter(), 0.0, 1.0).ends(), (0.0, 1.0));
        assert_eq!(Axis::logarithmic([10.0].into_iter(), 0.0, 1.0).ends(), (1.0, 2.0));
    }

    #[test]
    fn between_few_powers_of_ten_there_are_others() {
        let labels = |low: f64, high: f64| -> Vec<String> {
            let axis = Axis::logarithmic([low, high].into_iter(), 0.0, 300.0);
            axis.ticks().into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(1.0, 100.0), ["1", "2", "5", "10", "20", "50", "10²"]);
        assert_eq!(labels(0.02, 0.5), ["10⁻²", "0.02", "0.05", "10⁻¹", "0.2", "0.5", "1"]);
        assert_eq!(labels(1e4, 1e5), ["10⁴", "2·10⁴", "5·10⁴", "10⁵"]);
        assert_eq!(labels(1e-9, 1e9), ["10⁻⁹", "10⁻⁶", "10⁻³", "1", "10³", "10⁶", "10⁹"]);
    }

    #[test]
    fn linear_axes_have_round_ticks() {
        let labels = |low, high| -> Vec<String> {
            Axis::linear(low, high, 0.0, 300.0).ticks().into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(0.0, 90.0), ["0", "20", "40", "60", "80"]);
        assert_eq!(labels(0.0, 3.0), ["0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
        assert_eq!(labels(-1.0, 1.0), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(labels(0.0, 5000.0), ["0", "1,000", "2,000", "3,000", "4,000", "5,000"]);
        assert_eq!(
            labels(0.0, 300_000.0),
            ["0", "50·10³", "100·10³", "150·10³", "200·10³", "250·10³", "300·10³"]
        );
        assert_eq!(labels(0.0, 0.0004), ["0", "100·10⁻⁶", "200·10⁻⁶", "300·10⁻⁶", "400·10⁻⁶"]);
        assert!(Axis::linear(0.0, f64::MAX, 0.0, 1.0).ticks().len() < 9);
        assert!(Axis::linear(1.0, 1.0, 0.0, 1.0).ticks().len() > 1);
    }

    #[test]
    fn round_axes_begin_at_zero_or_below_and_end_beyond_all_values() {
        let ends = |values: &[f64]| Axis::round(values.iter().copied(), 0.0, 300.0).ends();
        assert_eq!(ends(&[3.0, 87.0]), (0.0, 100.0));
        assert_eq!(ends(&[-1.5, 0.5]), (-1.5, 0.5));
        assert_eq!(ends(&[-1.6, 0.5]), (-2.0, 0.5));
        assert_eq!(ends(&[0.0]), (0.0, 1.0));
        assert_eq!(ends(&[f64::NAN]), (0.0, 1.0));
    }
}
