//! From numbers to places on the paper.

/// The most steps between labels.
const MOST_STEPS: f64 = 6.0;
const MOST_POWERS: f64 = 8.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    start: f64,
    end: f64,
}

impl Axis {
    /// From `start` to `end` on paper, with whole powers of ten at both ends. The values have to be positive.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Self {
        let (low, high) = range(values.filter(|value| *value > 0.0)).unwrap_or((1.0, 10.0));
        // Values may be a little off the powers of ten they are meant to be.
        let first = (low.log10() + 1e-9).floor();
        let last = (high.log10() - 1e-9).ceil().max(first + 1.0);
        Self { low: first, high: last, is_logarithmic: true, start, end }
    }

    pub(super) fn linear(low: f64, high: f64, start: f64, end: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, is_logarithmic: false, start, end }
    }

    /// Where a value is; those beyond the ends are at the ends.
    pub(super) fn position(&self, value: f64) -> f64 {
        let value = if self.is_logarithmic { value.max(f64::MIN_POSITIVE).log10() } else { value };
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    pub(super) fn start(&self) -> f64 {
        self.start
    }

    pub(super) fn end(&self) -> f64 {
        self.end
    }

    /// The ends, as logarithms if it is logarithmic.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Values to label.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_logarithmic { self.logarithmic_ticks() } else { self.linear_ticks() }
    }

    fn logarithmic_ticks(&self) -> Vec<f64> {
        let step = ((self.high - self.low) / MOST_POWERS).ceil().max(1.0);
        let mut ticks = Vec::new();
        let mut exponent = self.low;
        while exponent <= self.high {
            ticks.push(10f64.powi(exponent as i32));
            exponent += step;
        }
        ticks
    }

    fn linear_ticks(&self) -> Vec<f64> {
        let raw = (self.high - self.low) / MOST_STEPS;
        let magnitude = 10f64.powf(raw.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude).into_iter().find(|step| *step >= raw);
        let Some(step) = step.filter(|step| step.is_normal()) else { return Vec::new() };
        let first = (self.low / step).ceil();
        (0..=MOST_STEPS as usize)
            .map(|i| (first + i as f64) * step)
            .filter(|tick| *tick <= self.high + step * 1e-9)
            .collect()
    }
}

/// The least and the greatest finite value.
pub(super) fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|value| value.is_finite()).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

/// A number beside an axis.
pub(super) fn label(value: f64) -> String {
    let scaled = |divisor: f64, unit: &str| {
        let text = format!("{:.2}", value / divisor);
        format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
    };
    match value.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e12).contains(&size) => format!("{value:.0e}"),
        size if size >= 1e9 => scaled(1e9, "G"),
        size if size >= 1e6 => scaled(1e6, "M"),
        size if size >= 1e3 => scaled(1e3, "k"),
        size if size < 0.1 => {
            let text = format!("{value:.4}");
            text.trim_end_matches('0').to_owned()
        }
        _ => scaled(1.0, ""),
    }
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
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(Axis::logarithmic([].into_iter(), 0.0, 1.0).ends(), (0.0, 1.0));
        assert_eq!(Axis::logarithmic([10.0].into_iter(), 0.0, 1.0).ends(), (1.0, 2.0));
    }

    #[test]
    fn linear_axes_have_round_ticks() {
        assert_eq!(Axis::linear(0.0, 90.0, 0.0, 1.0).ticks(), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(Axis::linear(0.0, 3.0, 0.0, 1.0).ticks(), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
        assert!(Axis::linear(0.0, f64::MAX, 0.0, 1.0).ticks().len() < 9);
        assert!(Axis::linear(1.0, 1.0, 0.0, 1.0).ticks().len() > 1);
    }

    #[test]
    fn labels_are_short() {
        let labels = [0.0, 0.0001, 0.001, 0.05, 0.5, 1.0, 2500.0, 1e6, 1e9, 1e12].map(label);
        assert_eq!(labels, ["0", "1e-4", "0.001", "0.05", "0.5", "1", "2.5k", "1M", "1G", "1e12"]);
    }
}
