//! The Gaussian distribution, with aleatoric and epistemic uncertainty kept apart.

use crate::{Distribution, Invalid, normal};

/// N(mean, σ²), where σ² = aleatoric² + epistemic² (*likely-admissible*, σ_t²).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    mean: f64,
    aleatoric: f64,
    epistemic: f64,
}

/// The derivatives of a negative log-likelihood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient {
    /// With regard to μ.
    pub mu: f64,
    /// With regard to σ.
    pub sigma: f64,
}

impl Gaussian {
    /// A Gaussian with two standard deviations: `aleatoric` for the variation of h* itself, `epistemic` for the model's
    /// lack of knowledge.
    pub fn new(mean: f64, aleatoric: f64, epistemic: f64) -> Result<Self, Invalid> {
        let is_possible = |deviation: &f64| deviation.is_finite() && *deviation >= 0.0;
        let both = aleatoric.hypot(epistemic);
        if !mean.is_finite() {
            Err(Invalid::Location(mean))
        } else if let Some(impossible) =
            [aleatoric, epistemic, both].into_iter().find(|part| !is_possible(part))
        {
            Err(Invalid::Deviation(impossible))
        } else if both == 0.0 {
            Err(Invalid::Deviation(both))
        } else {
            Ok(Self { mean, aleatoric, epistemic })
        }
    }

    /// The standard deviation of h* that would remain however much the model had seen.
    pub fn aleatoric(&self) -> f64 {
        self.aleatoric
    }

    /// The standard deviation that comes from what the model has not seen.
    pub fn epistemic(&self) -> f64 {
        self.epistemic
    }

    /// The standard deviation of both together.
    pub fn sigma(&self) -> f64 {
        self.aleatoric.hypot(self.epistemic)
    }

    /// The value that is `deviations` standard deviations above the mean.
    pub fn at(&self, deviations: f64) -> f64 {
        self.mean + self.sigma() * deviations
    }

    /// The derivatives of −ln p(`value`) (*bounds*, Eq. 4) with regard to μ and σ: (μ − v)/σ² and
    /// (σ² − (v − μ)²)/σ³.
    pub fn gradient(&self, value: f64) -> Gradient {
        let sigma = self.sigma();
        let z = (value - self.mean) / sigma;
        Gradient { mu: -z / sigma, sigma: (1.0 - z) * (1.0 + z) / sigma }
    }

    fn standardised(&self, value: f64) -> f64 {
        (value - self.mean) / self.sigma()
    }
}

impl Distribution for Gaussian {
    fn log_density(&self, value: f64) -> f64 {
        normal::log_density(self.standardised(value)) - self.sigma().ln()
    }

    fn mean(&self) -> f64 {
        self.mean
    }

    fn variance(&self) -> f64 {
        self.aleatoric * self.aleatoric + self.epistemic * self.epistemic
    }

    fn cdf(&self, value: f64) -> f64 {
        normal::cdf(self.standardised(value))
    }

    fn quantile(&self, level: f64) -> f64 {
        self.at(normal::quantile(level))
    }

    fn mode(&self) -> f64 {
        self.mean
    }

    fn confidence(&self) -> f64 {
        libm::erf(0.5 * std::f64::consts::FRAC_1_SQRT_2 / self.sigma())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_uncertainties_add_up() -> Result<(), Invalid> {
        let belief = Gaussian::new(10.0, 3.0, 4.0)?;
        assert_eq!((belief.sigma(), belief.variance()), (5.0, 25.0));
        assert!((belief.cdf(15.0) - 0.841_344_746_068_542_9).abs() < 1e-15);
        assert!((belief.quantile(0.841_344_746_068_542_9) - 15.0).abs() < 1e-13);
        assert!((belief.log_density(10.0) - (0.398_942_280_401_432_7_f64 / 5.0).ln()).abs() < 1e-15);
        Ok(())
    }

    #[test]
    fn confidence_falls_with_the_deviation() -> Result<(), Invalid> {
        let confidence = |sigma| Gaussian::new(0.0, sigma, 0.0).map(|belief| belief.confidence());
        assert!((confidence(0.5)? - 0.682_689_492_137_085_9).abs() < 1e-15);
        assert!(confidence(0.1)? > confidence(1.0)? && confidence(1.0)? > confidence(10.0)?);
        Ok(())
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert!(Gaussian::new(f64::NAN, 1.0, 0.0).is_err());
        assert_eq!(Gaussian::new(1.0, 0.0, 0.0), Err(Invalid::Deviation(0.0)));
        assert_eq!(Gaussian::new(1.0, -1.0, 2.0), Err(Invalid::Deviation(-1.0)));
        assert_eq!(Gaussian::new(1.0, 1.0, f64::INFINITY), Err(Invalid::Deviation(f64::INFINITY)));
    }
}
