//! The meaning of a network's two outputs, for networks that have learned costs divided by a scale.

use crate::{Belief, Gaussian, Invalid, TruncatedGaussian};

/// The second output is clamped to this range (*likely-admissible*, in the authors' code).
pub const PHI_BOUNDS: (f32, f32) = (-5.0, 1.0);

/// The meaning of the outputs of a network that has learned costs divided by a scale: the mean, and φ, whose softplus
/// is the standard deviation σ = ln(1 + e^φ) (*likely-admissible*).
///
/// This is the one definition of it. Searches for which it is too slow use tables derived from it, and are tested to agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled {
    /// The scale that costs were divided by.
    pub scale: f64,
    /// How far outside the bounds the Gaussian is cut off; without this, it is not truncated.
    pub open: Option<f64>,
    /// Costs below this have been learned from: only there, σ is what the second output says.
    pub learned_below: f64,
    /// σ for other costs.
    pub sigma_beyond: f64,
}

/// The bounds on the cost of a state that are known besides a network's outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The cost is at least this; −∞ if nothing is known.
    pub lower: f64,
    /// The cost is at most this; ∞ if nothing is known.
    pub upper: f64,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
}

impl Scaled {
    /// For a network that has finished learning: its second output counts everywhere.
    pub fn new(scale: f64, open: Option<f64>) -> Self {
        Self { scale, open, learned_below: f64::INFINITY, sigma_beyond: 1.0 }
    }

    /// The mean of the Gaussian before it is cut off, in costs.
    pub fn mean(&self, output: f32) -> f64 {
        self.scale * f64::from(output)
    }

    /// σ in costs, from the second output. NaN stays NaN.
    pub fn sigma(&self, phi: f32) -> f64 {
        let phi = phi.clamp(PHI_BOUNDS.0, PHI_BOUNDS.1);
        self.scale * libm::log1p(libm::exp(f64::from(phi)))
    }

    /// The belief around a mean in costs, with the second output and the bounds on the cost.
    ///
    /// # Errors
    /// When the outputs are not finite, or the bounds are not in order.
    pub fn belief(&self, mean: f64, phi: f32, bounds: Bounds) -> Result<Belief<'static>, Invalid> {
        let Bounds { lower, upper } = bounds;
        match self.open {
            None => {
                let sigma = if mean < self.learned_below { self.sigma(phi) } else { self.sigma_beyond };
                Gaussian::new(mean, sigma, 0.0).map(Belief::Gaussian)
            }
            Some(open) => {
                // A mean below the bound stands for costs next to the bound.
                let is_learned = mean.max(lower) < self.learned_below;
                let sigma = if is_learned { self.sigma(phi) } else { self.sigma_beyond };
                TruncatedGaussian::open(mean, sigma, lower, upper, open).map(Belief::Truncated)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Distribution;

    #[test]
    fn outputs_are_a_mean_and_a_softplus_in_units_of_the_scale() -> Result<(), Invalid> {
        let belief = Scaled::new(10.0, None).belief(30.0, 0.0, Bounds::NONE)?;
        assert_eq!(belief.mean(), 30.0);
        assert!((belief.variance().sqrt() - 10.0 * 2.0_f64.ln()).abs() < 1e-12);
        Ok(())
    }

    #[test]
    fn the_second_output_counts_between_its_bounds() {
        let scaled = Scaled::new(10.0, None);
        assert_eq!(scaled.sigma(7.0), scaled.sigma(1.0));
        assert_eq!(scaled.sigma(-70.0), scaled.sigma(-5.0));
        assert!(scaled.sigma(f32::NAN).is_nan());
        assert!(scaled.belief(30.0, f32::NAN, Bounds::NONE).is_err());
    }

    #[test]
    fn beyond_what_was_learned_the_spread_is_another() -> Result<(), Invalid> {
        for open in [None, Some(0.1)] {
            let scaled = Scaled { learned_below: 30.0, sigma_beyond: 3.0, ..Scaled::new(10.0, open) };
            let spread = |mean: f64, lower: f64| {
                let bounds = Bounds { lower, ..Bounds::NONE };
                scaled.belief(mean, -5.0, bounds).map(|belief| belief.variance().sqrt())
            };
            assert!(spread(29.0, 0.0)? < 0.1 && (spread(30.0, 0.0)? - 3.0).abs() < 1e-9);
            assert_eq!(spread(29.0, 31.0)? > 0.5, open.is_some(), "a bound stands for costs next to it");
        }
        Ok(())
    }
}
