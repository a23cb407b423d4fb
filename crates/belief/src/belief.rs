//! A model's belief about h*(s), in one of four kinds of distribution.

use crate::{Categorical, Distribution, Gaussian, Point, TruncatedGaussian};

/// A probability distribution over h*(s), as a model gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Belief<'a> {
    /// A value, with a proven lower bound.
    Point(Point),
    /// A probability for each cost up to a largest one.
    Categorical(Categorical<'a>),
    /// A Gaussian, its uncertainty in two parts.
    Gaussian(Gaussian),
    /// A Gaussian between bounds that are proven.
    Truncated(TruncatedGaussian),
}

impl Belief<'_> {
    /// A lower bound on h* that is certain: zero, where nothing better is known.
    pub fn at_least(&self) -> f64 {
        match self {
            Self::Point(point) => point.at_least().max(0.0),
            Self::Truncated(truncated) => truncated.lower().max(0.0),
            Self::Categorical(_) | Self::Gaussian(_) => 0.0,
        }
    }
}

/// Calls a method of the variant's distribution. A `match` chooses it, which costs less than dynamic dispatch.
macro_rules! ask {
    ($belief:ident.$question:ident($($argument:ident)?)) => {
        match $belief {
            Self::Point(point) => point.$question($($argument)?),
            Self::Categorical(categorical) => categorical.$question($($argument)?),
            Self::Gaussian(gaussian) => gaussian.$question($($argument)?),
            Self::Truncated(truncated) => truncated.$question($($argument)?),
        }
    };
}

impl Distribution for Belief<'_> {
    fn log_density(&self, value: f64) -> f64 {
        ask!(self.log_density(value))
    }

    #[inline]
    fn mean(&self) -> f64 {
        ask!(self.mean())
    }

    fn variance(&self) -> f64 {
        ask!(self.variance())
    }

    fn cdf(&self, value: f64) -> f64 {
        ask!(self.cdf(value))
    }

    fn quantile(&self, level: f64) -> f64 {
        ask!(self.quantile(level))
    }

    fn mode(&self) -> f64 {
        ask!(self.mode())
    }

    fn confidence(&self) -> f64 {
        ask!(self.confidence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Invalid;

    #[test]
    fn each_kind_answers_for_itself_and_names_its_proven_bound() -> Result<(), Invalid> {
        let probabilities = [0.25, 0.75];
        let beliefs = [
            Belief::Point(Point::new(7.0, 3.0)?),
            Belief::Categorical(Categorical::new(&probabilities)?),
            Belief::Gaussian(Gaussian::new(-2.0, 1.0, 0.0)?),
            Belief::Truncated(TruncatedGaussian::new(4.0, 1.0, 4.0, f64::INFINITY)?),
            Belief::Truncated(TruncatedGaussian::open(9.0, 1.0, 0.0, f64::INFINITY, crate::OPEN)?),
        ];
        assert_eq!(beliefs.map(|belief| belief.mode()), [7.0, 1.0, -2.0, 4.0, 9.0]);
        assert_eq!(beliefs.map(|belief| belief.at_least()), [3.0, 0.0, 0.0, 4.0, 0.0]);
        Ok(())
    }
}
