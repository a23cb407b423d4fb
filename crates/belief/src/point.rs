//! A single value, with a proven lower bound.

use crate::{Distribution, Invalid};

/// Probability 1 for a single value, which is at least a proven lower bound. An admissible heuristic knows only its
/// bound, and so does a rule that fired: there, the value *is* the bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    value: f64,
    at_least: f64,
}

impl Point {
    /// The value, or the bound if that is larger. Both may be infinite: h* = ∞ in a dead end.
    pub fn new(value: f64, at_least: f64) -> Result<Self, Invalid> {
        match value.is_nan() || at_least.is_nan() {
            true => Err(Invalid::Location(f64::NAN)),
            false => Ok(Self { value: value.max(at_least), at_least }),
        }
    }

    /// A bound as the value.
    pub fn bound(at_least: f64) -> Result<Self, Invalid> {
        Self::new(at_least, at_least)
    }

    /// The value.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The bound.
    pub fn at_least(&self) -> f64 {
        self.at_least
    }
}

impl Distribution for Point {
    fn log_density(&self, value: f64) -> f64 {
        if value == self.value { 0.0 } else { f64::NEG_INFINITY }
    }

    fn mean(&self) -> f64 {
        self.value
    }

    fn variance(&self) -> f64 {
        0.0
    }

    fn cdf(&self, value: f64) -> f64 {
        if value >= self.value { 1.0 } else { 0.0 }
    }

    fn quantile(&self, _level: f64) -> f64 {
        self.value
    }

    fn mode(&self) -> f64 {
        self.value
    }

    fn confidence(&self) -> f64 {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_never_below_the_bound() {
        assert_eq!(Point::new(3.0, 5.0).map(|point| point.value()), Ok(5.0));
        assert_eq!(Point::bound(4.0), Point::new(4.0, 4.0));
        assert!(Point::new(f64::NAN, 0.0).is_err());
    }

    #[test]
    fn everything_is_at_the_value() -> Result<(), Invalid> {
        let point = Point::new(7.0, 2.0)?;
        assert_eq!((point.mean(), point.mode(), point.quantile(0.1), point.variance()), (7.0, 7.0, 7.0, 0.0));
        assert_eq!((point.cdf(6.9), point.cdf(7.0)), (0.0, 1.0));
        assert_eq!((point.log_density(7.0), point.log_density(6.0)), (0.0, f64::NEG_INFINITY));
        Ok(())
    }
}
