//! Readings: how a belief becomes the estimate that a search works with.

mod text;

use std::{error, fmt};

use search::Estimate;

pub use self::text::{FORMS, Form, ParseReadingError};
use crate::{Belief, Calibration, Dial, Distribution, Threshold, Trust, normal, promised};

/// How a belief becomes an estimate: which value is read, and when it is trusted.
///
/// As text it is a value (`mean`, `location`, `argmax`, `quantile:0.9`), a threshold (`mean-threshold:40`, `adaptive:40`,
/// `priority:20`), or both joined by `+`; see [`FORMS`]. A threshold alone is one on `argmax`, as in the *confidence*
/// paper. `priority` takes the adaptive threshold: the paper leaves open which.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Which value of the belief is the estimate.
    pub value: Value,
    /// When it is trusted; always, if this is missing.
    pub trust: Option<Trust>,
}

/// Which value of a belief is the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// E\[h*\] (*bounds*, Eq. 11).
    Mean,
    /// The mean before truncation: a truncated Gaussian's μ. It needs no bounds, which may take longer to compute than
    /// all the rest.
    Location,
    /// The most probable cost (*confidence*, h^NN).
    Argmax,
    /// The value h^α that is at most h* with probability α (*likely-admissible*: P(h^α ≤ h*) = α), which is the
    /// (1 − α)-quantile of the belief: the larger α, the smaller the value.
    Quantile(f64),
}

/// A [`Reading`] with the thresholds and quantiles that it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Reader {
    statistic: Statistic,
    threshold: Option<Threshold>,
}

/// A [`Value`] with the numbers that can be computed before any belief is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Statistic {
    Mean,
    Mode,
    /// The quantile at `level`; that of the standard normal distribution is `normal`.
    Quantile {
        level: f64,
        normal: f64,
    },
}

/// A reading asks for a threshold, and the model was not calibrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCalibrated;

impl Reading {
    /// The value, always trusted.
    pub fn of(value: Value) -> Self {
        Self { value, trust: None }
    }

    /// Does it need bounds on the cost?
    pub fn needs_bounds(self) -> bool {
        self.value != Value::Location
    }

    /// Does it depend on more of a Gaussian than its mean?
    pub fn needs_spread(self) -> bool {
        self.trust.is_some() || matches!(self.value, Value::Quantile(_))
    }

    /// The reader for this reading; thresholds and the dial come from the model's calibration.
    ///
    /// # Errors
    /// When it asks for a threshold, and there is none.
    pub fn reader(self, calibration: &Calibration) -> Result<Reader, NotCalibrated> {
        let threshold = match self.trust {
            None => None,
            Some(trust) => Some(calibration.thresholds.as_ref().ok_or(NotCalibrated)?.threshold(trust)),
        };
        Ok(Reader { statistic: Statistic::new(self.value, calibration.dial.as_ref()), threshold })
    }
}

impl Value {
    /// How many standard deviations below the mean of a Gaussian it is.
    pub fn deviations(self, dial: Option<&Dial>) -> f64 {
        match self {
            Self::Mean | Self::Location | Self::Argmax => 0.0,
            Self::Quantile(admissible) => {
                dial.map_or_else(|| promised(admissible), |dial| dial.deviations(admissible))
            }
        }
    }
}

impl Statistic {
    fn new(value: Value, dial: Option<&Dial>) -> Self {
        match value {
            // A belief without bounds has its mean there.
            Value::Mean | Value::Location => Self::Mean,
            Value::Argmax => Self::Mode,
            Value::Quantile(admissible) => {
                // −Φ⁻¹(α) equals Φ⁻¹(1 − α), and keeps the digits that 1 − α loses.
                let normal = -value.deviations(dial);
                let level = if dial.is_some() { normal::cdf(normal) } else { 1.0 - admissible };
                Self::Quantile { level, normal }
            }
        }
    }

    fn of(self, belief: &Belief<'_>) -> f64 {
        match (self, belief) {
            (Self::Mean, _) => belief.mean(),
            (Self::Mode, _) => belief.mode(),
            (Self::Quantile { normal, .. }, Belief::Gaussian(gaussian)) => gaussian.at(normal),
            (Self::Quantile { level, .. }, _) => belief.quantile(level),
        }
    }
}

impl Reader {
    /// The estimate of a state; never below zero, nor below a bound that the belief knows to hold.
    pub fn read(&self, belief: &Belief<'_>) -> Estimate {
        let h = self.statistic.of(belief).max(belief.at_least());
        let trusted =
            self.threshold.as_ref().is_none_or(|threshold| threshold.trusts(h, belief.confidence()));
        Estimate { h: h as f32, trusted }
    }
}

impl fmt::Display for NotCalibrated {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the model has no thresholds: it was not calibrated on states whose cost is known")
    }
}

impl error::Error for NotCalibrated {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Categorical, Deviations, Gaussian, Invalid, Point, Thresholds, TruncatedGaussian};

    fn read(value: Value, belief: Belief<'_>) -> f32 {
        Reader { statistic: Statistic::new(value, None), threshold: None }.read(&belief).h
    }

    #[test]
    fn a_value_admissible_with_probability_nine_tenths_lies_below_the_mean() -> Result<(), Invalid> {
        let belief = Belief::Gaussian(Gaussian::new(20.0, 3.0, 4.0)?);
        assert_eq!(read(Value::Mean, belief), 20.0);
        assert_eq!(read(Value::Quantile(0.5), belief), 20.0);
        assert!((read(Value::Quantile(0.9), belief) - (20.0 - 5.0 * 1.281_551_6)).abs() < 1e-5);
        Ok(())
    }

    #[test]
    fn a_categorical_quantile_is_admissible_with_at_least_its_probability() -> Result<(), Invalid> {
        let belief = Belief::Categorical(Categorical::new(&[0.125, 0.25, 0.5, 0.125])?);
        let values = [0.9, 0.8, 0.5, 0.1].map(|admissible| read(Value::Quantile(admissible), belief));
        assert_eq!(values, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(read(Value::Argmax, belief), 2.0);
        Ok(())
    }

    #[test]
    fn nothing_is_read_below_zero_or_a_proven_bound() -> Result<(), Invalid> {
        assert_eq!(read(Value::Mean, Belief::Gaussian(Gaussian::new(-2.0, 1.0, 0.0)?)), 0.0);
        let truncated = Belief::Truncated(TruncatedGaussian::new(-50.0, 1.0, 6.0, f64::INFINITY)?);
        assert!((6.0..6.1).contains(&read(Value::Mean, truncated)));
        assert_eq!(read(Value::Argmax, truncated), 6.0);
        assert_eq!(read(Value::Mean, Belief::Point(Point::bound(4.0)?)), 4.0);
        Ok(())
    }

    #[test]
    fn a_dead_end_is_read_as_one() -> Result<(), Invalid> {
        let belief = Belief::Point(Point::bound(f64::INFINITY)?);
        let reader = Reader { statistic: Statistic::Mode, threshold: Some(Threshold::Together(0.5)) };
        assert_eq!(reader.read(&belief), Estimate::DEAD_END);
        Ok(())
    }

    #[test]
    fn states_below_the_threshold_are_not_trusted() -> Result<(), Invalid> {
        let reading = Reading { value: Value::Argmax, trust: Some(Trust::Adaptive(50)) };
        assert_eq!(reading.reader(&Calibration::default()), Err(NotCalibrated));
        let calibration = Calibration { thresholds: Thresholds::new(&[(0, 0.25), (1, 0.75)]), dial: None };
        let reader = reading.reader(&calibration).expect("it is calibrated");
        let sure = Belief::Categorical(Categorical::new(&[0.125, 0.75, 0.125])?);
        let unsure = Belief::Categorical(Categorical::new(&[0.375, 0.25, 0.375])?);
        assert_eq!(reader.read(&sure), Estimate { h: 1.0, trusted: true });
        assert_eq!(reader.read(&unsure), Estimate { h: 0.0, trusted: false });
        Ok(())
    }

    #[test]
    fn a_dial_takes_the_place_of_what_is_believed() -> Result<(), Invalid> {
        // Costs are two standard deviations below the means, always.
        let dial = Deviations::new([((10.0, 2.0), 6.0), ((20.0, 1.0), 18.0)]).map(|known| known.dial());
        let calibration = Calibration { thresholds: None, dial };
        let reading = Reading::of(Value::Quantile(0.5));
        let reader = reading.reader(&calibration).expect("no threshold is asked for");
        assert_eq!(reader.read(&Belief::Gaussian(Gaussian::new(30.0, 3.0, 0.0)?)).h, 24.0);
        let whole = TruncatedGaussian::new(30.0, 3.0, f64::NEG_INFINITY, f64::INFINITY)?;
        assert!((reader.read(&Belief::Truncated(whole)).h - 24.0).abs() < 1e-4);
        assert_eq!(Value::Mean.deviations(calibration.dial.as_ref()), 0.0);
        Ok(())
    }
}
