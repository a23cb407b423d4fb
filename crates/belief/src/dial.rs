//! Calibrated quantiles: which one to read so that an estimate really is at most the cost with the probability asked for.

use crate::normal;
use serde::{Deserialize, Serialize};

/// For states whose cost is known, how far the believed mean lies above the cost, in units of the believed standard
/// deviation. The model should not have learned from these states.
///
/// The value y^α = μ − σ Φ⁻¹(α) does not overestimate the cost h\* where (μ − h\*) / σ ≤ Φ⁻¹(α). So the share of states
/// for which the promise α is kept is the share of deviations up to Φ⁻¹(α); a dial that keeps the promise uses the
/// α-quantile of the deviations in place of Φ⁻¹(α).
#[derive(Clone, Debug, PartialEq)]
pub struct Deviations {
    /// In ascending order; at least one.
    deviations: Vec<f64>,
}

impl Deviations {
    /// From beliefs, as mean and standard deviation, and the costs of cheapest plans; where values are rounded to whole costs, a value
    /// that is less than half above the cost is not above it, so that half is to be added to costs. `None` if there are none,
    /// or some have no standard deviation.
    pub fn new(known: impl IntoIterator<Item = ((f64, f64), f64)>) -> Option<Self> {
        Self::sorted(known.into_iter().map(|((mean, deviation), cost)| (mean - cost) / deviation).collect())
    }

    /// From the levels of costs in beliefs of any kind: F(h\*), the probability that costs up to the true one were given. That of
    /// a Gaussian is Φ((h\* − μ) / σ).
    pub fn of_levels(levels: impl IntoIterator<Item = f64>) -> Option<Self> {
        /// Beyond it, levels are known no better.
        const LEAST: f64 = 1e-15;
        let deviation = |level: f64| -normal::quantile(level.clamp(LEAST, 1.0 - LEAST));
        Self::sorted(levels.into_iter().map(deviation).collect())
    }

    fn sorted(mut deviations: Vec<f64>) -> Option<Self> {
        deviations.sort_by(f64::total_cmp);
        let is_sound = !deviations.is_empty() && deviations.iter().all(|deviation| deviation.is_finite());
        is_sound.then_some(Self { deviations })
    }

    /// The share of the states whose costs are not overestimated by values `deviations` standard deviations below the means.
    pub fn kept(&self, deviations: f64) -> f64 {
        let kept = self.deviations.partition_point(|&deviation| deviation <= deviations);
        kept as f64 / self.deviations.len() as f64
    }

    /// A dial that keeps its promises for states such as these.
    pub fn dial(&self) -> Dial {
        Dial((0..=100).map(|percent| self.least(f64::from(percent) / 100.0)).collect())
    }

    /// How many standard deviations below the mean a value has to be so that with probability α the cost of a further
    /// state is not overestimated: of n known deviations that of rank ⌈α(n + 1)⌉, or the last.
    fn least(&self, alpha: f64) -> f64 {
        let rank = (alpha * (self.deviations.len() + 1) as f64).ceil() as usize;
        self.deviations[rank.clamp(1, self.deviations.len()) - 1]
    }
}

/// How many standard deviations below the mean values are read, for each per cent of α from 0 to 100. They ascend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct Dial(Vec<f64>);

impl Dial {
    /// The number for a probability; between two per cents by linear interpolation.
    pub fn deviations(&self, alpha: f64) -> f64 {
        let percent = (100.0 * alpha).clamp(0.0, 100.0);
        let [below, above] = [percent.floor(), percent.ceil()].map(|at| self.0[at as usize]);
        below + percent.fract() * (above - below)
    }

    /// The share of the states it was fitted to whose costs are not overestimated by values this many standard deviations below the
    /// mean, to the nearest per cent: at Φ⁻¹(α), how far the belief as it was keeps its promises.
    pub fn kept(&self, deviations: f64) -> f64 {
        let percent = self.0.partition_point(|&least| least <= deviations).saturating_sub(1);
        percent as f64 / 100.0
    }
}

impl TryFrom<Vec<f64>> for Dial {
    type Error = &'static str;

    fn try_from(deviations: Vec<f64>) -> Result<Self, Self::Error> {
        let is_sound = deviations.len() == 101
            && deviations.iter().all(|deviation| deviation.is_finite())
            && deviations.is_sorted();
        if is_sound { Ok(Self(deviations)) } else { Err("a dial has 101 numbers, which ascend") }
    }
}

impl From<Dial> for Vec<f64> {
    fn from(dial: Dial) -> Self {
        dial.0
    }
}

/// Φ⁻¹(α): a normal variable is above the value this many standard deviations below its mean with probability α.
pub fn promised(alpha: f64) -> f64 {
    normal::quantile(alpha)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Costs are 2 standard deviations wider than believed, and 3 below the mean.
    fn known(seed: u64) -> Vec<((f64, f64), f64)> {
        // A sequence that fills the interval evenly, begun elsewhere for each seed.
        let level = |index: u32| (f64::from(index) * 0.618_033_988_75 + 0.37 * seed as f64).fract();
        let believed = |index: u32| {
            let cost = (500.0 + 20.0 * normal::quantile(level(index).clamp(1e-9, 1.0 - 1e-9))).round();
            ((503.0, 10.0), cost)
        };
        (0..20_000).map(believed).collect()
    }

    #[test]
    fn a_dial_that_is_fitted_keeps_what_it_promises() {
        let [fitted, other] = [1, 2].map(|seed| Deviations::new(known(seed)).unwrap());
        for alpha in [0.05, 0.25, 0.5, 0.9, 0.99] {
            let kept = other.kept(fitted.dial().deviations(alpha));
            assert!((kept - alpha).abs() < 0.02, "{alpha}: {kept}");
        }
        assert!(other.kept(promised(0.9)) < 0.75);
    }

    #[test]
    fn shares_and_quantiles_are_those_of_the_known_states() {
        let known = [10.0, 11.0, 12.0, 13.0].map(|cost| ((12.0, 2.0), cost));
        let deviations = Deviations::new(known).unwrap();
        assert_eq!([-1.0, -0.5, 0.0, 0.4, 1.0].map(|at| deviations.kept(at)), [0.0, 0.25, 0.5, 0.5, 1.0]);
        assert_eq!([0.0, 0.2, 0.5, 0.8, 0.99].map(|at| deviations.least(at)), [-0.5, -0.5, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn levels_of_gaussians_are_deviations() {
        let known = [(12.0, 2.0, 10.0), (7.0, 1.0, 9.5), (30.0, 4.0, 33.0)];
        let levels = known.map(|(mean, deviation, cost)| normal::cdf((cost - mean) / deviation));
        let by_levels = Deviations::of_levels(levels).unwrap();
        let outright =
            Deviations::new(known.map(|(mean, deviation, cost)| ((mean, deviation), cost))).unwrap();
        let pairs = by_levels.deviations.iter().zip(&outright.deviations);
        pairs.for_each(|(one, other)| assert!((one - other).abs() < 1e-9, "{one} {other}"));
        assert!(Deviations::of_levels([0.0, 1.0]).is_some());
    }

    #[test]
    fn dials_lie_on_lines_between_per_cents() {
        let dial = Dial::try_from((0..=100).map(f64::from).collect::<Vec<_>>()).unwrap();
        for alpha in [0.0, 0.05, 0.123, 0.9, 0.999, 1.0] {
            assert!((dial.deviations(alpha) - 100.0 * alpha).abs() < 1e-9, "{alpha}");
        }
        assert_eq!([-3.0, 7.0].map(|alpha| dial.deviations(alpha)), [0.0, 100.0]);
        assert_eq!([-3.0, 0.0, 66.4, 100.0, 400.0].map(|at| dial.kept(at)), [0.0, 0.0, 0.66, 1.0, 1.0]);
    }

    #[test]
    fn what_nobody_has_fitted_is_no_dial() {
        let dial = |change: fn(&mut Vec<f64>)| {
            let mut deviations = vec![0.5; 101];
            change(&mut deviations);
            Dial::try_from(deviations).is_ok()
        };
        assert!(dial(|_| ()));
        assert!(!dial(|deviations| deviations.truncate(100)));
        assert!(!dial(|deviations| deviations[100] = f64::INFINITY));
        assert!(!dial(|deviations| deviations[7] = f64::NAN));
        assert!(!dial(|deviations| deviations[7] = 0.6));
    }

    #[test]
    fn nothing_is_fitted_to_no_states_or_without_a_spread() {
        assert_eq!(Deviations::new([]), None);
        assert_eq!(Deviations::new([((3.0, 0.0), 3.0)]), None);
    }
}
