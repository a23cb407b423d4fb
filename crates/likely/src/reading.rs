//! What a search takes for the cost of a state from what the planning network says of it.

pub(crate) mod spread;
mod truncation;

use crate::promised;
use puzzles::tiles::gpu::Addition;
use spread::Spread;
use truncation::Truncation;

/// Turns a network's outputs into the value that the cost is not below with probability α, and that into an estimate.
///
/// This is the one definition of it: searches that compute outputs in ways of their own read them by it, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    scale: f32,
    /// `None` where the mean alone is read.
    quantile: Option<Quantile>,
}

/// What is added to the mean, all in costs.
#[derive(Clone, Debug, PartialEq)]
struct Quantile {
    /// By the second output.
    spread: Spread,
    /// The means below which that is to be trusted.
    trusted_below: f32,
    /// For other means.
    beyond: f32,
    /// Where lower bounds count.
    truncation: Option<Truncation>,
}

/// Where the network's second output is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trusted {
    /// Everywhere, once all is learned.
    Everywhere,
    /// For means below a cost: while learning, the costs that nearly all records are below. Beyond it, the standard deviation
    /// is taken to be 1.
    Below(f32),
    /// Nowhere, before anything is learned.
    Nowhere,
}

impl Reading {
    /// At a probability α that costs are not overestimated, for a network that learned costs divided by `scale`.
    pub fn new(alpha: f64, scale: f32, trusted: Trusted) -> Self {
        Self::below(promised(alpha), scale, trusted)
    }

    /// So many standard deviations below the mean, for a network that learned costs divided by `scale`.
    pub fn below(deviations: f64, scale: f32, trusted: Trusted) -> Self {
        let quantile = Quantile {
            spread: Spread::new(-deviations * f64::from(scale)),
            trusted_below: match trusted {
                Trusted::Everywhere => f32::INFINITY,
                Trusted::Below(cost) => cost,
                Trusted::Nowhere => f32::NEG_INFINITY,
            },
            beyond: -deviations as f32,
            truncation: None,
        };
        Self { scale, quantile: Some(quantile) }
    }

    /// As [`below`](Self::below), for a network that believes a Gaussian above the lower bound of each state: the value of the
    /// same probability of what is left of it.
    pub fn truncated(deviations: f64, scale: f32, trusted: Trusted) -> Self {
        let mut reading = Self::below(deviations, scale, trusted);
        if let Some(quantile) = &mut reading.quantile {
            quantile.truncation = Some(Truncation::new(deviations));
        }
        reading
    }

    /// This takes the place of 1 in what is not scaled: the standard deviation where the second output is not trusted, and how
    /// far below lower bounds Gaussians are cut off.
    pub(crate) fn with_unit(mut self, unit: f32) -> Self {
        if let Some(quantile) = &mut self.quantile {
            quantile.beyond *= unit;
            if let Some(truncation) = &mut quantile.truncation {
                truncation.beyond *= f64::from(unit);
                truncation.open *= f64::from(unit);
            }
        }
        self
    }

    /// For networks that say the mean and nothing else.
    pub fn of_mean(scale: f32) -> Self {
        Self { scale, quantile: None }
    }

    /// The cost that a mean of 1 stands for.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// How far below the lower bound of a state the Gaussian is cut off, if it is.
    pub fn open(&self) -> Option<f64> {
        self.truncation().map(|(truncation, _)| truncation.open)
    }

    /// The number of outputs that a network has to have.
    pub fn outputs(&self) -> usize {
        1 + usize::from(self.quantile.is_some())
    }

    /// What the network says in costs: the mean, and the standard deviation, 0 if it says none.
    pub fn belief(&self, mean: f32, phi: f32) -> (f64, f64) {
        let scale = f64::from(self.scale);
        let deviation = libm::log1p(libm::exp(f64::from(spread::clamp(phi))));
        (scale * f64::from(mean), if self.quantile.is_some() { scale * deviation } else { 0.0 })
    }

    /// The value that the cost is not below with probability α, by what the network says, as long as nothing is known of the
    /// state. Without a second output, `phi` does not count.
    pub fn value(&self, mean: f32, phi: f32) -> f32 {
        self.value_by_cost(mean * self.scale, || phi)
    }

    /// The estimate: the value as a whole number, and no less than what is known of the state.
    pub fn h(&self, mean: f32, phi: f32, lower_bound: u32) -> u32 {
        whole(self.value_above(mean, phi, lower_bound)).max(lower_bound)
    }

    fn value_above(&self, mean: f32, phi: f32, lower_bound: u32) -> f32 {
        let Some((truncation, trusted_below)) = self.truncation() else { return self.value(mean, phi) };
        let (mean, deviation) = self.belief(mean, phi);
        // A mean below the bound stands for costs next to the bound.
        let is_trusted = mean.max(f64::from(lower_bound)) < f64::from(trusted_below);
        truncation.value(mean, if is_trusted { deviation } else { truncation.beyond }, lower_bound)
    }

    /// With the costs below which the second output is to be trusted.
    fn truncation(&self) -> Option<(&Truncation, f32)> {
        let quantile = self.quantile.as_ref()?;
        Some((quantile.truncation.as_ref()?, quantile.trusted_below))
    }

    /// What the second output adds to the mean, for searches on a GPU.
    pub(crate) fn addition(&self) -> Option<Addition> {
        let Quantile { spread, trusted_below, beyond, .. } = self.quantile.as_ref()?;
        Some(Addition { series: spread.series().to_vec(), trusted_below: *trusted_below, beyond: *beyond })
    }

    /// The estimate as long as nothing is known of the state, by the mean in costs. The second output is computed only where
    /// it counts.
    #[inline(always)]
    pub(crate) fn h_by_cost(&self, mean: f32, phi: impl FnOnce() -> f32) -> u32 {
        whole(self.value_by_cost(mean, phi))
    }

    #[inline(always)]
    fn value_by_cost(&self, mean: f32, phi: impl FnOnce() -> f32) -> f32 {
        let Some(Quantile { spread, trusted_below, beyond, .. }) = &self.quantile else { return mean };
        mean + if mean < *trusted_below { spread.at(phi()) } else { *beyond }
    }
}

/// The whole number nearest to a value, the even one of two; 0 if it is less or no number.
#[inline(always)]
#[expect(clippy::manual_clamp, reason = "this makes 0 of what is no number")]
fn whole(value: f32) -> u32 {
    /// From here on to twice this, numbers are the whole ones; they are rounded as wanted when something is added.
    const WHOLE: f32 = 8_388_608.0;
    const LARGEST: f32 = 4_194_303.0;
    (value.max(0.0).min(LARGEST) + WHOLE).to_bits() - WHOLE.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quantiles_of_the_normal_distribution() {
        for alpha in [0.05, 0.5, 0.75, 0.99] {
            let reading = Reading::new(alpha, 10.0, Trusted::Everywhere);
            for phi in [-20.0, -5.0, -3.3, 0.0, 0.7, 1.0, 4.0_f32] {
                let sigma = f64::from(phi.clamp(-5.0, 1.0)).exp().ln_1p();
                let expected = 10.0 * (3.0 + belief::normal::quantile(1.0 - alpha) * sigma);
                let found = reading.value(3.0, phi);
                assert!((f64::from(found) - expected).abs() < 1e-3, "{alpha} {phi}: {found} {expected}");
            }
        }
    }

    #[test]
    fn beyond_what_was_seen_the_deviation_is_one() {
        let quantile = belief::normal::quantile(0.1) as f32;
        let reading = Reading::new(0.9, 10.0, Trusted::Below(30.0));
        assert_eq!(reading.value(3.0, -5.0), 30.0 + quantile);
        assert!(reading.value(2.99, -5.0) > 29.9 + 0.2 * quantile);
        assert_eq!(Reading::new(0.9, 10.0, Trusted::Nowhere).value(-3.0, -5.0), -30.0 + quantile);
    }

    #[test]
    fn estimates_are_whole_and_not_below_what_is_known() {
        let reading = Reading::of_mean(10.0);
        assert_eq!(reading.h(0.25, 9.0, 0), 2);
        assert_eq!(reading.h(0.35, 9.0, 0), 4);
        assert_eq!(reading.h(-3.0, 9.0, 0), 0);
        assert_eq!(reading.h(1.0, 9.0, 12), 12);
        assert_eq!(reading.h(f32::NAN, f32::NAN, 1), 1);
        assert_eq!((reading.outputs(), reading.scale()), (1, 10.0));
    }

    #[test]
    fn above_bounds_values_are_quantiles_of_what_is_left() {
        for alpha in [0.05, 0.5, 0.9, 0.99] {
            let reading = Reading::truncated(promised(alpha), 10.0, Trusted::Everywhere);
            for (mean, phi, lower_bound) in
                [(3.0, 0.5, 28), (3.0, -3.0, 31), (-2.0, 1.0, 40), (1.0, -5.0, 90)]
            {
                let sigma = 10.0 * f64::from(phi).exp().ln_1p();
                let standard = |value: f64| (value - 10.0 * f64::from(mean)) / sigma;
                let left = |value: f64| belief::normal::log_cdf(-standard(value));
                let value = reading.value_above(mean, phi, lower_bound);
                // α is the share of what is left above the value.
                let share = (left(value.into()) - left(f64::from(lower_bound) - 0.1)).exp();
                // Values are rounded to 24 bits, and the curve may fall steeply there.
                let slack = 1e-6 + 1.2e-7 * standard(value.into()).abs() / sigma * f64::from(value);
                assert!((share - alpha).abs() < slack, "{alpha} {mean} {phi} {lower_bound}: {value} {share}");
                assert_eq!(reading.h(mean, phi, lower_bound), whole(value).max(lower_bound));
            }
        }
    }

    #[test]
    fn a_bound_far_below_the_mean_changes_nothing() {
        for trusted in [Trusted::Everywhere, Trusted::Below(20.0), Trusted::Nowhere] {
            let (plain, truncated) =
                (Reading::new(0.9, 10.0, trusted), Reading::truncated(promised(0.9), 10.0, trusted));
            assert_eq!((plain.open(), truncated.open()), (None, Some(0.1)));
            let (plain, truncated) = (plain.with_unit(3.0), truncated.with_unit(3.0));
            for mean in [1.2_f32, 1.9, 2.5, 7.0] {
                let (one, other) = (plain.value_above(mean, -4.0, 0), truncated.value_above(mean, -4.0, 0));
                assert!((one - other).abs() < 1e-3, "{mean}: {one} {other}");
            }
            assert!((truncated.open().unwrap() - 0.3).abs() < 1e-9);
        }
    }

    #[test]
    fn a_bound_beyond_what_was_seen_makes_the_deviation_one() {
        let reading = Reading::truncated(promised(0.5), 10.0, Trusted::Below(30.0));
        let far = Reading::truncated(promised(0.5), 10.0, Trusted::Nowhere);
        assert_eq!(reading.value_above(2.0, 1.0, 31), far.value_above(2.0, 1.0, 31));
        assert!(reading.value_above(2.0, 1.0, 29) > far.value_above(2.0, 1.0, 29) + 3.0);
    }

    #[test]
    fn what_is_no_number_is_read_as_the_bound() {
        let reading = Reading::truncated(promised(0.9), 10.0, Trusted::Everywhere);
        assert_eq!([f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(|mean| reading.h(mean, 0.0, 7)), [7; 3]);
        assert_eq!(reading.h(1.0, f32::NAN, 7), reading.h(1.0, -5.0, 7));
        assert_eq!([-1e30, 1e30].map(|mean| reading.h(mean, 0.0, 7)), [7, 4_194_303]);
    }

    #[test]
    fn values_are_rounded_to_the_nearest_number_or_the_even_one() {
        for (value, rounded) in
            [(0.5, 0), (1.5, 2), (2.5, 2), (2.500_001, 3), (77.49, 77), (1e4 + 0.5, 10_000)]
        {
            assert_eq!(whole(value), rounded, "{value}");
        }
        for step in 0..100_000 {
            let value = step as f32 * 0.001_37;
            assert_eq!(whole(value), value.round_ties_even() as u32, "{value}");
        }
    }

    #[test]
    fn values_that_are_no_costs_are_brought_into_range() {
        assert_eq!([-3.0, f32::NEG_INFINITY, f32::NAN, -0.0].map(whole), [0; 4]);
        assert_eq!([1e30, f32::INFINITY].map(whole), [4_194_303; 2]);
    }
}
