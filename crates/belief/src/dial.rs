//! Calibrated quantiles: which one to read so that an estimate really is at most the cost with the probability asked for.

use crate::{Belief, Distribution, normal};
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

    /// From [`deviation`]s.
    pub fn of(deviations: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::sorted(deviations.into_iter().collect())
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
        Dial(percents().map(|alpha| self.of_rank(alpha, 1).unwrap_or(self.greatest())).collect())
    }

    /// The same where the states are those of so many plans. States of one plan are alike: n plans vouch for n/(n + 1) of all states at
    /// most, and where more is promised, values are read below all that is believed.
    pub fn dial_of_plans(&self, plans: usize) -> Dial {
        let further = self.deviations.len().div_ceil(plans.max(1));
        let beyond = self.greatest().max(BEYOND);
        Dial(percents().map(|alpha| self.of_rank(alpha, further).unwrap_or(beyond)).collect())
    }

    /// The α-quantile of the n known deviations and m further ones, which may all be greater: that of rank ⌈α(n + m)⌉, if it is a known one.
    fn of_rank(&self, alpha: f64, further: usize) -> Option<f64> {
        let rank = (alpha * (self.deviations.len() + further) as f64).ceil() as usize;
        self.deviations.get(rank.max(1) - 1).copied()
    }

    fn greatest(&self) -> f64 {
        self.deviations.last().copied().unwrap_or(BEYOND)
    }
}

/// The probabilities of a dial.
fn percents() -> impl Iterator<Item = f64> {
    (0..=100).map(|percent| f64::from(percent) / 100.0)
}

/// Farther below the mean, in standard deviations, than any belief reaches, however sure of itself it is.
const BEYOND: f64 = 1e9;

/// How far the believed mean lies above a cost, in standard deviations. Of a belief that is no Gaussian, −Φ⁻¹(F(cost)), which
/// would be the same for a Gaussian.
pub fn deviation(belief: &Belief<'_>, cost: f64) -> f64 {
    /// Beyond it, levels are known no better.
    const LEAST: f64 = 1e-15;
    match belief {
        // Levels would end where a Gaussian that is too sure of itself is still far above the cost.
        Belief::Gaussian(gaussian) => (gaussian.mean() - cost) / gaussian.sigma(),
        _ => match belief.cdf(cost) {
            ..=LEAST => BEYOND,
            level => -normal::quantile(level.min(1.0 - LEAST)),
        },
    }
}

/// How many standard deviations below the mean values are read, for each per cent of α from 0 to 100. They ascend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct Dial(Vec<f64>);

impl Dial {
    /// A dial for states that are farther from the goal than those it was fitted to: for α of one half or more, it reads no higher than the mean,
    /// and for less no higher than the belief by itself. That costs of near states were underestimated tells nothing of far ones.
    #[must_use]
    pub fn for_farther(&self) -> Self {
        let highest = |alpha| promised(alpha).clamp(-BEYOND, 0.0);
        Self(percents().zip(&self.0).map(|(alpha, &least)| least.max(highest(alpha))).collect())
    }

    /// The number for a probability; between two per cents by linear interpolation.
    pub fn deviations(&self, alpha: f64) -> f64 {
        let percent = (100.0 * alpha).clamp(0.0, 100.0);
        let [below, above] = [percent.floor(), percent.ceil()].map(|at| self.0[at as usize]);
        below + percent.fract() * (above - below)
    }

    /// Of the states it was fitted to, a share whose costs are not overestimated by values this many standard deviations below the
    /// mean, to the per cent below: at Φ⁻¹(α), how far the belief as it was keeps its promises at least. (The share may be greater if it was
    /// fitted to few plans, or [for farther states](Self::for_farther).)
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
    use crate::{Gaussian, Invalid, TruncatedGaussian};

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
        let dial = deviations.dial();
        assert_eq!([0.0, 0.2, 0.5, 0.8, 0.99].map(|at| dial.deviations(at)), [-0.5, -0.5, 0.5, 1.0, 1.0]);
    }

    /// (Six plans of nomystery were taken for enough, and α = 0.9 was kept for half of the states.)
    #[test]
    fn few_plans_tell_nothing_of_what_is_rare() {
        let known = (0..60).map(|place| ((20.0, 1.0), f64::from(15 + place % 10)));
        let dial = Deviations::new(known).unwrap().dial_of_plans(6);
        // Six plans of ten states each: 60 of 70 states are known, which is 86 %.
        assert!(dial.deviations(0.85) <= 5.0 && dial.deviations(0.88) == BEYOND);
        assert_eq!(dial.deviations(1.0), BEYOND);
    }

    /// (In freecell, plans from where walks end are short, and their costs were underestimated. The dial read the initial state's cost as twice what it is.)
    #[test]
    fn near_states_that_were_underestimated_make_no_far_one_dearer() {
        let known = (0..60).map(|place| ((20.0, 0.1), f64::from(21 + place % 10)));
        let dial = Deviations::new(known).unwrap().dial_of_plans(60).for_farther();
        for alpha in [0.05, 0.5, 0.9, 0.95] {
            assert!((dial.deviations(alpha) - promised(alpha).min(0.0)).abs() < 1e-9, "{alpha}");
        }
        assert_eq!([0.0, 1.0].map(|alpha| dial.deviations(alpha)), [-100.0, BEYOND]);
    }

    #[test]
    fn what_is_no_gaussian_deviates_as_one_of_the_same_level() -> Result<(), Invalid> {
        for (mean, sigma, cost) in [(12.0, 2.0, 10.0), (7.0, 1.0, 9.5), (30.0, 4.0, 33.0)] {
            let gaussian = Belief::Gaussian(Gaussian::new(mean, sigma, 0.0)?);
            let truncated = Belief::Truncated(TruncatedGaussian::new(mean, sigma, -1e3, 1e3)?);
            let [one, other] = [gaussian, truncated].map(|belief| deviation(&belief, cost));
            assert!(
                (one - (mean - cost) / sigma).abs() < 1e-12 && (one - other).abs() < 1e-9,
                "{one} {other}"
            );
        }
        let outside = Belief::Truncated(TruncatedGaussian::new(5.0, 1.0, 4.0, 6.0)?);
        assert!([3.0, 7.0].iter().all(|&cost| deviation(&outside, cost).is_finite()));
        Ok(())
    }

    /// (By their levels, costs far below such a mean looked 7.94 standard deviations off, and no dial made up for it.)
    #[test]
    fn a_gaussian_that_is_far_too_sure_deviates_by_as_much_as_it_does() -> Result<(), Invalid> {
        let sure = Belief::Gaussian(Gaussian::new(40.0, 0.1, 0.0)?);
        assert!((deviation(&sure, 25.0) - 150.0).abs() < 1e-9);
        let sure = Belief::Truncated(TruncatedGaussian::new(40.0, 0.1, 20.0, f64::INFINITY)?);
        assert_eq!(deviation(&sure, 25.0), BEYOND);
        Ok(())
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
